/// What a player needs of the device that its simulator runs on: memory, the network, choices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "systems/policy/agent_choices.hpp"
#include "systems/policy/network.hpp"
#include "systems/policy/observed_tokens.hpp"
#include "systems/policy/precision.hpp"

namespace starling::policy {

/// Work is done in the order of calls: on a CPU when they return, on CUDA on the simulator's
/// stream.
class PlayerDevice {
 public:
  PlayerDevice() = default;
  PlayerDevice(const PlayerDevice&) = delete;
  PlayerDevice& operator=(const PlayerDevice&) = delete;
  virtual ~PlayerDevice() = default;

  /// Zeros on at least 128 bytes, which live as long as this. Throws Error (Unavailable) when there
  /// is not enough memory.
  virtual std::byte* allocate(std::int64_t size_bytes) = 0;
  virtual std::int64_t allocated_bytes() const = 0;

  virtual void copy(std::byte* to, const std::byte* from, std::int64_t size_bytes) = 0;
  /// answers: [agents, logits of all components and then the value]
  virtual void answer(const ObservedTokens& observed, float* answers) = 0;
  virtual void choose(const AgentChoices& choices) = 0;
};

/// In float32.
std::unique_ptr<PlayerDevice> make_cpu_player_device(const Network& network, int threads);

/// `stream` is the simulator's, which must outlive it. Throws Error: Usage where the kernel does
/// not support the network's shape, Unavailable in builds without CUDA.
std::unique_ptr<PlayerDevice> make_cuda_player_device(const Network& network, Precision precision,
                                                      void* stream);

}  // namespace starling::policy
