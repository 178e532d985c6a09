/// Layer norm of many rows on the GPU, without gain and bias: those are folded into what follows.
#pragma once

#include <cstdint>

#include "kernels/bfloat16.hpp"

namespace starling::kernels {

/// to = (row - mean) / sqrt(variance + eps), each row by itself, rounded to bf16.
struct LayerNormRowsArguments {
  const float* from;     ///< [rows, columns], row-major, 8-byte aligned.
  Bfloat16* to;          ///< The same, 4-byte aligned.
  std::int64_t rows;     ///< Up to 2^34.
  std::int64_t columns;  ///< 32, 64, 128 or 256
  float eps;
};

/// Queues one kernel on `stream`, a cudaStream_t of the current device (null: the default stream),
/// and does not wait for it; none where there are no rows. In builds with CUDA.
///
/// Throws std::invalid_argument for other columns or more rows, std::runtime_error where CUDA
/// fails.
void launch_layer_norm_rows(const LayerNormRowsArguments& arguments, void* stream);

}  // namespace starling::kernels
