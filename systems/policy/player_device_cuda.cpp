#include <cuda_runtime.h>

#include <vector>

#include "systems/policy/device_memory.hpp"
#include "systems/policy/device_network.hpp"
#include "systems/policy/player_device.hpp"

namespace starling::policy {
namespace {

using kernels::cuda_check;

constexpr int threads = 128;

/// A thread an agent.
template <bool has_mask>
__global__ void __launch_bounds__(threads)
    choose_actions(const __grid_constant__ AgentChoices choices) {
  const std::int64_t agent = std::int64_t{blockIdx.x} * threads + threadIdx.x;
  if (agent < choices.agents) choose_for<has_mask>(choices, agent);
}

/// All its work lies on one stream. Choices start when the network has ended. A step behind them,
/// or a network behind a step, may be told to start early: before it reads or writes what others
/// do, it waits for the kernel before, which has waited for all that came before itself.
class CudaPlayerDevice final : public PlayerDevice {
 public:
  CudaPlayerDevice(const Network& network, Precision precision, cudaStream_t stream)
      : network_(precision == Precision::Float32 ? make_float32_network(network)
                                                 : make_bfloat16_network(network)),
        stream_(stream) {}
  ~CudaPlayerDevice() override { cudaStreamSynchronize(stream_); }

  std::byte* allocate(std::int64_t size_bytes) override {
    memory_.push_back(allocate_on_device(size_bytes));
    cuda_check(
        cudaMemsetAsync(memory_.back().get(), 0, static_cast<std::size_t>(size_bytes), stream_),
        "clearing device memory");
    allocated_bytes_ += size_bytes;
    return memory_.back().get();
  }
  std::int64_t allocated_bytes() const override {
    return allocated_bytes_ + network_->allocated_bytes();
  }

  void copy(std::byte* to, const std::byte* from, std::int64_t size_bytes) override {
    cuda_check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(size_bytes),
                               cudaMemcpyDeviceToDevice, stream_),
               "copying on the device");
  }
  void answer(const ObservedTokens& observed, float* answers) override {
    network_->launch(observed, answers, stream_);
  }
  void choose(const AgentChoices& choices) override {
    const auto blocks = static_cast<unsigned>((choices.agents + threads - 1) / threads);
    auto* const kernel =
        choices.mask.data == nullptr ? choose_actions<false> : choose_actions<true>;
    kernel<<<blocks, threads, 0, stream_>>>(choices);
    cuda_check(cudaGetLastError(), "launching the choice of actions");
  }

 private:
  std::unique_ptr<DeviceNetwork> network_;
  cudaStream_t stream_;
  std::vector<DeviceMemory> memory_;
  std::int64_t allocated_bytes_ = 0;
};

}  // namespace

std::unique_ptr<PlayerDevice> make_cuda_player_device(const Network& network, Precision precision,
                                                      void* stream) {
  return std::make_unique<CudaPlayerDevice>(network, precision, static_cast<cudaStream_t>(stream));
}

}  // namespace starling::policy
