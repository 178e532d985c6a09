/// Whether two programs make the same worlds of the same options, in one number.
#pragma once

#include <cstdint>

#include "engine/registry.hpp"

namespace starling {

/// The same for two programs only where snapshots and actions of one mean the same in the other:
/// from names, types and places of all that worlds have, rows a world, choices of actions, and what
/// all worlds share.
std::uint64_t fingerprint_of(const PreparedEnvironment& environment);

}  // namespace starling
