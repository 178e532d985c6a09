#include "engine/kernel_choice.hpp"

#include <algorithm>

#include "engine/planner.hpp"

namespace starling {
namespace {

constexpr std::int64_t warp_lanes = 32;
constexpr std::int64_t schedulers_a_processor = 4;

/// Rows of a world that are dealt out to lanes: those of tables with several.
std::int64_t dealt_rows(const EnvironmentDescription& description) {
  std::int64_t rows = 0;
  for (const TableDescription& table : description.tables)
    rows += table.rows_per_world > 1 ? table.rows_per_world : 0;
  return rows;
}

/// What a step takes with so many lanes a world: rows a lane, and a little that is every lane's,
/// times warps a scheduler. With 64 steps a launch it finds the fastest of 4, 8 and 16 lanes for
/// the arena of tests/bench on an H200 at 1,024, 4,096, 16,384 and 65,536 worlds; as a time it is
/// rough.
double relative_time(const EnvironmentDescription& description, std::int64_t worlds, int lanes,
                     int processors) {
  constexpr double of_every_lane = 0.6;
  const std::int64_t slots = (dealt_rows(description) + lanes - 1) / lanes;
  const double warps = static_cast<double>(worlds * lanes) / warp_lanes;
  const auto schedulers = static_cast<double>(schedulers_a_processor * processors);
  return (static_cast<double>(slots) + of_every_lane) * std::max(1.0, warps / schedulers);
}

/// The best of the compiled numbers of lanes; 0 if there is none.
int choose_lanes(const RegisteredEnvironment& environment, const Settings& settings,
                 const Backend& backend) {
  int best = 0;
  double least = 0;
  for (const CudaKernel& kernel :
       environment.cuda_kernels(step_program(settings), settings.fused)) {
    if (kernel.residency != Residency::Registers) continue;
    if (settings.lanes != 0 && kernel.lanes != settings.lanes) continue;
    const double time = relative_time(environment.description, settings.worlds, kernel.lanes,
                                      backend.limits().processors);
    if (best != 0 && time >= least) continue;
    best = kernel.lanes;
    least = time;
  }
  return best;
}

}  // namespace

KernelChoice choose_kernel(const RegisteredEnvironment& environment, const Settings& settings,
                           const Backend& backend) {
  if (settings.device == Device::Cpu) return {};
  const int lanes = choose_lanes(environment, settings, backend);
  const bool in_registers =
      settings.residency == Residency::Registers || settings.residency == Residency::Automatic;
  if (lanes == 0 && (settings.residency == Residency::Registers || settings.lanes != 0)) {
    throw Error(
        Refusal::Usage,
        "environment '" + environment.description.name + "' cannot run this program in registers" +
            (settings.lanes == 0 ? std::string()
                                 : " with " + std::to_string(settings.lanes) + " threads a world") +
            " on CUDA; automatic chooses what it can");
  }
  if (in_registers && lanes != 0) return {Residency::Registers, lanes};
  const CudaKernel* in_memory =
      environment.cuda_kernel(step_program(settings), settings.fused, Residency::Global);
  const int team_lanes = in_memory == nullptr ? 0 : in_memory->team_lanes;
  const bool is_global = settings.residency == Residency::Global ||
                         (settings.residency == Residency::Automatic && team_lanes > 0);
  KernelChoice choice{is_global ? Residency::Global : Residency::Shared};
  if (team_lanes == 0) return choice;
  choice.team_lanes = team_lanes;
  choice.scratch_bytes_a_warp = in_memory->shared_bytes_a_warp;
  choice.most_threads = in_memory->most_threads;
  return choice;
}

std::int64_t most_warps_a_block(const KernelChoice& choice, const Backend& backend) {
  const std::int64_t most =
      (choice.most_threads == 0 ? max_block_threads : choice.most_threads) / warp_lanes;
  if (choice.scratch_bytes_a_warp == 0) return most;
  return std::min(most, backend.limits().shared_bytes / choice.scratch_bytes_a_warp);
}

std::int64_t most_rows_per_world(const EnvironmentDescription& description) {
  std::int64_t rows = 1;
  for (const TableDescription& table : description.tables)
    rows = std::max<std::int64_t>(rows, table.rows_per_world);
  return rows;
}

std::int64_t threads_a_world(const EnvironmentDescription& description,
                             const KernelChoice& choice) {
  if (choice.lanes != 0) return choice.lanes;
  return choice.team_lanes != 0 ? choice.team_lanes : most_rows_per_world(description);
}

}  // namespace starling
