#include "viewer/occupancy/figures.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "viewer/occupancy/occupancy.hpp"

namespace starling::viewer {
namespace {

/// What is known of a launch before its tail is.
struct LaunchTimes {
  LaunchFigures figures;
  std::vector<std::int64_t> lane_ends_ns;  ///< Of each lane with a tile, its last one's.
};

std::vector<LaunchTimes> launches_of(const Occupancy& occupancy) {
  std::map<std::int64_t, LaunchTimes> launches;
  for (const OccupancyLane& lane : occupancy.lanes()) {
    const LaunchTimes* last = nullptr;
    for (const std::size_t tile : lane.tiles) {
      const TraceSlice& slice = occupancy.log().slices[tile];
      const auto [found, is_new] = launches.try_emplace(slice.step);
      LaunchTimes& launch = found->second;
      LaunchFigures& figures = launch.figures;
      figures.first_step = slice.step;
      figures.start_ns = is_new ? slice.start_ns : std::min(figures.start_ns, slice.start_ns);
      figures.end_ns = std::max(is_new ? slice.end_ns : figures.end_ns, slice.end_ns);
      ++figures.tiles;
      if (last != &launch) launch.lane_ends_ns.emplace_back();
      launch.lane_ends_ns.back() = slice.end_ns;
      last = &launch;
    }
  }
  std::vector<LaunchTimes> by_time;
  for (auto& [step, launch] : launches)
    by_time.push_back(std::move(launch));
  return by_time;
}

/// Lanes of a CPU are its threads, also those that get no tile; blocks without a tile there are
/// none, and of blocks that follow each other on a lane there may be many.
void count_lanes(const TraceLog& log, LaunchTimes& launch) {
  launch.figures.lanes = static_cast<std::int64_t>(launch.lane_ends_ns.size());
  if (log.device == Device::Cpu) launch.figures.lanes = std::max(launch.figures.lanes, log.lanes);
}

void measure_tail(LaunchTimes& launch) {
  LaunchFigures& figures = launch.figures;
  const auto length_ns =
      static_cast<double>(std::max<std::int64_t>(figures.end_ns - figures.start_ns, 1));
  const auto lanes = static_cast<double>(figures.lanes);
  const auto lanes_without = lanes - static_cast<double>(launch.lane_ends_ns.size());
  double idle_ns = lanes_without * length_ns;
  std::int64_t first_free_ns = lanes_without > 0 ? figures.start_ns : figures.end_ns;
  for (const std::int64_t end_ns : launch.lane_ends_ns) {
    idle_ns += static_cast<double>(figures.end_ns - end_ns);
    first_free_ns = std::min(first_free_ns, end_ns);
  }
  figures.tail_ns = figures.end_ns - first_free_ns;
  figures.tail_share = static_cast<double>(figures.tail_ns) / length_ns;
  figures.tail_idle_share = idle_ns / (length_ns * lanes);
  figures.waves = static_cast<double>(figures.tiles) / lanes;
  figures.last_wave_empty = std::ceil(figures.waves) - figures.waves;
}

/// A mean of shares, each as long as its launch.
class WeightedMean {
 public:
  void add(double value, double weight) {
    sum_ += value * weight;
    weight_ += weight;
  }
  std::optional<double> mean() const {
    return weight_ > 0 ? std::optional(sum_ / weight_) : std::nullopt;
  }

 private:
  double sum_ = 0;
  double weight_ = 0;
};

void measure_launches(const Occupancy& occupancy, Figures& figures) {
  std::vector<LaunchTimes> launches = launches_of(occupancy);
  const TraceLog& log = occupancy.log();
  std::int64_t tiles = log.tiles;
  if (tiles == 0) {
    for (const LaunchTimes& launch : launches)
      tiles = std::max(tiles, launch.figures.tiles);
  }
  WeightedMean tail_ns, tail_share, tail_idle_share, waves, last_wave_empty;
  for (LaunchTimes& launch : launches) {
    LaunchFigures& now = launch.figures;
    count_lanes(log, launch);
    now.is_whole = now.tiles == tiles;
    if (now.is_whole) {
      measure_tail(launch);
      const auto length_ns = static_cast<double>(now.end_ns - now.start_ns);
      tail_ns.add(static_cast<double>(now.tail_ns), 1);
      tail_share.add(now.tail_share, length_ns);
      tail_idle_share.add(now.tail_idle_share, length_ns);
      waves.add(now.waves, 1);
      last_wave_empty.add(now.last_wave_empty, 1);
      ++figures.whole_launches;
    }
    figures.launches.push_back(now);
  }
  std::stable_sort(
      figures.launches.begin(), figures.launches.end(),
      [](const auto& left, const auto& right) { return left.start_ns < right.start_ns; });
  figures.tail_ns = tail_ns.mean();
  figures.tail_share = tail_share.mean();
  figures.tail_idle_share = tail_idle_share.mean();
  figures.waves = waves.mean();
  figures.last_wave_empty = last_wave_empty.mean();
}

void measure_waiting(const std::vector<TraceSlice>& slices, Figures& figures) {
  for (std::size_t slice = 0; slice < slices.size(); ++slice) {
    const TraceSlice& now = slices[slice];
    if (now.stage < 0) continue;
    figures.staged_ns += now.end_ns - now.start_ns;
    if (is_wait(slices[slice - 1], now))
      figures.waiting_ns += now.start_ns - slices[slice - 1].end_ns;
  }
  const std::int64_t all_ns = figures.staged_ns + figures.waiting_ns;
  if (all_ns > 0)
    figures.waiting_share = static_cast<double>(figures.waiting_ns) / static_cast<double>(all_ns);
}

void measure_activity(const Occupancy& occupancy, Figures& figures) {
  double active_ns = 0;
  double busy_ns = 0;
  for (const OccupancyLane& lane : occupancy.lanes()) {
    const auto& pieces = lane.activity.pieces();
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      const std::int64_t end =
          piece + 1 < pieces.size() ? pieces[piece + 1].start_ns : occupancy.end_ns();
      const auto length_ns = static_cast<double>(end - pieces[piece].start_ns);
      active_ns += pieces[piece].activity.active * length_ns;
      busy_ns += pieces[piece].activity.busy * length_ns;
    }
  }
  if (busy_ns > 0) figures.active_share = active_ns / busy_ns;
}

}  // namespace

bool is_wait(const TraceSlice& before, const TraceSlice& after) {
  if (before.stage < 0 || after.stage < 0) return false;
  return after.step == before.step || after.step == before.step + 1;
}

Figures figures_of(const Occupancy& occupancy) {
  Figures figures;
  figures.idle_share = occupancy.log().idle_share_in_launches;
  measure_activity(occupancy, figures);
  measure_waiting(occupancy.log().slices, figures);
  measure_launches(occupancy, figures);
  return figures;
}

}  // namespace starling::viewer
