/// How many worlds are stepped together.
#pragma once

#include "engine/backend.hpp"
#include "engine/kernel_choice.hpp"
#include "engine/layout.hpp"

namespace starling {

/// Columns are found in a slab, and rows in a column, by offsets of 31 bits.
inline constexpr std::int64_t max_slab_bytes = 0x7fffffffLL;
inline constexpr std::int64_t max_tile_rows = 0x7fffffffLL - row_padding;

/// On CUDA structs stay whole; on a CPU every scalar has a plane.
constexpr Layout layout_on(Device device) {
  return device == Device::Cpu ? Layout::Planes : Layout::Whole;
}

/// True if blocks step tiles of the environment in shared memory: its tables grow, or a run sets
/// their rows. Such blocks have so many threads at most.
bool is_walked_by_block(const EnvironmentDescription& description);

/// True if the slab of a tile keeps to the limits above.
bool is_addressable(const SlabLayout& layout);

/// Worlds of a tile: as set, or as the planner finds best; never more than the batch has.
std::int64_t choose_tile_worlds(const EnvironmentDescription& description, const Settings& settings,
                                const Backend& backend, const KernelChoice& choice);

}  // namespace starling
