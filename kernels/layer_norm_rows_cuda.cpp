#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

#include "kernels/cuda_check.hpp"
#include "kernels/layer_norm_rows.hpp"
#include "kernels/layer_norm_rows_block.hpp"

namespace starling::kernels {
namespace {

template <int columns>
__global__ __launch_bounds__(layer_norm_threads) void layer_norm_rows_kernel(
    const __grid_constant__ LayerNormRowsArguments arguments) {
  normalize_rows_of_block<columns>(arguments, blockIdx.x);
}

template <int columns>
void launch(const LayerNormRowsArguments& arguments, void* stream) {
  const std::int64_t blocks =
      (arguments.rows + layer_norm_rows_a_block - 1) / layer_norm_rows_a_block;
  layer_norm_rows_kernel<columns>
      <<<static_cast<unsigned>(blocks), layer_norm_threads, 0, static_cast<cudaStream_t>(stream)>>>(
          arguments);
  cuda_check(cudaGetLastError(), "launching layer norms");
}

}  // namespace

void launch_layer_norm_rows(const LayerNormRowsArguments& arguments, void* stream) {
  constexpr std::int64_t most = (std::int64_t{1} << 31) * layer_norm_rows_a_block - 8;
  if (arguments.rows < 0 || arguments.rows > most) {
    throw std::invalid_argument("layer norms: rows is " + std::to_string(arguments.rows) +
                                ", but must be from 0 to " + std::to_string(most) + ".");
  }
  if (arguments.rows == 0) return;
  switch (arguments.columns) {
    case 32:
      return launch<32>(arguments, stream);
    case 64:
      return launch<64>(arguments, stream);
    case 128:
      return launch<128>(arguments, stream);
    case 256:
      return launch<256>(arguments, stream);
    default:
      throw std::invalid_argument("layer norms: columns is " + std::to_string(arguments.columns) +
                                  ", but must be 32, 64, 128 or 256.");
  }
}

}  // namespace starling::kernels
