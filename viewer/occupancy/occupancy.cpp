#include "viewer/occupancy/occupancy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "viewer/occupancy/merge_lanes.hpp"

namespace starling::viewer {
namespace {

constexpr int warp_threads = 32;

int warps_of(int threads) {
  return (threads + warp_threads - 1) / warp_threads;
}

/// Appends a piece, unless it has no length, and puts pieces of one activity together.
void append(std::vector<ActivityPiece>& pieces, std::int64_t start_ns, std::int64_t end_ns,
            const Activity& activity) {
  if (end_ns <= start_ns) return;
  if (pieces.empty() || pieces.back().activity != activity) pieces.push_back({start_ns, activity});
}

/// Sums of rates over time, as means over parts of equal length. A piece adds to its first and last
/// part what it covers of them, and to those between by the change from part to part.
class PartSums {
 public:
  PartSums(std::int64_t start_ns, std::int64_t end_ns, std::size_t parts)
      : start_ns_(start_ns),
        part_ns_(static_cast<double>(end_ns - start_ns) / static_cast<double>(parts)),
        covered_(parts + 1),
        change_(parts + 2) {}

  void add(std::int64_t start_ns, std::int64_t end_ns, double rate) {
    add_from(start_ns, rate);
    add_from(end_ns, -rate);
  }

  std::vector<float> means() const {
    std::vector<float> means;
    double rate = 0;
    for (std::size_t part = 0; part + 1 < covered_.size(); ++part) {
      rate += change_[part];
      means.push_back(static_cast<float>(std::clamp(rate + covered_[part], 0.0, 1.0)));
    }
    return means;
  }

 private:
  void add_from(std::int64_t time_ns, double rate) {
    const double place = static_cast<double>(time_ns - start_ns_) / part_ns_;
    const auto part = std::min(static_cast<std::size_t>(place), covered_.size() - 1);
    covered_[part] += rate * (static_cast<double>(part) + 1 - place);
    change_[part + 1] += rate;
  }

  std::int64_t start_ns_;
  double part_ns_;
  std::vector<double> covered_;
  std::vector<double> change_;
};

}  // namespace

Occupancy::Occupancy(TraceLog log) : log_(std::move(log)) {
  if (!log_.slices.empty()) {
    start_ns_ = std::numeric_limits<std::int64_t>::max();
    end_ns_ = std::numeric_limits<std::int64_t>::min();
  }
  crew_threads_ = std::max(log_.threads, 1);
  for (const TraceSlice& slice : log_.slices) {
    start_ns_ = std::min(start_ns_, slice.start_ns);
    end_ns_ = std::max(end_ns_, slice.end_ns);
    if (log_.threads == 0) crew_threads_ = std::max(crew_threads_, slice.active_lanes);
  }
  end_ns_ = std::max(end_ns_, start_ns_ + 1);
  find_stages();
  find_lanes();
  add_rows();
  add_overview();
  figures_ = figures_of(*this);
}

void Occupancy::find_stages() {
  std::map<int, StageFigures> stages;
  std::int64_t all_ns = 0;
  for (const TraceSlice& slice : log_.slices) {
    if (slice.stage < 0) continue;
    StageFigures& stage = stages[slice.stage];
    const std::int64_t length_ns = slice.end_ns - slice.start_ns;
    stage.token = slice.stage;
    ++stage.runs;
    stage.time_ns += length_ns;
    stage.rows += slice.rows;
    stage.active_share += active_share(slice) * static_cast<double>(length_ns);
    all_ns += length_ns;
  }
  if (!stages.empty())
    stage_indices_.assign(static_cast<std::size_t>(stages.rbegin()->first) + 1, -1);
  for (auto& [token, stage] : stages) {
    const auto name = log_.stage_names.find(token);
    const auto time_ns = static_cast<double>(std::max<std::int64_t>(stage.time_ns, 1));
    stage.name = name == log_.stage_names.end() ? "stage " + std::to_string(token) : name->second;
    stage.share =
        static_cast<double>(stage.time_ns) / static_cast<double>(std::max<std::int64_t>(all_ns, 1));
    stage.mean_ns = static_cast<double>(stage.time_ns) / static_cast<double>(stage.runs);
    stage.active_share /= time_ns;
    stage_indices_[static_cast<std::size_t>(token)] = static_cast<int>(stages_.size());
    stages_.push_back(std::move(stage));
  }
}

void Occupancy::find_lanes() {
  for (std::size_t slice = 0; slice < log_.slices.size(); ++slice) {
    const TraceSlice& now = log_.slices[slice];
    const bool is_new = lanes_.empty() || lanes_.back().processor != now.processor ||
                        lanes_.back().lane != now.lane;
    if (is_new)
      lanes_.push_back({.processor = now.processor, .lane = now.lane, .first_slice = slice});
    OccupancyLane& lane = lanes_.back();
    lane.end_slice = slice + 1;
    if (now.stage < 0) lane.tiles.push_back(slice);
  }
  for (OccupancyLane& lane : lanes_)
    lane.activity = ActivityTree(pieces_of(lane), end_ns_);
}

std::vector<ActivityPiece> Occupancy::pieces_of(const OccupancyLane& lane) const {
  std::vector<ActivityPiece> pieces;
  std::int64_t free_ns = start_ns_;
  for (std::size_t tile = 0; tile < lane.tiles.size(); ++tile) {
    const std::size_t first = lane.tiles[tile];
    const std::size_t end = tile + 1 < lane.tiles.size() ? lane.tiles[tile + 1] : lane.end_slice;
    append(pieces, free_ns, log_.slices[first].start_ns, {});
    append_tile(first, end, pieces);
    free_ns = log_.slices[first].end_ns;
  }
  append(pieces, free_ns, end_ns_, {});
  return pieces;
}

void Occupancy::append_tile(std::size_t tile, std::size_t end,
                            std::vector<ActivityPiece>& pieces) const {
  const TraceSlice& whole = log_.slices[tile];
  double active_ns = 0;
  double staged_ns = 0;
  for (std::size_t stage = tile + 1; stage < end; ++stage) {
    const TraceSlice& now = log_.slices[stage];
    const auto length_ns = static_cast<double>(now.end_ns - now.start_ns);
    active_ns += active_share(now) * length_ns;
    staged_ns += length_ns;
  }
  const float typical =
      staged_ns > 0 ? static_cast<float>(active_ns / staged_ns) : active_share(whole);
  const Activity unrecorded = {.active = typical, .busy = 1};
  const Activity waiting = {.busy = 1};
  std::int64_t free_ns = whole.start_ns;
  for (std::size_t stage = tile + 1; stage < end; ++stage) {
    const TraceSlice& now = log_.slices[stage];
    const bool waits = stage > tile + 1 && is_wait(log_.slices[stage - 1], now);
    append(pieces, free_ns, now.start_ns, waits ? waiting : unrecorded);
    append(pieces, now.start_ns, now.end_ns,
           {.stage = stage_index(now), .active = active_share(now), .busy = 1, .staged = 1});
    free_ns = now.end_ns;
  }
  append(pieces, free_ns, whole.end_ns, unrecorded);
}

void Occupancy::add_rows() {
  const bool on_cpu = log_.device == Device::Cpu;
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    const OccupancyLane& now = lanes_[lane];
    const bool is_new = lane == 0 || on_cpu || lanes_[lane - 1].processor != now.processor;
    const std::string name =
        on_cpu ? "thread " + std::to_string(now.lane) : "SM " + std::to_string(now.processor);
    if (is_new) rows_.push_back({.name = name, .first_lane = lane});
    rows_.back().end_lane = lane + 1;
  }
  for (OccupancyRow& row : rows_) {
    if (row.end_lane - row.first_lane < 2) continue;
    row.activity = ActivityTree(
        merge_lanes(std::span(lanes_).subspan(row.first_lane, row.end_lane - row.first_lane)),
        end_ns_);
  }
}

const ActivityTree& Occupancy::activity_of(const OccupancyRow& row) const {
  return row.end_lane - row.first_lane == 1 ? lanes_[row.first_lane].activity : row.activity;
}

void Occupancy::add_overview() {
  std::vector<PartSums> layers(stages_.size() + 1, PartSums(start_ns_, end_ns_, overview_parts));
  const double lane_share = 1 / static_cast<double>(std::max<std::size_t>(lanes_.size(), 1));
  for (const OccupancyLane& lane : lanes_) {
    const auto& pieces = lane.activity.pieces();
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      const auto [stage, active, busy, staged] = pieces[piece].activity;
      const std::int64_t end = piece + 1 < pieces.size() ? pieces[piece + 1].start_ns : end_ns_;
      const auto layer = stage < 0 ? stages_.size() : static_cast<std::size_t>(stage);
      if (active > 0) layers[layer].add(pieces[piece].start_ns, end, active * lane_share);
    }
  }
  for (const PartSums& layer : layers)
    overview_.push_back(layer.means());
}

const TraceSlice* Occupancy::slice_at(const OccupancyLane& lane, std::int64_t time_ns) const {
  const auto begin = log_.slices.begin() + static_cast<std::ptrdiff_t>(lane.first_slice);
  const auto end = log_.slices.begin() + static_cast<std::ptrdiff_t>(lane.end_slice);
  const auto later =
      std::upper_bound(begin, end, time_ns,
                       [](std::int64_t time, const auto& slice) { return time < slice.start_ns; });
  if (later == begin) return nullptr;
  const TraceSlice& last = *(later - 1);
  if (last.end_ns > time_ns) return &last;
  const auto index = static_cast<std::size_t>(later - 1 - log_.slices.begin());
  const auto tile = std::upper_bound(lane.tiles.begin(), lane.tiles.end(), index);
  if (tile == lane.tiles.begin()) return nullptr;
  const TraceSlice& whole = log_.slices[*(tile - 1)];
  return whole.end_ns > time_ns ? &whole : nullptr;
}

int Occupancy::stage_index(const TraceSlice& slice) const {
  return slice.stage < 0 ? -1 : stage_indices_[static_cast<std::size_t>(slice.stage)];
}

float Occupancy::active_share(const TraceSlice& slice) const {
  const int warps = std::min(warps_of(slice.active_lanes), warps_of(crew_threads_));
  return static_cast<float>(warps) / static_cast<float>(warps_of(crew_threads_));
}

}  // namespace starling::viewer
