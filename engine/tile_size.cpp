#include "engine/tile_size.hpp"

#include <algorithm>

namespace starling {
namespace {

/// Threads of one CUDA block's tile, and tiles that a processor should have to choose from. Where
/// rows are in registers a lane a world wants whole blocks of 256: CartPole on an H200, 65,536
/// worlds, 64 steps a launch, 103, 104 and 107 G world-steps/s with tiles of 64, 128 and 256, and
/// at 1,048,576 worlds 114, 114 and 117, since warps that store side by side fill lines together.
/// Groups of several lanes a world want a warp's worlds: the arena, one step a launch, 65,536
/// worlds, 979 million world-steps/s with tiles of 8 and 967 with 32; 131,072 worlds, 1,058 and
/// 1,036.
constexpr std::int64_t cuda_tile_threads = 128;
constexpr std::int64_t cuda_lane_tile_worlds = 256;
constexpr std::int64_t tiles_per_processor = 8;
constexpr std::int64_t warp_rows = 32;

std::int64_t bytes_per_world(const EnvironmentDescription& description, bool exported) {
  std::int64_t bytes = 0;
  for (const ColumnDescription& column : description.columns) {
    if (column.is_exported() == exported) bytes += column.bytes_per_world();
  }
  return bytes;
}

/// On a CPU: what a step touches of a tile stays in half the core's cache, and every thread has
/// tiles enough to balance.
std::int64_t cpu_tile_worlds(const EnvironmentDescription& description, const Settings& settings,
                             const Backend& backend) {
  const std::int64_t touched =
      bytes_per_world(description, false) + bytes_per_world(description, true);
  const std::int64_t fitting = backend.limits().cache_bytes / 2 / touched;
  const std::int64_t shared_out = settings.worlds / (4 * backend.threads(0));
  return std::max(warp_rows, std::min(fitting, shared_out) / warp_rows * warp_rows);
}

/// Where tables grow, or a run sets their rows, a block steps its tile in shared memory: some
/// blocks a processor hide each other's barriers, and their first warp works alone where systems
/// are called once a world. Overcooked on an H200, 65,536 worlds, 1.8 KB each, blocks of 128
/// threads: 1,040 million world-steps/s with 16 worlds a tile, 960 with 24, 832 with 32; before
/// that 386, 454, 583, 676 and 615 with 4, 8, 16, 32 and 48 in blocks of 256.
constexpr std::int64_t blocks_a_processor = 7;
constexpr std::int64_t most_tile_worlds = 32;

std::int64_t shared_tile_worlds(const EnvironmentDescription& description, const Settings& settings,
                                const Backend& backend) {
  const std::int64_t block_bytes = backend.limits().shared_bytes / blocks_a_processor;
  const std::int64_t spread = settings.worlds / (blocks_a_processor * backend.limits().processors);
  std::int64_t tile = std::clamp<std::int64_t>(spread, 1, most_tile_worlds);
  while (tile > 1 && make_layout(description, tile, Layout::Whole).shared_bytes() > block_bytes)
    --tile;
  return tile;
}

/// Where threads share a world: one block a processor at a time, as large as may be, whose barriers
/// keep its warps together. A step of rigid bodies has more instructions than fit a processor's
/// cache, and warps apart wait for them each for itself: the escape room on an H200, 16,384 worlds,
/// 9.2 million world-steps/s with tiles of 4, 15.1 with 8, 23.4 with 16; after its code became
/// smaller 26.9 with 16 and 32.1 with 32.
std::int64_t team_tile_worlds(const Settings& settings, const Backend& backend,
                              const KernelChoice& choice) {
  const std::int64_t warp_worlds = warp_rows / choice.team_lanes;
  const std::int64_t warps = std::max<std::int64_t>(1, most_warps_a_block(choice, backend));
  const std::int64_t processors = backend.limits().processors;
  const std::int64_t of_processor = (settings.worlds + processors - 1) / processors;
  const std::int64_t turns =
      std::max<std::int64_t>(1, (of_processor + warps * warp_worlds - 1) / (warps * warp_worlds));
  return round_up((of_processor + turns - 1) / turns, warp_worlds);
}

/// On CUDA: smaller than a full tile where that leaves processors without tiles.
std::int64_t cuda_tile_worlds(const EnvironmentDescription& description, const Settings& settings,
                              const Backend& backend, const KernelChoice& choice) {
  const std::int64_t rows = threads_a_world(description, choice);
  if (is_walked_by_block(description)) return shared_tile_worlds(description, settings, backend);
  if (choice.team_lanes != 0) return team_tile_worlds(settings, backend, choice);
  if (choice.lanes == 1) {
    const std::int64_t shared_out =
        round_up(settings.worlds / backend.limits().processors, warp_rows);
    return std::clamp(shared_out, warp_rows, cuda_lane_tile_worlds);
  }
  if (choice.lanes > 1) return warp_rows / choice.lanes;
  const std::int64_t full = std::max<std::int64_t>(1, cuda_tile_threads / rows);
  const std::int64_t spread = settings.worlds / (tiles_per_processor * backend.limits().processors);
  const std::int64_t least = std::max<std::int64_t>(1, warp_rows / rows);
  return std::clamp(round_up(spread, least), least, std::max(least, full));
}

}  // namespace

bool is_walked_by_block(const EnvironmentDescription& description) {
  return std::any_of(description.tables.begin(), description.tables.end(),
                     [](const TableDescription& table) { return !table.is_fixed; });
}

bool is_addressable(const SlabLayout& layout) {
  return *std::max_element(layout.plane_rows.begin(), layout.plane_rows.end()) <= max_tile_rows &&
         layout.slab_bytes <= max_slab_bytes;
}

std::int64_t choose_tile_worlds(const EnvironmentDescription& description, const Settings& settings,
                                const Backend& backend, const KernelChoice& choice) {
  if (settings.tile_worlds != 0) {
    return std::min<std::int64_t>(settings.tile_worlds, settings.worlds);
  }
  std::int64_t tile = settings.device == Device::Cpu
                          ? cpu_tile_worlds(description, settings, backend)
                          : cuda_tile_worlds(description, settings, backend, choice);
  const Layout layout = layout_on(settings.device);
  while (tile > 1 && !is_addressable(make_layout(description, tile, layout)))
    tile /= 2;
  return std::min(tile, settings.worlds);
}

}  // namespace starling
