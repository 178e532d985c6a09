/// Networks that run layer by layer, by kernels of their own.
#pragma once

#include <cstdint>
#include <memory>

#include "systems/policy/device_network.hpp"

namespace starling::policy {

/// Tokens whose numbers lie in memory at a time.
inline constexpr std::int64_t layered_chunk_rows = 65536;

/// In bf16 with float32 sums, of any number of tokens. Agents are taken as many at a time as have
/// `chunk_rows` tokens or fewer, at least one; a launch works in memory of the network's own, so
/// that two may not overlap. For GPUs from sm_80 on.
///
/// Throws Error (Unavailable) where the GPU has not the memory for the tokens of one chunk.
std::unique_ptr<DeviceNetwork> make_layered_network(const Network& network,
                                                    std::int64_t chunk_rows = layered_chunk_rows);

}  // namespace starling::policy
