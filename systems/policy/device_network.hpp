/// A network on a GPU.
#pragma once

#include <cstdint>
#include <memory>

#include "systems/policy/network.hpp"
#include "systems/policy/observed_tokens.hpp"

namespace starling::policy {

/// Its weights lie on the current device, in whatever order its kernel reads them.
class DeviceNetwork {
 public:
  DeviceNetwork() = default;
  DeviceNetwork(const DeviceNetwork&) = delete;
  DeviceNetwork& operator=(const DeviceNetwork&) = delete;
  virtual ~DeviceNetwork() = default;

  /// Queues the network on `stream`, a cudaStream_t of that device, and does not wait for it; may
  /// be captured into a graph. answers: [agents, logits of all components and then the value].
  /// Throws std::runtime_error where CUDA fails.
  virtual void launch(const ObservedTokens& observed, float* answers, void* stream) const = 0;
  virtual std::int64_t allocated_bytes() const = 0;
};

/// In float32, with the very numbers that `forward` gives on a CPU. In builds with CUDA.
std::unique_ptr<DeviceNetwork> make_float32_network(const Network& network);

/// On matrix units: bf16 with float32 sums. Up to 64 tokens by one kernel, more layer by layer. In
/// builds with CUDA. Throws Error (Usage) where there are too many kinds of tokens, (Unavailable)
/// where the GPU has not the memory.
std::unique_ptr<DeviceNetwork> make_bfloat16_network(const Network& network);

}  // namespace starling::policy
