/// The kernel of matrix products and its launch in any shape of block; only for files that nvcc
/// compiles.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "kernels/cuda_check.hpp"
#include "kernels/matmul_arguments.hpp"
#include "kernels/matmul_block.hpp"

namespace starling::kernels {

template <class Tile, Epilogue epilogue>
__global__ __launch_bounds__(Tile::threads, Tile::blocks_a_processor) void matmul_kernel(
    const __grid_constant__ MatmulArguments arguments) {
  extern __shared__ __align__(1024) std::byte shared[];
  MatmulBlock<Tile, epilogue>(arguments, blockIdx.x, shared).run();
}

namespace detail {

template <class Tile, Epilogue epilogue>
void launch_matmul_kernel(const MatmulArguments& arguments, cudaStream_t stream) {
  const auto kernel = matmul_kernel<Tile, epilogue>;
  cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(Tile::shared_bytes)),
             "reserving shared memory for a matrix product");
  const auto blocks = static_cast<unsigned>(matmul_blocks(arguments, Tile::rows, Tile::columns));
  kernel<<<blocks, Tile::threads, Tile::shared_bytes, stream>>>(arguments);
  cuda_check(cudaGetLastError(), "launching a matrix product");
}

}  // namespace detail

/// launch_matmul in one shape.
template <class Tile>
void launch_matmul_in(const MatmulArguments& arguments, void* stream) {
  check_matmul(arguments);
  if (arguments.rows == 0) return;
  const auto own_stream = static_cast<cudaStream_t>(stream);
  switch (arguments.epilogue) {
    case Epilogue::Round:
      return detail::launch_matmul_kernel<Tile, Epilogue::Round>(arguments, own_stream);
    case Epilogue::RoundDoubleGelu:
      return detail::launch_matmul_kernel<Tile, Epilogue::RoundDoubleGelu>(arguments, own_stream);
    case Epilogue::Store:
      return detail::launch_matmul_kernel<Tile, Epilogue::Store>(arguments, own_stream);
    case Epilogue::Add:
      return detail::launch_matmul_kernel<Tile, Epilogue::Add>(arguments, own_stream);
  }
}

}  // namespace starling::kernels
