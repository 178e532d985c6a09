/// Reads a trace back and says what it is of.
#include <algorithm>

#include "engine/backend.hpp"
#include "engine/batch.hpp"
#include "engine/kernel_choice.hpp"
#include "engine/planner.hpp"
#include "engine/trace_log.hpp"

namespace starling {
namespace {

const StageNames& stage_names_of(const Batch& batch) {
  const ProgramKind kind = batch.traced_kind().value_or(step_program(batch.settings()));
  const RegisteredEnvironment& environment = batch.environment();
  if (batch.settings().device == Device::Cpu)
    return environment.cpu_stage_names[static_cast<std::size_t>(kind)];
  return environment.traced_cuda_kernel(kind, batch.plan().residency, batch.plan().lanes)
      ->stage_names;
}

/// Threads of a crew that have a row in the stage that has most.
int most_active_lanes(const Batch& batch, std::int64_t worlds) {
  if (batch.settings().device == Device::Cpu) return 1;
  const std::int64_t threads =
      threads_a_world(batch.description(), {batch.plan().residency, batch.plan().lanes});
  return static_cast<int>(std::min<std::int64_t>(worlds * threads, batch.plan().threads));
}

}  // namespace

TraceLog Simulator::trace() {
  if (settings().trace == TraceLevel::Off) {
    throw Error(Refusal::Usage, "trace needs a simulator made with Settings::trace");
  }
  TraceLog log;
  log.environment = settings().environment;
  log.device_name = device_name();
  log.device = settings().device;
  log.level = settings().trace;
  log.stage_period = settings().trace_period;
  log.stage_names = stage_names_of(*batch_);
  log.threads = log.device == Device::Cpu ? 1 : plan().threads;
  log.processors = log.device == Device::Cpu ? 1 : batch_->backend().limits().processors;
  log.worlds = settings().worlds;
  log.tiles = plan().tiles;
  decode_trace(batch_->read_trace(), batch_->trace_target(), log);
  for (TraceSlice& slice : log.slices) {
    if (slice.stage < 0) slice.active_lanes = most_active_lanes(*batch_, slice.rows);
  }
  return log;
}

void Simulator::clear_trace() {
  if (settings().trace == TraceLevel::Off) {
    throw Error(Refusal::Usage, "clear_trace needs a simulator made with Settings::trace");
  }
  batch_->clear_trace();
}

}  // namespace starling
