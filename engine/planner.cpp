#include "engine/planner.hpp"

#include <algorithm>
#include <limits>

#include "engine/footprint.hpp"
#include "engine/kernel_choice.hpp"
#include "engine/tile_size.hpp"

namespace starling {
namespace {

constexpr std::int64_t max_worlds = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t max_tile_worlds = 1 << 20;
constexpr std::int64_t max_steps_per_launch = 1 << 16;
constexpr int max_threads = 4096;
constexpr int max_lanes = 32;
constexpr std::int64_t max_exported_rows = std::numeric_limits<std::int32_t>::max();

void check_range(const char* what, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return;
  throw Error(Refusal::Usage, std::string(what) + " is " + std::to_string(value) +
                                  "; it must lie between " + std::to_string(low) + " and " +
                                  std::to_string(high));
}

void check_settings(const Settings& settings) {
  check_range("worlds", settings.worlds, 1, max_worlds);
  check_range("first_world", settings.first_world, 0, max_worlds - settings.worlds);
  check_range("tile_worlds", settings.tile_worlds, 0, max_tile_worlds);
  check_range("steps_per_launch", settings.steps_per_launch, 1, max_steps_per_launch);
  check_range("threads", settings.threads, 0, max_threads);
  check_range("lanes", settings.lanes, 0, max_lanes);
  const bool on_cpu = settings.device == Device::Cpu;
  if (on_cpu &&
      (settings.residency == Residency::Registers || settings.residency == Residency::Shared)) {
    throw Error(Refusal::Usage, std::string("residency ") + name_of(settings.residency) +
                                    " exists on CUDA only; a CPU has automatic and global");
  }
  check_range("trace_records", settings.trace_records, 1 << 14, 1 << 30);
  check_range("trace_period", settings.trace_period, 0, max_steps_per_launch);
  if ((settings.trace_period & (settings.trace_period - 1)) != 0) {
    throw Error(Refusal::Usage, "trace_period is " + std::to_string(settings.trace_period) +
                                    "; it must be a power of two");
  }
  if (settings.trace != TraceLevel::Off && (settings.hash_steps || !settings.fused)) {
    throw Error(Refusal::Usage, std::string("trace is ") + name_of(settings.trace) +
                                    "; with hash_steps or without fusion nothing can be traced");
  }
  if (settings.hash_steps && settings.actions != Actions::Random) {
    throw Error(Refusal::Usage,
                "hash_steps needs random actions; with actions from tensors, read "
                "world_hashes after launches of one step");
  }
}

void check_tile(const EnvironmentDescription& description, std::int64_t tile_worlds,
                const SlabLayout& layout) {
  if (is_addressable(layout)) return;
  throw Error(Refusal::Usage, "a tile of " + std::to_string(tile_worlds) + " worlds of '" +
                                  description.name + "' takes " +
                                  std::to_string(layout.slab_bytes) + " bytes; it may take " +
                                  std::to_string(max_slab_bytes) + ", in at most " +
                                  std::to_string(max_tile_rows) + " rows");
}

/// Shared memory holds what fits it; automatically, the slab else stays where it is.
Residency check_residency(const RegisteredEnvironment& environment, const Settings& settings,
                          const Backend& backend, const KernelChoice& choice,
                          std::int64_t shared_bytes) {
  if (settings.device == Device::Cpu) return Residency::Global;
  const bool automatic = settings.residency == Residency::Automatic;
  const bool is_compiled = environment.cuda_kernel(step_program(settings), settings.fused,
                                                   choice.residency, choice.lanes) != nullptr;
  const bool fits =
      choice.residency != Residency::Shared || shared_bytes <= backend.limits().shared_bytes;
  if (is_compiled && fits) return choice.residency;
  if (automatic) return Residency::Global;
  if (!is_compiled) {
    throw Error(Refusal::Usage, "environment '" + environment.description.name +
                                    "' cannot run this program in " + name_of(choice.residency) +
                                    " on CUDA; automatic chooses what it can");
  }
  throw Error(Refusal::Usage, "a slab of " + std::to_string(shared_bytes) +
                                  " bytes does not fit the " +
                                  std::to_string(backend.limits().shared_bytes) +
                                  " bytes of shared memory of a block; choose a smaller tile");
}

/// The scratch memory of a warp's teams is in shared memory, or the kernel cannot be launched.
void check_scratch(const RegisteredEnvironment& environment, const Settings& settings,
                   const Backend& backend, const KernelChoice& choice) {
  if (settings.device == Device::Cpu || most_warps_a_block(choice, backend) > 0) return;
  throw Error(Refusal::Usage,
              "teams of environment '" + environment.description.name + "' take " +
                  std::to_string(choice.scratch_bytes_a_warp) +
                  " bytes of scratch memory a warp, but a block has " +
                  std::to_string(backend.limits().shared_bytes) +
                  " bytes of shared memory; give a world more threads, or less scratch memory");
}

/// A traced run needs a kernel that was compiled for it: those that keep a tile on chip.
void check_trace(const RegisteredEnvironment& environment, const Settings& settings,
                 const Plan& plan) {
  if (settings.trace == TraceLevel::Off || settings.device == Device::Cpu) return;
  if (environment.traced_cuda_kernel(step_program(settings), plan.residency, plan.lanes)) return;
  throw Error(Refusal::Usage,
              "environment '" + environment.description.name + "' cannot be traced in residency " +
                  name_of(plan.residency) +
                  " on CUDA; automatic chooses what can, where a tile stays on chip");
}

/// CPU threads, or those of a block that its tile occupies and its kernel can have.
int choose_threads(const RegisteredEnvironment& environment, const Settings& settings,
                   const Backend& backend, const KernelChoice& choice, std::int64_t tile_worlds) {
  const int threads =
      backend.threads(tile_worlds * threads_a_world(environment.description, choice));
  if (settings.device == Device::Cpu) return threads;
  const CudaKernel* kernel = environment.cuda_kernel(step_program(settings), settings.fused,
                                                     choice.residency, choice.lanes);
  const int fitting = 32 * static_cast<int>(most_warps_a_block(choice, backend));
  const int most = std::min(fitting, kernel == nullptr ? threads : kernel->most_threads);
  return std::min(
      {threads, most, is_walked_by_block(environment.description) ? walking_threads : most});
}

/// Most worlds that fit with everything else as set; the tile chosen anew for each count.
std::int64_t most_worlds(const RegisteredEnvironment& environment, Settings settings,
                         const Backend& backend) {
  const EnvironmentDescription& description = environment.description;
  std::int64_t fits = 0;
  std::int64_t too_many = settings.worlds;
  while (too_many - fits > 1) {
    settings.worlds = fits + (too_many - fits) / 2;
    const KernelChoice choice = choose_kernel(environment, settings, backend);
    const std::int64_t tile = choose_tile_worlds(description, settings, backend, choice);
    const bool has_room =
        total_bytes(list_items(description, settings, tile)) <= backend.limits().memory_bytes &&
        most_exported_rows(description, settings) <= max_exported_rows;
    (has_room ? fits : too_many) = settings.worlds;
  }
  return fits;
}

void check_memory(const RegisteredEnvironment& environment, const Settings& settings,
                  const Backend& backend, std::int64_t needed_bytes) {
  const std::int64_t memory_bytes = backend.limits().memory_bytes;
  if (needed_bytes <= memory_bytes) return;
  throw Error(Refusal::Unavailable,
              std::to_string(settings.worlds) + " worlds of '" + environment.description.name +
                  "' with " + std::to_string(settings.steps_per_launch) + " steps a launch need " +
                  std::to_string(needed_bytes) + " bytes, but " + backend.limits().name + " has " +
                  std::to_string(memory_bytes) + " free; at most " +
                  std::to_string(most_worlds(environment, settings, backend)) + " worlds fit");
}

void check_exports(const EnvironmentDescription& description, const Settings& settings) {
  const std::int64_t rows = most_exported_rows(description, settings);
  if (rows <= max_exported_rows) return;
  throw Error(Refusal::Usage, std::to_string(settings.worlds) + " worlds of '" + description.name +
                                  "' with " + std::to_string(settings.steps_per_launch) +
                                  " steps a launch export " + std::to_string(rows) +
                                  " rows; at most " + std::to_string(max_exported_rows) +
                                  " can be numbered: take fewer steps a launch");
}

}  // namespace

ProgramKind step_program(const Settings& settings) {
  if (settings.actions == Actions::Tensor) return ProgramKind::Step;
  return settings.hash_steps || !settings.fused ? ProgramKind::Verify : ProgramKind::Rollout;
}

Plan make_plan(const RegisteredEnvironment& environment, const Settings& settings,
               const Backend& backend) {
  check_settings(settings);
  const EnvironmentDescription& description = environment.description;
  Plan plan;
  const KernelChoice choice = choose_kernel(environment, settings, backend);
  const std::int64_t tile = choose_tile_worlds(description, settings, backend, choice);
  const SlabLayout layout = make_layout(description, tile, layout_on(settings.device));
  check_tile(description, tile, layout);
  plan.tile_worlds = static_cast<int>(tile);
  plan.tiles = (settings.worlds + tile - 1) / tile;
  plan.slab_bytes = layout.slab_bytes;
  check_scratch(environment, settings, backend, choice);
  plan.threads = choose_threads(environment, settings, backend, choice, tile);
  plan.residency = check_residency(environment, settings, backend, choice, layout.shared_bytes());
  plan.lanes = choice.lanes;
  check_trace(environment, settings, plan);
  plan.resident = settings.device == Device::Cpu ? layout.slab_bytes <= backend.limits().cache_bytes
                                                 : plan.residency != Residency::Global;
  const ProgramSchedule& schedule = environment.schedule(step_program(settings), settings.fused);
  plan.stages = schedule.stages;
  plan.barriers = schedule.barriers;
  plan.items = list_items(description, settings, tile);
  plan.total_bytes = total_bytes(plan.items);
  plan.bytes_per_world =
      static_cast<double>(plan.total_bytes) / static_cast<double>(settings.worlds);
  check_memory(environment, settings, backend, plan.total_bytes);
  check_exports(description, settings);
  return plan;
}

}  // namespace starling
