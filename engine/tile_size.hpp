/// How many worlds are stepped together.
#pragma once

#include "engine/backend.hpp"
#include "engine/kernel_choice.hpp"
#include "engine/layout.hpp"

namespace starling {

/// Columns are found in a slab, and rows in a column, by offsets of 31 bits.
inline constexpr std::int64_t max_slab_bytes = 0x7fffffffLL;
inline constexpr std::int64_t max_tile_rows = 0x7fffffffLL - row_padding;

/// True if a tile of so many worlds keeps to the limits above.
bool is_addressable(const EnvironmentDescription& description, std::int64_t tile_worlds);

/// Worlds of a tile: as set, or as the planner finds best; never more than the batch has.
std::int64_t choose_tile_worlds(const EnvironmentDescription& description, const Settings& settings,
                                const Backend& backend, const KernelChoice& choice);

}  // namespace starling
