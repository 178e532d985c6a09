#include "viewer/occupancy/merge_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <utility>

namespace starling::viewer {
namespace {

/// A lane goes from one activity to another.
struct Change {
  std::int64_t time_ns;
  Activity before;
  Activity after;
};

std::vector<Change> changes_of(std::span<const OccupancyLane> lanes) {
  std::vector<Change> changes;
  for (const OccupancyLane& lane : lanes) {
    Activity before;
    for (const ActivityPiece& piece : lane.activity.pieces()) {
      changes.push_back({piece.start_ns, before, piece.activity});
      before = piece.activity;
    }
  }
  std::sort(changes.begin(), changes.end(),
            [](const Change& left, const Change& right) { return left.time_ns < right.time_ns; });
  return changes;
}

/// Sums over lanes. Shares of warps are counted in 2^-24, so that what is added and taken away
/// again leaves nothing.
class LaneSums {
 public:
  void add(const Activity& activity, int sign) {
    active_ += sign * std::llround(activity.active * unit);
    busy_ += activity.busy > 0 ? sign : 0;
    staged_ += activity.staged > 0 ? sign : 0;
    if (activity.stage < 0) return;
    std::int64_t& lanes = lanes_in_[activity.stage];
    order_.erase({-lanes, activity.stage});
    lanes += sign;
    if (lanes > 0) order_.insert({-lanes, activity.stage});
  }

  Activity mean(std::size_t lanes) const {
    const auto share = [&](double sum) {
      return static_cast<float>(sum / static_cast<double>(lanes));
    };
    return {order_.empty() ? -1 : order_.begin()->second,
            share(static_cast<double>(active_) / unit), share(static_cast<double>(busy_)),
            share(static_cast<double>(staged_))};
  }

 private:
  static constexpr double unit = 1 << 24;

  std::int64_t active_ = 0;
  std::int64_t busy_ = 0;
  std::int64_t staged_ = 0;
  std::unordered_map<std::int32_t, std::int64_t> lanes_in_;
  std::set<std::pair<std::int64_t, std::int32_t>> order_;  ///< Most lanes first.
};

}  // namespace

std::vector<ActivityPiece> merge_lanes(std::span<const OccupancyLane> lanes) {
  std::vector<ActivityPiece> pieces;
  LaneSums sums;
  const std::vector<Change> changes = changes_of(lanes);
  for (std::size_t change = 0; change < changes.size(); ++change) {
    sums.add(changes[change].before, -1);
    sums.add(changes[change].after, 1);
    const bool more =
        change + 1 < changes.size() && changes[change + 1].time_ns == changes[change].time_ns;
    if (more) continue;
    const Activity mean = sums.mean(lanes.size());
    if (pieces.empty() || pieces.back().activity != mean)
      pieces.push_back({changes[change].time_ns, mean});
  }
  return pieces;
}

}  // namespace starling::viewer
