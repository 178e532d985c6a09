/// A policy's network on one agent: plain loops, what everything faster is held to. Values are
/// float32; the sums of linear layers, of layer norms and of the mean over tokens run in double.
#pragma once

#include <span>
#include <vector>

#include "systems/policy/network.hpp"

namespace starling::policy {

/// What a network makes of one agent's observation.
struct Answer {
  std::vector<float> logits;  ///< Of all components of the action, one after the other.
  float value = 0.0F;
  /// How much the agent's own token attends to each, mean over heads and layers: [tokens], together
  /// 1; 0 where none is there.
  std::vector<float> attention;
};

/// `features`: the tokens' features, type by type as the architecture lists them; `present`: of
/// each token whether it is there, the first always. What tokens hold that are not there reaches no
/// result.
Answer forward(const Network& network, std::span<const float> features,
               std::span<const std::uint8_t> present);

}  // namespace starling::policy
