/// Runs of an environment by a policy, with all that the policy did.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "systems/policy/player.hpp"
#include "tests/support/policy_files.hpp"

namespace starling::tests {

/// The bytes of the first slots of a tensor.
inline std::vector<std::byte> bytes_of_slots(Simulator& simulator, Tensor tensor,
                                             std::int64_t slots) {
  tensor.shape[0] = slots;
  return simulator.read(tensor);
}

/// What a run comes to.
struct PlayedRun {
  std::vector<std::uint64_t> hashes;                    ///< Of each world at the end.
  std::map<std::string, std::vector<std::byte>> steps;  ///< By name of a tensor, step after step.
  std::vector<std::byte> first_observations;            ///< Of every launch, masks too.
  EpisodeTally tally;

  void expect_equals(const PlayedRun& other) const {
    EXPECT_EQ(hashes, other.hashes);
    for (const auto& [name, bytes] : steps)
      EXPECT_EQ(bytes, other.steps.at(name)) << name;
  }
};

/// A policy with random weights for what the agents of a simulator observe and do.
inline policy::Network network_for(const Simulator& simulator, PolicySizes sizes) {
  const policy::AgentTokens tokens(simulator);
  sizes.types.clear();
  for (const policy::TokenType& type : tokens.types())
    sizes.types.push_back({type.name, type.features, type.count});
  sizes.actions = policy::AgentActions(simulator).choices();
  return network_of(policy_text(sizes));
}

/// Plays so many steps in launches of at most settings.steps_per_launch.
inline PlayedRun play_run(Settings settings, const PolicySizes& sizes, policy::Play play, int steps,
                          policy::Precision precision = policy::Precision::Float32) {
  settings.actions = Actions::Tensor;
  Simulator simulator(settings);
  policy::Player player(simulator, network_for(simulator, sizes), "a.safetensors", play, precision);
  PlayedRun run;
  const auto append = [](std::vector<std::byte>& to, const std::vector<std::byte>& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  for (int done = 0; done < steps;) {
    const int now = std::min(settings.steps_per_launch, steps - done);
    player.step(now);
    done += now;
    for (const std::string& name : simulator.tensor_names()) {
      if (name.find("final_") == std::string::npos)
        append(run.steps[name], bytes_of_slots(simulator, simulator.tensor(name), now));
    }
    for (const Tensor& tensor : {player.log_probabilities(), player.values()})
      append(run.steps[tensor.name], bytes_of_slots(simulator, tensor, now));
    for (const Tensor& tensor : player.first_observations())
      append(run.first_observations, simulator.read(tensor));
    if (player.first_action_mask())
      append(run.first_observations, simulator.read(*player.first_action_mask()));
  }
  run.hashes = simulator.world_hashes();
  run.tally = simulator.tally();
  return run;
}

}  // namespace starling::tests
