/// A page of consecutive worlds as they were at one step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/world_snapshot.hpp"

namespace starling::serve {

struct Worlds {
  std::uint64_t run_id = 0;
  std::int64_t step = 0;  ///< Steps done.
  std::int64_t page = 0;  ///< Its first world is page * worlds_a_page.
  std::vector<WorldSnapshot> snapshots;
};

/// Worlds of a page: 64, or fewer where so many might be longer than a message may be.
std::int64_t worlds_a_page(const EnvironmentDescription& description);

/// Pages of a run of so many worlds; the last may be shorter than the others.
std::int64_t pages_of(const EnvironmentDescription& description, std::int64_t worlds);

/// The message. The snapshots are of all worlds of the page, in order. Throws Error (Unavailable)
/// where a world alone is longer than a message may be.
std::vector<std::byte> encode(const Worlds& worlds, const EnvironmentDescription& description);

/// Throws Error (Usage) for bytes that no `encode` has given for a page of a run of so many worlds:
/// rows that a table cannot have, a byte too few or too many, a bool that is neither true nor
/// false.
Worlds decode_worlds(std::span<const std::byte> message, const EnvironmentDescription& description,
                     std::int64_t run_worlds);

}  // namespace starling::serve
