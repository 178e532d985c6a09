// A flock is drawn where its components say that it is, and what a hawk observes is marked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "envs/murmuration/draw.hpp"
#include "tests/support/drawn_worlds.hpp"
#include "tests/support/flock_run.hpp"

namespace starling::envs::murmuration {
namespace {

using tests::DrawnWorlds;
using View = WorldView<Murmuration>;

Vec2 center_of(const FlatShape& left, const FlatShape& right) {
  return (left.a + left.b + left.c + right.a + right.b + right.c) / 6.0F;
}

std::vector<FlatShape> triangles_of(const Canvas& canvas, Subject subject) {
  std::vector<FlatShape> shapes = tests::flat_shapes_of(canvas, subject);
  std::erase_if(shapes, [](const FlatShape& shape) { return shape.kind != FlatKind::Triangle; });
  return shapes;
}

/// One dart at a place, its nose ahead.
void expect_dart(const Canvas& canvas, Subject subject, Vec2 at, Vec2 velocity) {
  const auto wings = triangles_of(canvas, subject);
  ASSERT_EQ(wings.size(), 2U);
  EXPECT_LT(kernels::length(center_of(wings[0], wings[1]) - at), 1e-5F);
  const Vec2 ahead = wings[0].a - at;
  EXPECT_NEAR(kernels::dot(kernels::normalize(ahead), kernels::normalize(velocity)), 1.0F, 1e-3F);
}

class FlockDrawing : public ::testing::TestWithParam<std::tuple<int, int>> {
 protected:
  DrawnWorlds worlds{tests::flock_settings(std::get<0>(GetParam()), std::get<1>(GetParam()), 2)};
};

TEST_P(FlockDrawing, ShowsEveryLivingBirdAndHawkWhereItIs) {
  std::set<int> populations;
  for (int step = 0; step < 300; ++step) {
    worlds.simulator.step();
    if (step % 10 != 0) continue;
    const WorldSnapshot snapshot = worlds.snapshot(step / 10 % 2);
    const View world(snapshot, worlds.environment);
    const Canvas canvas = worlds.draw(snapshot);
    const auto birds = world.rows<Bird, Motion>();
    for (int row = 0; row < world.count<Bird>(); ++row) {
      const Motion bird = birds[static_cast<std::size_t>(row)];
      expect_dart(canvas, View::subject<Bird>(row), {bird.x_m, bird.y_m},
                  {bird.vx_mps, bird.vy_mps});
    }
    const auto hawks = world.rows<Hawk, Prowl>();
    for (int row = 0; row < world.count<Hawk>(); ++row) {
      const Prowl hawk = hawks[static_cast<std::size_t>(row)];
      expect_dart(canvas, View::subject<Hawk>(row), {hawk.x_m, hawk.y_m},
                  {hawk.vx_mps, hawk.vy_mps});
    }
    EXPECT_TRUE(tests::flat_shapes_of(canvas, View::subject<Bird>(world.count<Bird>())).empty());
    populations.insert(world.count<Bird>());
  }
  EXPECT_GT(populations.size(), 5U);
}

TEST_P(FlockDrawing, StaysLightAndInView) {
  worlds.simulator.step();
  const WorldSnapshot snapshot = worlds.snapshot(0);
  const View world(snapshot, worlds.environment);
  const Canvas canvas = worlds.draw(snapshot);
  EXPECT_LE(tests::count_shapes(canvas), 2U * static_cast<std::size_t>(world.count<Bird>()) + 60U);
  EXPECT_EQ(canvas.view().plane, Plane::Ground);
  EXPECT_LT(canvas.view().lowest.x, 0.0F);
  EXPECT_GT(canvas.view().highest.y, world.rules().grid.side_m);
}

/// The rows of the birds that are nearest to a hawk, in no order.
std::set<int> nearest_birds(const View& world, const Prowl& hawk) {
  const systems::Grid grid = world.rules().grid;
  const auto birds = world.rows<Bird, Motion>();
  std::vector<std::pair<float, int>> by_distance;
  for (int row = 0; row < world.count<Bird>(); ++row) {
    const Motion bird = birds[static_cast<std::size_t>(row)];
    by_distance.emplace_back(std::hypot(systems::shortest(grid, bird.x_m - hawk.x_m),
                                        systems::shortest(grid, bird.y_m - hawk.y_m)),
                             row);
  }
  std::sort(by_distance.begin(), by_distance.end());
  by_distance.resize(std::min<std::size_t>(birds_seen, by_distance.size()));
  std::set<int> nearest;
  for (const auto& [distance, row] : by_distance)
    nearest.insert(row);
  return nearest;
}

/// The rows of the birds that have shapes; a ring is where its bird is.
std::set<int> marked_birds(const View& world, const Canvas& canvas) {
  std::set<int> marked;
  for (const FlatShape& shape : canvas.flat_shapes()) {
    if (shape.subject.table != View::subject<Bird>(0).table) continue;
    marked.insert(shape.subject.row);
    if (shape.edge.stroke == 0.0F) continue;
    const Motion bird = world.rows<Bird, Motion>()[static_cast<std::size_t>(shape.subject.row)];
    EXPECT_LT(kernels::length(shape.a - Vec2{bird.x_m, bird.y_m}), 1e-3F);
  }
  return marked;
}

TEST_P(FlockDrawing, MarksTheNearestBirdsWithHalosWhereTheyAre) {
  for (int step = 0; step < 200; ++step) {
    worlds.simulator.step();
    if (step % 20 != 0) continue;
    const WorldSnapshot snapshot = worlds.snapshot(1);
    const View world(snapshot, worlds.environment);
    for (int agent = 0; agent < world.count<Hawk>(); ++agent) {
      const Prowl hawk = world.rows<Hawk, Prowl>()[static_cast<std::size_t>(agent)];
      const Canvas canvas = worlds.draw_agent(snapshot, {.agent = agent});
      EXPECT_EQ(marked_birds(world, canvas), nearest_birds(world, hawk));
      const auto of_other = tests::flat_shapes_of(canvas, View::subject<Hawk>(1 - agent));
      EXPECT_EQ(!of_other.empty(), world.count<Hawk>() == 2);
    }
  }
}

TEST_P(FlockDrawing, MarksWhatIsAttendedToMoreStronger) {
  worlds.simulator.step();
  const WorldSnapshot snapshot = worlds.snapshot(0);
  std::vector<float> attention(birds_seen + 2, 0.05F);
  attention[3] = 0.4F;
  const Canvas canvas = worlds.draw_agent(snapshot, {.agent = 0, .attention = attention});
  std::map<float, int> halos_by_alpha;
  for (const FlatShape& shape : canvas.flat_shapes()) {
    if (shape.subject.table == View::subject<Bird>(0).table && shape.edge.stroke > 0.0F)
      ++halos_by_alpha[shape.color.alpha];
  }
  ASSERT_EQ(halos_by_alpha.size(), 2U);
  EXPECT_EQ(halos_by_alpha.rbegin()->second, 1);
  EXPECT_EQ(halos_by_alpha.begin()->second, static_cast<int>(birds_seen) - 1);
}

TEST_P(FlockDrawing, ShowsNothingOfAHawkThatIsNotThere) {
  const WorldSnapshot snapshot = worlds.snapshot(0);
  EXPECT_EQ(tests::count_shapes(worlds.draw_agent(snapshot, {.agent = -1})), 0U);
  EXPECT_EQ(tests::count_shapes(worlds.draw_agent(snapshot, {.agent = 2})), 0U);
}

TEST_P(FlockDrawing, TakesPlacesThatAreNoNumbers) {
  WorldSnapshot snapshot = worlds.snapshot(0);
  const std::size_t most = tests::count_shapes(worlds.draw(snapshot)) + 60U;
  const std::vector<float> attention(birds_seen + 2, std::numeric_limits<float>::quiet_NaN());
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    if (round == 0) {
      tests::fill_with_nan(snapshot);
    } else {
      tests::fill_with_noise(snapshot, random);
    }
    EXPECT_LE(tests::count_shapes(worlds.draw(snapshot)), most);
    EXPECT_LE(tests::count_shapes(worlds.draw_agent(snapshot, {0, attention})), 100U);
  }
}

TEST_P(FlockDrawing, AltersNothing) {
  Simulator undrawn(worlds.simulator.settings());
  for (int step = 0; step < 20; ++step) {
    worlds.simulator.step();
    undrawn.step();
    const WorldSnapshot before = worlds.snapshot(0);
    worlds.draw(before);
    worlds.draw_agent(before, {});
    EXPECT_EQ(worlds.snapshot(0).bytes, before.bytes);
  }
  EXPECT_EQ(worlds.simulator.state_hash(), undrawn.state_hash());
}

INSTANTIATE_TEST_SUITE_P(Of, FlockDrawing,
                         ::testing::Combine(::testing::Values(64, 256), ::testing::Values(1, 2)),
                         [](const auto& test) {
                           return std::to_string(std::get<0>(test.param)) + "Birds" +
                                  std::to_string(std::get<1>(test.param)) + "Hawks";
                         });

TEST(PeriodicLine, ComesInWhereItLeft) {
  const systems::Grid grid = systems::Grid::over(10.0F, 1.0F);
  Canvas canvas;
  periodic_line(canvas, grid, {9.0F, 8.0F}, {4.0F, 4.0F}, 0.1F, {});
  float length_m = 0.0F;
  for (const FlatShape& line : canvas.flat_shapes()) {
    const Vec2 half = Vec2{kernels::cos(line.angle_rad), kernels::sin(line.angle_rad)} * line.b.x;
    length_m += 2.0F * line.b.x;
    for (const Vec2 end : {line.a - half, line.a + half}) {
      for (const float along_m : {end.x, end.y}) {
        EXPECT_GT(along_m, -1e-4F);
        EXPECT_LT(along_m, 10.0F + 1e-4F);
      }
    }
  }
  EXPECT_EQ(canvas.flat_shapes().size(), 3U);
  EXPECT_NEAR(length_m, std::sqrt(32.0F), 1e-4F);
}

TEST(PeriodicLine, StaysWholeInsideTheSquare) {
  const systems::Grid grid = systems::Grid::over(10.0F, 1.0F);
  Canvas canvas;
  periodic_line(canvas, grid, {2.0F, 3.0F}, {-1.5F, 4.0F}, 0.1F, {});
  ASSERT_EQ(canvas.flat_shapes().size(), 1U);
  EXPECT_FLOAT_EQ(canvas.flat_shapes().front().a.x, 1.25F);
  EXPECT_FLOAT_EQ(canvas.flat_shapes().front().a.y, 5.0F);
}

}  // namespace
}  // namespace starling::envs::murmuration
