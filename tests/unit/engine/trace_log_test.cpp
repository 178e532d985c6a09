/// Records become slices on one axis, each on a track of its processor; idle time and lost records
/// are told.
#include "engine/trace_log.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "engine/trace_cpu.hpp"

namespace starling::tests {
namespace {

/// Records of a GPU of two ticks a nanosecond, its clock and its timer both at 0 at first.
class Recording {
 public:
  Recording(int lanes, std::uint32_t lane_records)
      : records_(static_cast<std::size_t>(lanes) * lane_records) {
    target_.records = records_.data();
    target_.total_records = lanes * static_cast<std::int64_t>(lane_records);
    share_out(target_, lanes);
  }

  void add(int lane, const TraceRecord& record) {
    TraceRecord* own = &records_[static_cast<std::size_t>(lane) * target_.lane_records];
    own[++own->start] = record;
  }
  void drop(int lane, std::uint64_t records) {
    records_[static_cast<std::size_t>(lane) * target_.lane_records].end += records;
  }
  /// A launch of one tile on a lane; times in nanoseconds.
  void add_launch(int lane, int processor, std::uint32_t first_step, std::uint64_t begin,
                  std::uint64_t tile_begin, std::uint64_t tile_end, std::uint64_t end) {
    add(lane, {.start = 2 * begin,
               .end = begin,
               .tile = processor,
               .rows = first_step,
               .kind = TraceKind::Begin});
    add(lane, {.start = 2 * tile_begin + 2,
               .end = 2 * tile_end - 2,
               .rows = 6,
               .step = 1,
               .stage = 4,
               .lanes = 6,
               .kind = TraceKind::Stage});
    add(lane, {.start = 2 * tile_begin,
               .end = 2 * tile_end,
               .tile = lane,
               .rows = 3,
               .kind = TraceKind::Tile});
    add(lane, {.start = 2 * (tile_end - tile_begin), .end = 2 * tile_end, .kind = TraceKind::Busy});
    add(lane, {.start = 2 * end, .end = end, .kind = TraceKind::End});
  }

  TraceLog decode(Device device = Device::Cuda) const {
    TraceLog log;
    log.device = device;
    decode_trace(records_, target_, log);
    return log;
  }

 private:
  std::vector<TraceRecord> records_;
  TraceTarget target_;
};

TEST(TraceLog, HoldsATileBeforeItsStages) {
  Recording recording(1, 20);
  recording.add_launch(0, 5, 64, 1000, 1100, 1900, 2000);
  const TraceLog log = recording.decode();
  ASSERT_EQ(log.slices.size(), 2u);
  const TraceSlice& tile = log.slices[0];
  const TraceSlice& stage = log.slices[1];
  EXPECT_EQ(tile.stage, -1);
  EXPECT_EQ(tile.start_ns, 100);
  EXPECT_EQ(tile.end_ns, 900);
  EXPECT_EQ(tile.processor, 5);
  EXPECT_EQ(tile.step, 64);
  EXPECT_EQ(tile.rows, 3);
  EXPECT_EQ(stage.stage, 4);
  EXPECT_EQ(stage.tile, tile.tile);
  EXPECT_EQ(stage.step, 65);
  EXPECT_EQ(stage.rows, 6);
  EXPECT_EQ(stage.active_lanes, 6);
  EXPECT_EQ(stage.start_ns, 101);
  EXPECT_EQ(stage.end_ns, 899);
}

TEST(TraceLog, GivesBlocksOfAnSmTracksOfTheirOwn) {
  Recording recording(4, 20);
  for (const std::uint64_t launch : {0, 1}) {
    const std::uint64_t start = 5000 * launch;
    const auto first_step = static_cast<std::uint32_t>(launch);
    recording.add_launch(0, 1, first_step, start, start + 10, start + 20, start + 900);
    recording.add_launch(1, 0, first_step, start, start + 10, start + 20, start + 900);
    recording.add_launch(2, 1, first_step, start + 1, start + 10, start + 20, start + 800);
    recording.add_launch(3, 1, first_step, start + 850, start + 860, start + 870, start + 900);
  }
  std::vector<std::pair<int, int>> tracks;
  for (const TraceSlice& slice : recording.decode().slices) {
    if (slice.stage < 0) tracks.emplace_back(slice.processor, slice.lane);
  }
  using Track = std::pair<int, int>;
  EXPECT_EQ(tracks, (std::vector{Track(0, 0), Track(0, 0), Track(1, 0), Track(1, 0), Track(1, 1),
                                 Track(1, 1), Track(1, 1), Track(1, 1)}));
}

TEST(TraceLog, StatesTheIdleShare) {
  Recording recording(2, 20);
  recording.add_launch(0, 0, 0, 0, 0, 1000, 1000);
  recording.add_launch(1, 1, 0, 0, 0, 500, 500);
  recording.add_launch(0, 0, 1, 2000, 2000, 3000, 3000);
  recording.add_launch(1, 1, 1, 2000, 2000, 2500, 2500);
  const TraceLog log = recording.decode();
  EXPECT_EQ(log.launches, 2);
  EXPECT_EQ(log.lanes, 2);
  EXPECT_NEAR(log.idle_share_in_launches.value(), 0.25, 1e-6);
  EXPECT_NEAR(log.idle_share.value(), 0.5, 1e-6);
}

/// A block for every tile: those that come one after the other on an SM share a track.
TEST(TraceLog, CountsBlocksOneAfterTheOtherAsOneInTheIdleShare) {
  Recording recording(3, 20);
  recording.add_launch(0, 0, 0, 0, 0, 500, 500);
  recording.add_launch(1, 0, 0, 500, 500, 1000, 1000);
  recording.add_launch(2, 1, 0, 0, 0, 1000, 1000);
  const TraceLog log = recording.decode();
  EXPECT_NEAR(log.idle_share_in_launches.value(), 0, 1e-6);
  EXPECT_NEAR(log.idle_share.value(), 0, 1e-6);
}

TEST(TraceLog, LeavesLaunchesThatNotAllLanesRecordedOutOfTheIdleShare) {
  Recording recording(2, 20);
  recording.add_launch(0, 0, 0, 0, 0, 1000, 1000);
  EXPECT_FALSE(recording.decode().idle_share);
  recording.add_launch(1, 1, 0, 0, 0, 1000, 1000);
  recording.add_launch(0, 0, 1, 2000, 2000, 3000, 3000);
  recording.drop(1, 5);
  const TraceLog log = recording.decode();
  EXPECT_EQ(log.dropped_records, 5);
  EXPECT_NEAR(log.idle_share.value(), 0, 1e-6);
}

TEST(TraceLog, LeavesOutStagesWhoseTileWasDropped) {
  Recording recording(1, 20);
  recording.add(0, {.start = 0, .end = 0, .kind = TraceKind::Begin});
  recording.add(0, {.start = 10, .end = 20, .kind = TraceKind::Stage});
  recording.add(0, {.start = 40, .end = 60, .rows = 1, .kind = TraceKind::Busy});
  recording.add(0, {.start = 100, .end = 50, .kind = TraceKind::End});
  EXPECT_TRUE(recording.decode().slices.empty());
}

/// The lines of two launches may cross by the step of the timer.
TEST(TraceLog, LetsNoSliceStartBeforeTheOneBeforeItEnds) {
  Recording recording(1, 20);
  recording.add_launch(0, 0, 0, 0, 100, 1000, 1001);
  recording.add_launch(0, 0, 1, 990, 991, 2000, 2001);
  const TraceLog log = recording.decode();
  ASSERT_EQ(log.slices.size(), 4u);
  EXPECT_GE(log.slices[2].start_ns, log.slices[0].end_ns);
  EXPECT_GE(log.slices[3].start_ns, log.slices[2].start_ns);
  EXPECT_LE(log.slices[3].end_ns, log.slices[2].end_ns);
}

TEST(TraceLog, IsEmptyBeforeTheFirstStep) {
  TraceLog log;
  decode_trace({}, TraceTarget{}, log);
  EXPECT_TRUE(log.slices.empty());
  EXPECT_FALSE(log.idle_share);
}

}  // namespace
}  // namespace starling::tests
