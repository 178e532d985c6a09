/// Fused networks, by the instructions that multiply their matrices.
#pragma once

#include <memory>

#include "systems/policy/device_network.hpp"

namespace starling::policy {

/// In the shape of block that is for the network's d_model and heads; null where there is none.
/// For GPUs from sm_80 on.
std::unique_ptr<DeviceNetwork> make_warp_network(const Network& network);

/// The same for sm_90a alone, on which it is faster; in builds for that architecture.
std::unique_ptr<DeviceNetwork> make_warpgroup_network(const Network& network);

}  // namespace starling::policy
