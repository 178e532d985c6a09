/// A crew's records lie in its own slots, in order, and what finds no slot is counted.
#include "engine/trace.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace starling::tests {
namespace {

/// A clock that a test sets; one reading costs a tick.
struct FakeMachine {
  static inline std::uint64_t now = 0;
  static bool is_writer() { return true; }
  static std::uint64_t ticks() { return now++; }
  static std::uint64_t nanoseconds() { return 1000 * now; }
};

using FakeTrace = CrewTrace<FakeMachine>;

/// Two lanes, the second traced; the first must stay as it was.
class TraceRecords : public ::testing::Test {
 protected:
  static constexpr std::uint32_t lane_records = 10;

  void SetUp() override {
    FakeMachine::now = 0;
    target_.records = records_.data();
    target_.total_records = 2 * lane_records + 1;
    share_out(target_, 2);
    target_.stages = true;
  }
  const TraceRecord& record(std::uint32_t slot) const { return records_[lane_records + slot]; }

  /// One launch of `tiles` tiles of one stage in two steps.
  void launch(std::uint32_t first_step, int tiles) {
    const FakeTrace trace(target_, cursor_, 1);
    trace.launch_begin(7, first_step);
    for (int tile = 0; tile < tiles; ++tile) {
      trace.tile_begin();
      for (int step = 0; step < 2; ++step) {
        trace.stage_begin<3>(step);
        trace.stage_end<3>(step, 40, 32);
      }
      trace.tile_end(tile, 20);
    }
    trace.launch_end();
  }
  std::vector<TraceKind> kinds() const {
    std::vector<TraceKind> kinds;
    for (std::uint32_t slot = 1; slot <= record(0).start; ++slot)
      kinds.push_back(record(slot).kind);
    return kinds;
  }

  std::vector<TraceRecord> records_ = std::vector<TraceRecord>(2 * lane_records + 1);
  TraceTarget target_;
  TraceCursor cursor_{};
};

using enum TraceKind;

TEST_F(TraceRecords, AreSharedOutEvenly) {
  EXPECT_EQ(target_.lanes, 2);
  EXPECT_EQ(target_.lane_records, lane_records);
}

TEST_F(TraceRecords, TellOfTilesAndTheirStages) {
  launch(64, 1);
  EXPECT_EQ(kinds(), (std::vector{Begin, Stage, Stage, Tile, Busy, End}));
  EXPECT_EQ(record(1).tile, 7);
  EXPECT_EQ(record(1).rows, 64u);
  EXPECT_EQ(record(1).end, 1000u);
  EXPECT_EQ(record(3).stage, 3);
  EXPECT_EQ(record(3).step, 1);
  EXPECT_EQ(record(3).rows, 40u);
  EXPECT_EQ(record(3).lanes, 32);
  EXPECT_EQ(record(4).rows, 20u);
  EXPECT_LE(record(4).start, record(2).start);
  EXPECT_LE(record(2).end, record(3).start);
  EXPECT_LE(record(3).end, record(4).end);
  EXPECT_EQ(record(5).start, record(4).end - record(4).start);
  EXPECT_EQ(record(5).end, record(4).end);
  EXPECT_GT(record(6).start, record(4).end);
}

TEST_F(TraceRecords, LeaveStagesOutWhereTilesAreEnough) {
  target_.stages = false;
  launch(0, 2);
  EXPECT_EQ(kinds(), (std::vector{Begin, Tile, Tile, Busy, End}));
}

TEST_F(TraceRecords, TellOfStagesInSomeStepsAlone) {
  target_.step_mask = 1;
  launch(0, 2);
  EXPECT_EQ(kinds(), (std::vector{Begin, Stage, Tile, Stage, Tile, Busy, End}));
  EXPECT_EQ(record(2).step, 0);
}

TEST_F(TraceRecords, OfTheNextLaunchFollow) {
  target_.stages = false;
  launch(0, 1);
  launch(2, 1);
  EXPECT_EQ(kinds(), (std::vector{Begin, Tile, Busy, End, Begin, Tile, Busy, End}));
  EXPECT_EQ(record(0).end, 0u);
}

TEST_F(TraceRecords, ThatFindNoSlotAreCounted) {
  launch(0, 5);
  EXPECT_EQ(kinds(), (std::vector{Begin, Stage, Stage, Tile, Stage, Stage, Tile, Busy, End}));
  EXPECT_EQ(record(0).end, 9u);
  EXPECT_EQ(record(8).rows, 9u);
  EXPECT_GT(record(8).start, record(7).end - record(4).start) << "all tiles were busy";
}

TEST_F(TraceRecords, OfALaunchWithoutRoomAreCountedToo) {
  launch(0, 5);
  launch(2, 1);
  EXPECT_EQ(record(0).start, 9u);
  EXPECT_EQ(record(0).end, 9u + 4u);
}

TEST_F(TraceRecords, StayInTheirLane) {
  for (std::uint32_t first_step = 0; first_step < 20; ++first_step)
    launch(first_step, 3);
  for (std::size_t slot = 0; slot < lane_records; ++slot)
    EXPECT_EQ(records_[slot].end, 0u);
  EXPECT_EQ(records_.back().end, 0u);
}

}  // namespace
}  // namespace starling::tests
