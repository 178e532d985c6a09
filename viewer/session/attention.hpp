/// What a policy's agents attend to, computed from a snapshot.
#pragma once

#include <vector>

#include "engine/description.hpp"
#include "engine/world_snapshot.hpp"
#include "systems/policy/network.hpp"

namespace starling::viewer {

/// Shares of an agent's attention, mean over heads and layers: [tokens]. Empty where there is no
/// such agent. The network fits the environment.
std::vector<float> attention_of(const policy::Network& network,
                                const EnvironmentDescription& description,
                                const WorldSnapshot& world, int agent);

}  // namespace starling::viewer
