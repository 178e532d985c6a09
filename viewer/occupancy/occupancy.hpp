/// Who did what on a device, and when: a trace made ready to be looked at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/trace_log.hpp"
#include "viewer/occupancy/activity.hpp"
#include "viewer/occupancy/figures.hpp"

namespace starling::viewer {

/// A CUDA block's place on its processor, or a CPU thread.
struct OccupancyLane {
  std::int32_t processor = 0;
  std::int32_t lane = 0;  ///< Of its processor.
  std::size_t first_slice = 0;
  std::size_t end_slice = 0;
  std::vector<std::size_t> tiles = {};  ///< Slices that are whole tiles.
  ActivityTree activity = {};
};

/// A streaming multiprocessor and all its lanes, or a CPU thread, which is a lane alone.
struct OccupancyRow {
  std::string name;
  std::size_t first_lane = 0;
  std::size_t end_lane = 0;
  ActivityTree activity = {};  ///< Empty where there is one lane, whose own it is.
};

/// A trace with all that the view draws: prepared once, in time for each slice, and looked up in
/// little time in each frame.
class Occupancy {
 public:
  /// The slices must be as TraceLog has them.
  explicit Occupancy(TraceLog log);

  const TraceLog& log() const { return log_; }
  std::int64_t start_ns() const { return start_ns_; }
  /// Later than the start, also where there is no slice.
  std::int64_t end_ns() const { return end_ns_; }
  /// By processor.
  const std::vector<OccupancyRow>& rows() const { return rows_; }
  const std::vector<OccupancyLane>& lanes() const { return lanes_; }
  const ActivityTree& activity_of(const OccupancyRow& row) const;
  /// Those that occur, in the order of the program.
  const std::vector<StageFigures>& stages() const { return stages_; }
  const Figures& figures() const { return figures_; }

  /// Of all lanes, the share of warps active in each stage and, last, in tiles outside of recorded
  /// stages; over as many parts of the whole time. [stages + 1][overview_parts]
  const std::vector<std::vector<float>>& overview() const { return overview_; }
  static constexpr std::size_t overview_parts = 1024;

  /// What a lane does at a time: a stage, or the tile where it is in no recorded stage; null where
  /// it has no tile.
  const TraceSlice* slice_at(const OccupancyLane& lane, std::int64_t time_ns) const;
  /// Of `stages`; -1 for a tile.
  int stage_index(const TraceSlice& slice) const;
  /// Of the warps of a crew, those with a row; where the file does not know how many threads a crew
  /// has, of those of the crew that had most.
  float active_share(const TraceSlice& slice) const;
  int crew_threads() const { return crew_threads_; }

 private:
  void find_lanes();
  void find_stages();
  void add_rows();
  void add_overview();
  std::vector<ActivityPiece> pieces_of(const OccupancyLane& lane) const;
  void append_tile(std::size_t tile, std::size_t end, std::vector<ActivityPiece>& pieces) const;

  TraceLog log_;
  std::int64_t start_ns_ = 0;
  std::int64_t end_ns_ = 1;
  int crew_threads_ = 1;
  std::vector<int> stage_indices_;  ///< By the index of the first token.
  std::vector<StageFigures> stages_;
  std::vector<OccupancyLane> lanes_;
  std::vector<OccupancyRow> rows_;
  std::vector<std::vector<float>> overview_;
  Figures figures_;
};

}  // namespace starling::viewer
