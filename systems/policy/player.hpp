/// Plays an environment by a policy: observes, runs the network, acts, all of it on the simulator's
/// device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/actor.hpp"
#include "engine/simulator.hpp"
#include "systems/policy/action_mask.hpp"
#include "systems/policy/agent_actions.hpp"
#include "systems/policy/agent_tokens.hpp"
#include "systems/policy/network.hpp"
#include "systems/policy/precision.hpp"

namespace starling::policy {

enum class Play : std::uint8_t {
  Sample,  ///< Each choice by its chance.
  Greedy,  ///< The most likely choice.
};

const char* name_of(Play play);

/// Whether the network's tokens are what the agents of this run observe.
bool reads(const Network& network, const Simulator& simulator);

class PlayerDevice;

/// The actions of an agent depend on network, precision, observation, action mask, seed, world,
/// agent and step alone, however many steps a launch has. The simulator must outlive it and take
/// actions from tensors.
class Player final : Actor {
 public:
  /// `file` begins the sentence where tokens or actions of the network are not the environment's;
  /// then throws Error (Usage), as for an action mask that does not fit the actions, and for a
  /// network or a precision that the device does not support.
  /// No precision is float32 on a CPU, and bfloat16 on CUDA.
  Player(Simulator& simulator, const Network& network, const std::string& file, Play play,
         std::optional<Precision> precision = std::nullopt);
  ~Player() override;

  /// Plays and steps all worlds `steps` times, 1 <= steps <= steps_per_launch, as one launch. On
  /// CUDA returns once it is queued: a graph of networks, choices and steps, which is captured with
  /// the first launch of so many steps.
  void step(int steps = 1);

  /// Writes the actions of the next step to slot 0 of the action tensors and steps nothing: a step
  /// by tensors that follows is that of `step`.
  void choose();

  Precision precision() const { return precision_; }

  /// Slot k is of the actions in slot k of the action tensors: log of the chance of all components
  /// together, among what the action mask allows, and the value of what was observed. [slots,
  /// worlds, agents, 1]. The memory lives as long as the player.
  Tensor log_probabilities() const { return tensor_of("log_probability", log_probabilities_); }
  Tensor values() const { return tensor_of("value", values_); }

  /// What the actions in slot 0 were chosen by, which the launch has overwritten in the simulator's
  /// tensors: those of AgentTokens::tensors, [1, worlds, agents, elements]. The actions in slot k
  /// were chosen by slot k - 1 of the simulator's.
  const std::vector<Tensor>& first_observations() const { return first_tokens_.tensors(); }
  /// The action mask that those in slot 0 obeyed, likewise; none where every choice may be taken.
  const std::optional<Tensor>& first_action_mask() const { return first_mask_.tensor(); }

  std::int64_t allocated_bytes() const;

 private:
  void act(int slot, const std::uint32_t* steps_before) override;
  void keep_newest();
  void keep_newest(const Tensor& tensor, const Tensor& kept);
  std::int64_t agents() const;
  float* allocate_floats(std::int64_t count);
  Tensor tensor_of(const char* name, float* data) const;

  Simulator& simulator_;
  AgentTokens tokens_;
  AgentTokens first_tokens_;  ///< In memory of the player's own.
  AgentActions actions_;
  ActionMask mask_;
  ActionMask first_mask_;  ///< In memory of the player's own.
  Play play_;
  Precision precision_;
  std::unique_ptr<PlayerDevice> device_;
  std::int32_t outputs_ = 0;  ///< Of the network for an agent, with the value.
  float* answers_ = nullptr;  ///< [worlds, agents, outputs_]
  float* log_probabilities_ = nullptr;
  float* values_ = nullptr;
};

}  // namespace starling::policy
