#include <cuda_runtime.h>

#include "kernels/cuda_check.hpp"
#include "kernels/device_attribute.hpp"
#include "tests/bench/attention/copy.hpp"

namespace starling::bench::attention {
namespace {

constexpr int threads = 256;
constexpr int blocks_a_processor = 8;

__global__ void copy_kernel(const uint4* from, uint4* to, std::int64_t count) {
  for (std::int64_t index = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; index < count;
       index += std::int64_t{gridDim.x} * blockDim.x)
    __stcg(to + index, __ldcg(from + index));
}

}  // namespace

void copy_past_l1(const kernels::Bfloat16* from, kernels::Bfloat16* to, std::int64_t numbers) {
  const auto blocks = static_cast<unsigned>(blocks_a_processor * kernels::processor_count());
  copy_kernel<<<blocks, threads>>>(reinterpret_cast<const uint4*>(from),
                                   reinterpret_cast<uint4*>(to), numbers / 8);
  kernels::cuda_check(cudaGetLastError(), "copying");
}

}  // namespace starling::bench::attention
