#include "engine/trace_log.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "engine/trace_clock.hpp"

namespace starling {
namespace {

/// What one lane recorded in one launch.
struct Part {
  const TraceRecord* begin = nullptr;
  const TraceRecord* busy = nullptr;
  const TraceRecord* end = nullptr;
  std::int32_t lane = 0;   ///< Of the target.
  std::int32_t track = 0;  ///< Of its processor.

  std::uint32_t launch() const { return begin->rows; }
  std::int32_t processor() const { return begin->tile; }
};

/// A launch's records of a lane end with Busy and End.
std::vector<Part> split(std::span<const TraceRecord> records, const TraceTarget& target) {
  std::vector<Part> parts;
  for (std::int32_t lane = 0; lane < target.lanes; ++lane) {
    const TraceRecord* count = &records[static_cast<std::size_t>(lane) * target.lane_records];
    for (std::uint64_t index = 1; index <= count->start; ++index) {
      const TraceRecord& record = count[index];
      if (record.kind == TraceKind::Begin) parts.push_back({.begin = &record, .lane = lane});
      if (record.kind == TraceKind::Busy) parts.back().busy = &record;
      if (record.kind == TraceKind::End) parts.back().end = &record;
    }
  }
  return parts;
}

/// The ticks of a CPU's clock are nanoseconds already.
ClockFit fit_clocks(const std::vector<Part>& parts, Device device) {
  std::vector<ClockPair> pairs;
  for (const Part& part : parts) {
    for (const TraceRecord* record : {part.begin, part.end}) {
      pairs.push_back({part.launch(), part.processor(), record->start,
                       device == Device::Cpu ? record->start : record->end});
    }
  }
  return ClockFit(pairs);
}

/// In each launch, the parts of one processor get its tracks one after the other, and one that
/// starts when another has ended takes over its track.
void choose_tracks(std::vector<Part>& parts) {
  std::stable_sort(parts.begin(), parts.end(), [](const Part& left, const Part& right) {
    return std::tuple(left.launch(), left.processor(), left.begin->start) <
           std::tuple(right.launch(), right.processor(), right.begin->start);
  });
  std::vector<std::uint64_t> ends;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const bool is_first = part == 0 || parts[part].launch() != parts[part - 1].launch() ||
                          parts[part].processor() != parts[part - 1].processor();
    if (is_first) ends.clear();
    const auto free = std::find_if(ends.begin(), ends.end(), [&](std::uint64_t end) {
      return end <= parts[part].begin->start;
    });
    parts[part].track = static_cast<std::int32_t>(free - ends.begin());
    if (free == ends.end()) ends.emplace_back();
    ends[static_cast<std::size_t>(parts[part].track)] = parts[part].end->start;
  }
}

TraceSlice slice_of(const TraceRecord& record, const Part& part, const ClockFit& clocks) {
  const auto time = [&](std::uint64_t ticks) {
    return std::llround(clocks.nanoseconds(part.launch(), part.processor(), ticks));
  };
  return {.start_ns = time(record.start),
          .end_ns = time(record.end),
          .processor = part.processor(),
          .lane = part.track,
          .stage = record.kind == TraceKind::Stage ? record.stage : -1,
          .tile = record.tile,
          .step = std::int64_t{part.launch()} + record.step,
          .rows = record.rows,
          .active_lanes = record.lanes};
}

/// The records of a part as slices. A tile stands behind its stages, which do not know its index.
void add_slices(const Part& part, const ClockFit& clocks, std::vector<TraceSlice>& slices) {
  std::size_t first_stage = slices.size();
  for (const TraceRecord* record = part.begin + 1; record < part.busy; ++record) {
    slices.push_back(slice_of(*record, part, clocks));
    if (record->kind != TraceKind::Tile) continue;
    for (std::size_t stage = first_stage; stage < slices.size(); ++stage)
      slices[stage].tile = record->tile;
    std::rotate(slices.begin() + static_cast<std::ptrdiff_t>(first_stage), slices.end() - 1,
                slices.end());
    first_stage = slices.size();
  }
  slices.resize(first_stage);  // stages of a tile whose own record was dropped
}

/// Sorts by track and time. Lines of different launches may cross by the timer's step: there, what
/// comes later starts later.
void put_in_order(std::vector<TraceSlice>& slices) {
  const auto track = [](const TraceSlice& slice) {
    return std::tuple(slice.processor, slice.lane);
  };
  std::stable_sort(slices.begin(), slices.end(),
                   [&](const auto& left, const auto& right) { return track(left) < track(right); });
  std::int64_t tile_end = 0;
  std::int64_t stage_end = 0;
  for (std::size_t slice = 0; slice < slices.size(); ++slice) {
    TraceSlice& now = slices[slice];
    const bool is_tile = now.stage < 0;
    if (slice == 0 || track(slices[slice - 1]) != track(now)) tile_end = now.start_ns;
    now.start_ns = std::max(now.start_ns, is_tile ? tile_end : stage_end);
    now.end_ns = std::max(now.end_ns, now.start_ns);
    stage_end = is_tile ? now.start_ns : now.end_ns;
    if (is_tile) tile_end = now.end_ns;
  }
}

/// Sums over the lanes of one launch, in nanoseconds.
struct LaunchTimes {
  std::int32_t lanes = 0;
  std::map<std::int32_t, std::int32_t> tracks;  ///< Of each processor.
  double start = INFINITY;
  double end = 0;
  double busy = 0;
};

void measure_idleness(const std::vector<Part>& parts, const ClockFit& clocks, std::int32_t lanes,
                      TraceLog& log) {
  std::map<std::uint32_t, LaunchTimes> launches;
  for (const Part& part : parts) {
    const auto time = [&](std::uint64_t ticks) {
      return clocks.nanoseconds(part.launch(), part.processor(), ticks);
    };
    LaunchTimes& launch = launches[part.launch()];
    ++launch.lanes;
    std::int32_t& tracks = launch.tracks[part.processor()];
    tracks = std::max(tracks, part.track + 1);
    launch.start = std::min(launch.start, time(part.begin->start));
    launch.end = std::max(launch.end, time(part.busy->end));
    launch.busy += time(part.begin->start + part.busy->start) - time(part.begin->start);
  }
  log.launches = static_cast<std::int64_t>(launches.size());

  double busy = 0;
  double inside = 0;
  double end = 0;
  std::int64_t most_tracks = 0;
  for (const auto& [first_step, launch] : launches) {
    if (launch.lanes != lanes) break;
    std::int64_t tracks = 0;
    for (const auto& [processor, count] : launch.tracks)
      tracks += count;
    busy += launch.busy;
    inside += (launch.end - launch.start) * static_cast<double>(tracks);
    most_tracks = std::max(most_tracks, tracks);
    end = launch.end;
  }
  if (inside <= 0) return;
  const double whole = end - launches.begin()->second.start;
  log.idle_share_in_launches = std::clamp(1 - busy / inside, 0.0, 1.0);
  log.idle_share = std::clamp(1 - busy / (whole * static_cast<double>(most_tracks)), 0.0, 1.0);
}

}  // namespace

void decode_trace(std::span<const TraceRecord> records, const TraceTarget& target, TraceLog& log) {
  std::vector<Part> parts = split(records, target);
  const ClockFit clocks = fit_clocks(parts, log.device);
  choose_tracks(parts);
  for (const Part& part : parts)
    add_slices(part, clocks, log.slices);
  put_in_order(log.slices);
  for (std::int32_t lane = 0; lane < target.lanes; ++lane) {
    log.dropped_records += static_cast<std::int64_t>(
        records[static_cast<std::size_t>(lane) * target.lane_records].end);
  }
  log.lanes = target.lanes;
  log.timer_step_ns = log.device == Device::Cpu ? 1 : clocks.timer_step_ns();
  log.clock_error_ns = clocks.worst_error_ns();
  measure_idleness(parts, clocks, target.lanes, log);
}

}  // namespace starling
