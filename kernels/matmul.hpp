/// Products of many rows in bf16 with a matrix in bf16 on the GPU.
#pragma once

#include "kernels/matmul_arguments.hpp"

namespace starling::kernels {

/// Queues one kernel on `stream`, a cudaStream_t of the current device (null: the default stream),
/// and does not wait for it; none where there are no rows. Each row of the result hangs on its own
/// row of a alone. For sm_80 and up, in builds with CUDA.
///
/// Throws std::invalid_argument for arguments that check_matmul refuses, std::runtime_error where
/// CUDA fails.
void launch_matmul(const MatmulArguments& arguments, void* stream);

}  // namespace starling::kernels
