/// Reads a trace back and says what it is of.
#include <algorithm>

#include "engine/batch.hpp"
#include "engine/planner.hpp"
#include "engine/tile_size.hpp"
#include "engine/trace_log.hpp"

namespace starling {
namespace {

/// Threads of a crew that have a row in the stage that has most.
int most_active_lanes(const Batch& batch, std::int64_t worlds) {
  if (batch.settings().device == Device::Cpu) return 1;
  const bool row_a_world = batch.plan().residency == Residency::Registers;
  const std::int64_t rows = worlds * (row_a_world ? 1 : most_rows_per_world(batch.description()));
  return static_cast<int>(std::min<std::int64_t>(rows, batch.plan().threads));
}

}  // namespace

TraceLog Simulator::trace() {
  if (settings().trace == TraceLevel::Off) {
    throw Error(Refusal::Usage, "trace needs a simulator made with Settings::trace");
  }
  const auto kind = static_cast<std::size_t>(step_program(settings()));
  TraceLog log;
  log.environment = settings().environment;
  log.device_name = device_name();
  log.device = settings().device;
  log.level = settings().trace;
  log.stage_names = batch_->environment().stage_names[kind];
  decode_trace(batch_->read_trace(), batch_->trace_target(), log);
  for (TraceSlice& slice : log.slices) {
    if (slice.stage < 0) slice.active_lanes = most_active_lanes(*batch_, slice.rows);
  }
  return log;
}

}  // namespace starling
