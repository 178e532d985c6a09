/// A trace, read back: what each lane did, on one axis of time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/registry.hpp"
#include "engine/trace.hpp"

namespace starling {

/// A stretch of time in which one lane did one thing.
struct TraceSlice {
  std::int64_t start_ns = 0;  ///< Since the trace began.
  std::int64_t end_ns = 0;
  std::int32_t processor = 0;  ///< SM; 0 on a CPU.
  std::int32_t lane = 0;       ///< Of its processor: a CUDA block or a CPU thread.
  std::int32_t stage = -1;     ///< Index of its first token; -1 for a whole tile.
  std::int32_t tile = 0;
  std::int64_t step = 0;  ///< Since creation; a tile's first.
  std::int64_t rows = 0;
  int active_lanes = 0;  ///< Threads of the crew that had a row; of a tile, the most in any stage.

  bool operator==(const TraceSlice&) const = default;
};

struct TraceLog {
  std::string environment;
  std::string device_name;
  Device device = Device::Cpu;
  TraceLevel level = TraceLevel::Tile;
  int stage_period = 1;  ///< Stages are recorded in every so many steps of a launch.
  StageNames stage_names;
  int threads = 0;     ///< Of a crew: 1 on a CPU. 0 where it is not known, as in old files;
  int processors = 0;  ///< so too streaming multiprocessors, 1 on a CPU,
  std::int64_t worlds = 0;
  std::int64_t tiles = 0;  ///< of a launch.

  /// Lane by lane in order of time, a tile before its stages.
  std::vector<TraceSlice> slices;
  std::int64_t lanes = 0;
  std::int64_t launches = 0;         ///< That recorded anything.
  std::int64_t dropped_records = 0;  ///< For which there was no room.

  /// Of the time of all tracks from the first start to the last end, what was spent without a tile;
  /// over all launches, and leaving out the time between them. Nothing where no launch recorded all
  /// its lanes; launches after the first that did not are left out.
  std::optional<double> idle_share;
  std::optional<double> idle_share_in_launches;

  double timer_step_ns = 0;   ///< See ClockFit.
  double clock_error_ns = 0;  ///< See ClockFit.

  bool operator==(const TraceLog&) const = default;
};

/// Reads slices, idle shares and dropped records out of [lanes, lane_records] records of `target`.
/// The device must be set; all else that is known of environment and device is left as it is, and
/// active lanes are those of stages alone.
void decode_trace(std::span<const TraceRecord> records, const TraceTarget& target, TraceLog& log);

}  // namespace starling
