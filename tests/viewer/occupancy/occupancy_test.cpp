/// What lanes do is found by time, lane and processor, and adds up.
#include "viewer/occupancy/occupancy.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "tests/viewer/occupancy/small_trace.hpp"

namespace starling::viewer::tests {
namespace {

std::vector<ActivitySpan> spans_of(const ActivityTree& tree, std::int64_t from, std::int64_t to,
                                   double finest_ns) {
  std::vector<ActivitySpan> spans;
  tree.append_spans(from, to, finest_ns, spans);
  return spans;
}

TEST(Occupancy, HasARowForEachMultiprocessorAndItsLanes) {
  const Occupancy occupancy(small_trace());
  ASSERT_EQ(occupancy.rows().size(), 2u);
  EXPECT_EQ(occupancy.rows()[0].name, "SM 0");
  EXPECT_EQ(occupancy.rows()[1].name, "SM 4");
  EXPECT_EQ(occupancy.rows()[0].end_lane, 2u);
  ASSERT_EQ(occupancy.lanes().size(), 3u);
  EXPECT_EQ(occupancy.lanes()[1].lane, 1);
  EXPECT_EQ(occupancy.start_ns(), 0);
  EXPECT_EQ(occupancy.end_ns(), 1200);
}

TEST(Occupancy, HasARowForEachCpuThread) {
  TraceMaker maker(Device::Cpu, 1);
  maker.lane(0, 0).tile(0, 10, 0, 0, 1).lane(0, 3).tile(0, 20, 0, 1, 1);
  const Occupancy occupancy(maker.log());
  ASSERT_EQ(occupancy.rows().size(), 2u);
  EXPECT_EQ(occupancy.rows()[1].name, "thread 3");
  EXPECT_EQ(occupancy.activity_of(occupancy.rows()[1]).pieces().size(), 1u);
}

/// Half of the warps for 100 ns and all for 50: a mean of 2/3, which stands for what was not
/// recorded of the tile.
TEST(Occupancy, ShowsStagesWaitingAndWhatWasNotRecorded) {
  const Occupancy occupancy(small_trace());
  const float typical = 2.0f / 3;
  const auto spans = spans_of(occupancy.lanes()[2].activity, 0, 1200, 0);
  const std::vector<ActivitySpan> expected = {
      {0, 100, {-1, typical, 1, 0}},   {100, 200, {0, 0.5f, 1, 1}},
      {200, 250, {-1, 0, 1, 0}},       {250, 300, {1, 1, 1, 1}},
      {300, 900, {-1, typical, 1, 0}}, {900, 1050, {}},
      {1050, 1100, {-1, 1, 1, 0}},     {1100, 1200, {}}};
  ASSERT_EQ(spans.size(), expected.size());
  for (std::size_t span = 0; span < spans.size(); ++span) {
    EXPECT_EQ(spans[span].start_ns, expected[span].start_ns);
    EXPECT_EQ(spans[span].end_ns, expected[span].end_ns);
    EXPECT_EQ(spans[span].activity.stage, expected[span].activity.stage);
    EXPECT_NEAR(spans[span].activity.active, expected[span].activity.active, 1e-6f);
    EXPECT_EQ(spans[span].activity.busy, expected[span].activity.busy);
    EXPECT_EQ(spans[span].activity.staged, expected[span].activity.staged);
  }
}

TEST(Occupancy, MergesTheLanesOfAMultiprocessor) {
  const Occupancy occupancy(small_trace());
  EXPECT_EQ(spans_of(occupancy.activity_of(occupancy.rows()[0]), 0, 1200, 0),
            (std::vector<ActivitySpan>{{0, 600, {-1, 1, 1, 0}},
                                       {600, 1000, {-1, 0.5f, 0.5f, 0}},
                                       {1000, 1100, {-1, 1, 1, 0}},
                                       {1100, 1200, {-1, 0.5f, 0.5f, 0}}}));
}

TEST(Occupancy, ShowsTheStageOfMostLanesInAMergedRow) {
  TraceMaker maker;
  maker.lane(0, 0).tile(0, 40, 0).stage(0, 40, 0, 2, 1, 128);
  maker.lane(0, 1).tile(0, 40, 0).stage(0, 40, 0, 5, 1, 128);
  maker.lane(0, 2).tile(0, 40, 0).stage(0, 20, 0, 5, 1, 128).stage(20, 40, 0, 2, 1, 128);
  const Occupancy occupancy(maker.log());
  const auto spans = spans_of(occupancy.activity_of(occupancy.rows()[0]), 0, 40, 0);
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans[0].activity.stage, 1);
  EXPECT_EQ(spans[1].activity.stage, 0);
}

TEST(Occupancy, FindsTheSliceAtATime) {
  const TraceLog log = small_trace();
  const Occupancy occupancy(log);
  const OccupancyLane& lane = occupancy.lanes()[2];
  const auto at = [&](std::int64_t time_ns) {
    const TraceSlice* slice = occupancy.slice_at(lane, time_ns);
    return slice ? slice->stage : -2;
  };
  EXPECT_EQ(at(-1), -2);
  EXPECT_EQ(at(0), -1);
  EXPECT_EQ(at(99), -1);
  EXPECT_EQ(at(100), 2);
  EXPECT_EQ(at(199), 2);
  EXPECT_EQ(at(200), -1);
  EXPECT_EQ(at(250), 5);
  EXPECT_EQ(at(899), -1);
  EXPECT_EQ(at(900), -2);
  EXPECT_EQ(at(1099), -1);
  EXPECT_EQ(at(5000), -2);
  EXPECT_EQ(occupancy.slice_at(lane, 250)->rows, 7);
  EXPECT_EQ(occupancy.slice_at(occupancy.lanes()[0], 800)->tile, 2);
}

/// However coarse, what is active over all of the time is the same, and spans follow each other.
TEST(Occupancy, KeepsSumsAtEveryZoom) {
  TraceMaker maker;
  std::int64_t now_ns = 0;
  for (int tile = 0; tile < 1000; ++tile) {
    const std::int64_t length_ns = tile % 7 * 40 + 3;
    maker.tile(now_ns, now_ns + 3 * length_ns, 0, tile)
        .stage(now_ns, now_ns + length_ns, 0, 2, 1, 1 + tile % 128)
        .stage(now_ns + 2 * length_ns, now_ns + 3 * length_ns, 0, 5, 1, 128);
    now_ns += 3 * length_ns + tile % 5;
  }
  const Occupancy occupancy(maker.log());
  const ActivityTree& tree = occupancy.lanes()[0].activity;
  const auto active_ns = [](const std::vector<ActivitySpan>& spans) {
    double sum = 0;
    for (const ActivitySpan& span : spans)
      sum += static_cast<double>(span.activity.active) *
             static_cast<double>(span.end_ns - span.start_ns);
    return sum;
  };
  const double exact = active_ns(spans_of(tree, 0, now_ns, 0));
  for (const double finest_ns : {10.0, 100.0, 1000.0, 50'000.0, 1e9}) {
    const auto spans = spans_of(tree, 0, now_ns, finest_ns);
    EXPECT_NEAR(active_ns(spans), exact, exact * 1e-5) << finest_ns;
    EXPECT_LE(static_cast<double>(spans.size()), 2 * static_cast<double>(now_ns) / finest_ns + 2);
    for (std::size_t span = 1; span < spans.size(); ++span)
      ASSERT_EQ(spans[span].start_ns, spans[span - 1].end_ns);
    EXPECT_EQ(spans.front().start_ns, 0);
    EXPECT_EQ(spans.back().end_ns, occupancy.end_ns());
  }
  const auto part = spans_of(tree, 1000, 2000, 10);
  EXPECT_EQ(part.front().start_ns, 1000);
  EXPECT_EQ(part.back().end_ns, 2000);
}

TEST(Occupancy, OverviewIsTheMeanOverAllLanes) {
  const Occupancy occupancy(small_trace());
  ASSERT_EQ(occupancy.overview().size(), 3u);
  const auto sum_ns = [&](std::size_t layer) {
    const auto& parts = occupancy.overview()[layer];
    return std::accumulate(parts.begin(), parts.end(), 0.0) * 1200 / Occupancy::overview_parts * 3;
  };
  EXPECT_NEAR(sum_ns(0), 50, 0.01);
  EXPECT_NEAR(sum_ns(1), 50, 0.01);
  EXPECT_NEAR(sum_ns(2), 1200 + 700 + 700 * 2.0 / 3 + 50, 0.05);
  EXPECT_NEAR(occupancy.overview()[0][150 * 1024 / 1200], 0.5 / 3, 1e-6);
}

TEST(Occupancy, TakesATraceWithoutSlices) {
  const Occupancy occupancy(TraceLog{});
  EXPECT_TRUE(occupancy.rows().empty());
  EXPECT_GT(occupancy.end_ns(), occupancy.start_ns());
  EXPECT_FALSE(occupancy.figures().active_share);
  EXPECT_FALSE(occupancy.figures().tail_ns);
}

}  // namespace
}  // namespace starling::viewer::tests
