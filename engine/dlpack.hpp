/// Hands tensors to PyTorch, JAX and CuPy without a copy, as DLPack's C struct.
#pragma once

#include <dlpack/dlpack.h>

#include "engine/tensor.hpp"

namespace starling {

/// A managed DLPack tensor over the same memory. The consumer calls its deleter, which frees the
/// description only: the memory stays the simulator's, which must outlive the consumer. Booleans
/// are given as uint8, since DLPack has had a boolean type only since version 0.8.
DLManagedTensor* to_dlpack(const Tensor& tensor);

}  // namespace starling
