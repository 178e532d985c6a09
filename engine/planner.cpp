#include "engine/planner.hpp"

#include <algorithm>
#include <limits>

namespace starling {
namespace {

constexpr std::int64_t max_worlds = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t max_tile_worlds = 1 << 20;
constexpr std::int64_t max_steps_per_launch = 1 << 16;
constexpr int max_threads = 4096;

/// Rows of one CUDA block's tile: one a thread.
constexpr std::int64_t cuda_tile_rows = 256;
constexpr std::int64_t warp_rows = 32;

/// Columns are found in a slab, and slabs in copies, by 31 bits; so are rows in a column.
constexpr std::int64_t max_slab_bytes = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t max_tile_rows = std::numeric_limits<std::int32_t>::max() - row_padding;

void check_range(const char* what, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return;
  throw Error(Refusal::Usage, std::string(what) + " is " + std::to_string(value) +
                                  "; it must lie between " + std::to_string(low) + " and " +
                                  std::to_string(high));
}

void check_settings(const Settings& settings) {
  check_range("worlds", settings.worlds, 1, max_worlds);
  check_range("tile_worlds", settings.tile_worlds, 0, max_tile_worlds);
  check_range("steps_per_launch", settings.steps_per_launch, 1, max_steps_per_launch);
  check_range("threads", settings.threads, 0, max_threads);
  const bool on_cpu = settings.device == Device::Cpu;
  if (on_cpu &&
      (settings.residency == Residency::Registers || settings.residency == Residency::Shared)) {
    throw Error(Refusal::Usage, std::string("residency ") + name_of(settings.residency) +
                                    " exists on CUDA only; a CPU has automatic and global");
  }
  if (settings.hash_steps && settings.actions != Actions::Random) {
    throw Error(Refusal::Usage,
                "hash_steps needs random actions; with actions from tensors, read "
                "world_hashes after launches of one step");
  }
}

std::int64_t bytes_per_world(const EnvironmentDescription& description, bool exported) {
  std::int64_t bytes = 0;
  for (const ColumnDescription& column : description.columns) {
    if (column.is_exported() == exported) bytes += column.bytes_per_world();
  }
  return bytes;
}

std::int64_t most_rows_per_world(const EnvironmentDescription& description) {
  std::int64_t rows = 1;
  for (const TableDescription& table : description.tables) {
    rows = std::max<std::int64_t>(rows, table.rows_per_world);
  }
  return rows;
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

/// On CUDA: a row a thread in blocks of 256, smaller where that leaves processors without a tile.
std::int64_t cuda_tile_worlds(const EnvironmentDescription& description, const Settings& settings,
                              const Backend& backend) {
  const std::int64_t rows = most_rows_per_world(description);
  const std::int64_t full = std::max<std::int64_t>(1, cuda_tile_rows / rows);
  const std::int64_t spread = settings.worlds / (2 * backend.limits().processors);
  const std::int64_t least = std::max<std::int64_t>(1, warp_rows / rows);
  return std::clamp(spread / least * least, least, std::max(least, full));
}

bool is_addressable(const EnvironmentDescription& description, std::int64_t tile_worlds) {
  return tile_worlds * most_rows_per_world(description) <= max_tile_rows &&
         make_layout(description, tile_worlds).slab_bytes <= max_slab_bytes;
}

/// Worlds of a tile: as set, or as the planner finds best; never more than the batch has.
std::int64_t choose_tile_worlds(const EnvironmentDescription& description, const Settings& settings,
                                const Backend& backend) {
  if (settings.tile_worlds != 0) {
    return std::min<std::int64_t>(settings.tile_worlds, settings.worlds);
  }
  std::int64_t tile = settings.device == Device::Cpu
                          ? cpu_tile_worlds(description, settings, backend)
                          : cuda_tile_worlds(description, settings, backend);
  while (tile > 1 && !is_addressable(description, tile))
    tile /= 2;
  return std::min(tile, settings.worlds);
}

void check_tile(const EnvironmentDescription& description, std::int64_t tile_worlds,
                const SlabLayout& layout) {
  if (is_addressable(description, tile_worlds)) return;
  throw Error(Refusal::Usage, "a tile of " + std::to_string(tile_worlds) + " worlds of '" +
                                  description.name + "' takes " +
                                  std::to_string(layout.slab_bytes) + " bytes; it may take " +
                                  std::to_string(max_slab_bytes) + ", in at most " +
                                  std::to_string(max_tile_rows) + " rows");
}

Residency choose_residency(const RegisteredEnvironment& environment, const Settings& settings,
                           const Backend& backend, std::int64_t slab_bytes) {
  if (settings.device == Device::Cpu) return Residency::Global;
  const ProgramKind kind = step_program(settings);
  const auto compiled = [&](Residency residency) {
    return environment.cuda_kernel(kind, settings.fused, residency) != nullptr;
  };
  const bool fits_shared = slab_bytes <= backend.limits().shared_bytes;
  if (settings.residency == Residency::Automatic) {
    // one step a launch has nothing to keep: columns of rare work are better loaded when it comes
    if (settings.steps_per_launch == 1 && compiled(Residency::Registers)) return Residency::Global;
    if (compiled(Residency::Registers)) return Residency::Registers;
    return compiled(Residency::Shared) && fits_shared ? Residency::Shared : Residency::Global;
  }
  if (!compiled(settings.residency)) {
    throw Error(Refusal::Usage, "environment '" + environment.description.name +
                                    "' cannot run this program in " + name_of(settings.residency) +
                                    " on CUDA; automatic chooses what it can");
  }
  if (settings.residency == Residency::Shared && !fits_shared) {
    throw Error(Refusal::Usage, "a slab of " + std::to_string(slab_bytes) +
                                    " bytes does not fit the " +
                                    std::to_string(backend.limits().shared_bytes) +
                                    " bytes of shared memory of a block; choose a smaller tile");
  }
  return settings.residency;
}

std::vector<FootprintItem> list_items(const EnvironmentDescription& description,
                                      const Settings& settings, std::int64_t tiles,
                                      const SlabLayout& layout) {
  std::vector<FootprintItem> items;
  std::int64_t accounted = 0;
  for (const ColumnDescription& column : description.columns) {
    const auto table = static_cast<std::size_t>(column.table);
    const std::string name = description.tables[table].name + "." + column.component;
    if (column.is_exported()) {
      items.push_back({name + " (exported)",
                       settings.worlds * column.bytes_per_world() * slots_of(column, settings)});
    } else {
      const std::int64_t bytes = tiles * layout.plane_rows[table] * column.size_bytes;
      accounted += bytes;
      items.push_back({name, bytes});
    }
  }
  items.push_back({"padding of slabs", tiles * layout.slab_bytes - accounted});
  if (settings.tile_shuffle != 0) items.push_back({"tile order", tiles * 4});
  return items;
}

std::int64_t total_bytes(const EnvironmentDescription& description, const Settings& settings,
                         std::int64_t tile_worlds) {
  const std::int64_t tiles = (settings.worlds + tile_worlds - 1) / tile_worlds;
  std::int64_t total = 0;
  for (const FootprintItem& item :
       list_items(description, settings, tiles, make_layout(description, tile_worlds))) {
    total += item.size_bytes;
  }
  return total;
}

/// Most worlds that fit with everything else as set; the tile chosen anew for each count.
std::int64_t most_worlds(const EnvironmentDescription& description, Settings settings,
                         const Backend& backend) {
  std::int64_t fits = 0;
  std::int64_t too_many = settings.worlds;
  while (too_many - fits > 1) {
    settings.worlds = fits + (too_many - fits) / 2;
    const std::int64_t tile = choose_tile_worlds(description, settings, backend);
    (total_bytes(description, settings, tile) <= backend.limits().memory_bytes ? fits : too_many) =
        settings.worlds;
  }
  return fits;
}

}  // namespace

ProgramKind step_program(const Settings& settings) {
  if (settings.actions == Actions::Tensor) return ProgramKind::Step;
  return settings.hash_steps || !settings.fused ? ProgramKind::Verify : ProgramKind::Rollout;
}

std::int64_t slots_of(const ColumnDescription& column, const Settings& settings) {
  if (column.role != ColumnRole::Internal) return settings.steps_per_launch;
  const bool each_step =
      column.component == "StateHash" && step_program(settings) == ProgramKind::Verify;
  return each_step ? settings.steps_per_launch : 1;
}

Plan make_plan(const RegisteredEnvironment& environment, const Settings& settings,
               const Backend& backend) {
  check_settings(settings);
  const EnvironmentDescription& description = environment.description;
  Plan plan;
  const std::int64_t tile = choose_tile_worlds(description, settings, backend);
  const SlabLayout layout = make_layout(description, tile);
  check_tile(description, tile, layout);
  plan.tile_worlds = static_cast<int>(tile);
  plan.tiles = (settings.worlds + tile - 1) / tile;
  plan.slab_bytes = layout.slab_bytes;
  plan.threads = backend.threads(tile * most_rows_per_world(description));
  plan.residency = choose_residency(environment, settings, backend, layout.slab_bytes);
  plan.resident = settings.device == Device::Cpu ? layout.slab_bytes <= backend.limits().cache_bytes
                                                 : plan.residency != Residency::Global;
  const ProgramSchedule& schedule = environment.schedule(step_program(settings), settings.fused);
  plan.stages = schedule.stages;
  plan.barriers = schedule.barriers;
  plan.items = list_items(description, settings, plan.tiles, layout);
  plan.total_bytes = total_bytes(description, settings, tile);
  plan.bytes_per_world =
      static_cast<double>(plan.total_bytes) / static_cast<double>(settings.worlds);
  const std::int64_t memory_bytes = backend.limits().memory_bytes;
  if (plan.total_bytes > memory_bytes) {
    throw Error(Refusal::Unavailable,
                std::to_string(settings.worlds) + " worlds of '" + description.name + "' with " +
                    std::to_string(settings.steps_per_launch) + " steps a launch need " +
                    std::to_string(plan.total_bytes) + " bytes, but " + backend.limits().name +
                    " has " + std::to_string(memory_bytes) + " free; at most " +
                    std::to_string(most_worlds(description, settings, backend)) + " worlds fit");
  }
  return plan;
}

}  // namespace starling
