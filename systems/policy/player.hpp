/// Plays an environment by a policy: observes, runs the network, acts. On a CPU.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "engine/thread_pool.hpp"
#include "systems/policy/agent_actions.hpp"
#include "systems/policy/agent_tokens.hpp"
#include "systems/policy/network.hpp"

namespace starling::policy {

enum class Play : std::uint8_t {
  Sample,  ///< Each choice by its chance.
  Greedy,  ///< The most likely choice.
};

const char* name_of(Play play);

/// The actions of an agent depend on network, observation, seed, world, agent and step alone. The
/// simulator must outlive it, take actions from tensors and run on a CPU.
class Player {
 public:
  /// `file` begins the sentence where tokens or actions of the network are not the environment's;
  /// then throws Error (Usage).
  Player(Simulator& simulator, Network network, const std::string& file, Play play);

  /// Chooses every agent's action for the next step of the simulator, which must be a launch of its
  /// own, from what it observed after the last.
  void act();

  /// Of the actions that `act` chose: log of the chance of all components together, and the value
  /// of what was observed. [worlds, agents]
  std::span<const float> log_probabilities() const { return log_probabilities_; }
  std::span<const float> values() const { return values_; }

 private:
  void act_in(std::int64_t world);

  Simulator& simulator_;
  Network network_;
  AgentTokens tokens_;
  AgentActions actions_;
  Play play_;
  ThreadPool threads_;
  std::vector<float> log_probabilities_;
  std::vector<float> values_;
};

}  // namespace starling::policy
