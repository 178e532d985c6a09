#include <cuda_runtime.h>

#include <algorithm>
#include <string>

#include "kernels/device_attribute.hpp"
#include "systems/policy/device_memory.hpp"
#include "systems/policy/device_network.hpp"
#include "systems/policy/float32/block.hpp"

namespace starling::policy {
namespace {

using kernels::cuda_check;

__global__ void __launch_bounds__(Float32Block::threads)
    run_float32_network(const __grid_constant__ Float32Arguments arguments) {
  extern __shared__ __align__(16) std::byte shared[];
  Float32Block(arguments, blockIdx.x, gridDim.x, shared).run();
}

class Float32Network final : public DeviceNetwork {
 public:
  explicit Float32Network(const Network& network) {
    const std::int64_t tokens = network.architecture.tokens();
    if (tokens > Float32Sizes::max_rows) {
      throw Error(Refusal::Usage, "a network of " + std::to_string(tokens) +
                                      " tokens is too large for CUDA in fp32, which takes " +
                                      std::to_string(Float32Sizes::max_rows) +
                                      "; --backend cpu plays it");
    }
    upload(network);
    arguments_.sizes = float32_sizes(arguments_.network, static_cast<std::int32_t>(tokens));
    make_workspace(static_cast<std::int32_t>(tokens));
  }

  void launch(const ObservedTokens& observed, float* answers, void* stream) const override {
    Float32Arguments arguments = arguments_;
    arguments.observed = observed;
    arguments.answers = answers;
    const std::int64_t agents = arguments.sizes.agents;
    const auto blocks =
        static_cast<unsigned>(std::min(blocks_, (observed.agents + agents - 1) / agents));
    run_float32_network<<<blocks, Float32Block::threads, shared_bytes_,
                          static_cast<cudaStream_t>(stream)>>>(arguments);
    cuda_check(cudaGetLastError(), "launching a network");
  }
  std::int64_t allocated_bytes() const override { return arrays_.allocated_bytes(); }

 private:
  void upload(const Network& network) {
    const Float32Weights weights = pack_weights(network);
    arguments_.network = weights.network;
    arguments_.network.numbers = arrays_.upload(weights.numbers);
  }

  /// In shared memory where it fits, else in the device's, for as many blocks as run at once.
  void make_workspace(std::int32_t tokens) {
    const std::int64_t wanted = Float32Block::shared_bytes(arguments_.sizes, tokens);
    const std::int64_t most = kernels::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    const bool fits = wanted <= most;
    shared_bytes_ = static_cast<std::size_t>(fits ? wanted : sizeof(Float32Block::Shared));
    cuda_check(
        cudaFuncSetAttribute(run_float32_network, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(most)),
        "reserving shared memory for a network");
    int blocks = 0;
    cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, run_float32_network,
                                                             Float32Block::threads, shared_bytes_),
               "reading a kernel's occupancy");
    blocks_ = std::max(blocks, 1) * std::int64_t{kernels::processor_count()};
    if (fits) return;
    arguments_.workspace = arrays_.make_room<float>(blocks_ * arguments_.sizes.workspace(tokens));
  }

  DeviceArrays arrays_;
  Float32Arguments arguments_;  ///< But for what a launch is given.
  std::size_t shared_bytes_ = 0;
  std::int64_t blocks_ = 1;
};

}  // namespace

std::unique_ptr<DeviceNetwork> make_float32_network(const Network& network) {
  return std::make_unique<Float32Network>(network);
}

}  // namespace starling::policy
