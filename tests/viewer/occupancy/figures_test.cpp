/// Figures of traces that were worked out by hand.
#include "viewer/occupancy/figures.hpp"

#include <gtest/gtest.h>

#include "tests/viewer/occupancy/small_trace.hpp"
#include "viewer/occupancy/occupancy.hpp"

namespace starling::viewer::tests {
namespace {

Figures figures_of_log(const TraceLog& log) {
  return Occupancy(log).figures();
}

TEST(Figures, SumUpEachStage) {
  const Occupancy occupancy(small_trace());
  ASSERT_EQ(occupancy.stages().size(), 2u);
  const StageFigures& move = occupancy.stages()[0];
  EXPECT_EQ(move.token, 2);
  EXPECT_EQ(move.name, "move");
  EXPECT_EQ(move.runs, 1);
  EXPECT_EQ(move.time_ns, 100);
  EXPECT_EQ(move.rows, 10);
  EXPECT_DOUBLE_EQ(move.share, 2.0 / 3);
  EXPECT_DOUBLE_EQ(move.mean_ns, 100);
  EXPECT_DOUBLE_EQ(move.active_share, 0.5);
  EXPECT_EQ(occupancy.stages()[1].name, "eat, grow");
  EXPECT_DOUBLE_EQ(occupancy.stages()[1].active_share, 1);
}

TEST(Figures, WeightActiveWarpsByTime) {
  TraceMaker maker;
  maker.tile(0, 400, 0)
      .stage(0, 300, 0, 2, 1, 32)
      .stage(300, 400, 0, 2, 1, 97)
      .stage(400, 400, 0, 5, 1, 1);
  const Occupancy occupancy(maker.log());
  EXPECT_DOUBLE_EQ(occupancy.stages()[0].active_share, (300 * 0.25 + 100) / 400);
  EXPECT_DOUBLE_EQ(occupancy.figures().active_share.value(), (300 * 0.25 + 100) / 400);
}

TEST(Figures, TakeTheCrewWithMostThreadsWhereTheFileDoesNotKnow) {
  TraceMaker maker(Device::Cuda, 0);
  maker.tile(0, 100, 0, 0, 64).stage(0, 100, 0, 2, 1, 32);
  const Occupancy occupancy(maker.log());
  EXPECT_EQ(occupancy.crew_threads(), 64);
  EXPECT_DOUBLE_EQ(occupancy.stages()[0].active_share, 0.5);
}

/// 50 ns between two stages, of 200 from the first's start to the second's end.
TEST(Figures, CountWaitingInsideRecordedSteps) {
  const Figures figures = figures_of_log(small_trace());
  EXPECT_EQ(figures.waiting_ns, 50);
  EXPECT_EQ(figures.staged_ns, 150);
  EXPECT_DOUBLE_EQ(figures.waiting_share.value(), 0.25);
}

TEST(Figures, CountTheWayToTheVeryNextStepAsWaitingAndNoOther) {
  TraceMaker maker;
  maker.tile(0, 1000, 0)
      .stage(0, 100, 0, 2, 1, 128)
      .stage(110, 200, 1, 2, 1, 128)
      .stage(500, 600, 4, 2, 1, 128);
  maker.tile(1000, 1200, 4).stage(1100, 1200, 4, 2, 1, 128);
  EXPECT_EQ(figures_of_log(maker.log()).waiting_ns, 10);
}

TEST(Figures, KnowNoWaitingWithoutStages) {
  TraceMaker maker;
  maker.tile(0, 1000, 0);
  EXPECT_FALSE(figures_of_log(maker.log()).waiting_share);
  EXPECT_EQ(figures_of_log(maker.log()).active_share, 1);
}

/// The first launch goes from 0 to 1000; lanes end at 1000, 600 and 900. Four tiles on three lanes
/// are 4/3 waves, of the second of which 2/3 is empty. The second launch lacks a tile.
TEST(Figures, MeasureTailAndWavesOfWholeLaunches) {
  const Figures figures = figures_of_log(small_trace());
  ASSERT_EQ(figures.launches.size(), 2u);
  EXPECT_EQ(figures.whole_launches, 1);
  const LaunchFigures& first = figures.launches[0];
  EXPECT_TRUE(first.is_whole);
  EXPECT_EQ(first.tiles, 4);
  EXPECT_EQ(first.lanes, 3);
  EXPECT_EQ(first.end_ns, 1000);
  EXPECT_EQ(first.tail_ns, 400);
  EXPECT_DOUBLE_EQ(first.tail_share, 0.4);
  EXPECT_DOUBLE_EQ(first.tail_idle_share, 500.0 / 3000);
  EXPECT_DOUBLE_EQ(first.waves, 4.0 / 3);
  EXPECT_DOUBLE_EQ(first.last_wave_empty, 2.0 / 3);
  EXPECT_FALSE(figures.launches[1].is_whole);
  EXPECT_EQ(figures.launches[1].first_step, 64);
  EXPECT_EQ(figures.launches[1].tail_ns, 0);
  EXPECT_EQ(figures.tail_ns, 400);
  EXPECT_DOUBLE_EQ(figures.last_wave_empty.value(), 2.0 / 3);
  EXPECT_EQ(figures.idle_share, 0.125);
}

TEST(Figures, TakeTheLaunchWithMostTilesForWholeWhereTheFileDoesNotKnow) {
  TraceLog log = small_trace();
  log.tiles = 0;
  EXPECT_EQ(figures_of_log(log).whole_launches, 1);
  log.tiles = 5;
  EXPECT_EQ(figures_of_log(log).whole_launches, 0);
  EXPECT_FALSE(figures_of_log(log).tail_share);
}

TEST(Figures, CountCpuThreadsWithoutATile) {
  TraceMaker maker(Device::Cpu, 1);
  maker.tile(0, 100, 0, 0, 1);
  maker.log().lanes = 4;
  const LaunchFigures launch = figures_of_log(maker.log()).launches.at(0);
  EXPECT_EQ(launch.lanes, 4);
  EXPECT_EQ(launch.tail_ns, 100);
  EXPECT_DOUBLE_EQ(launch.tail_idle_share, 0.75);
  EXPECT_DOUBLE_EQ(launch.last_wave_empty, 0.75);
}

}  // namespace
}  // namespace starling::viewer::tests
