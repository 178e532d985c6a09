// A CartPole is drawn where its components say that it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "envs/cartpole/cartpole.hpp"
#include "tests/support/drawn_worlds.hpp"
#include "tests/support/settings.hpp"

namespace starling::envs::cartpole {
namespace {

using kernels::Vec2;
using tests::DrawnWorlds;

constexpr Subject balancer = WorldView<CartPole>::subject<Balancer>(0);

Settings random_pushes() {
  Settings settings = tests::make_settings("cartpole", 3);
  settings.seed = 5;
  settings.actions = Actions::Random;
  return settings;
}

/// The end of a line that lies in the direction of its angle.
Vec2 end_of(const FlatShape& line) {
  return line.a + Vec2{kernels::cos(line.angle_rad), kernels::sin(line.angle_rad)} * line.b.x;
}

bool is_near(Vec2 a, Vec2 b) {
  return kernels::length(a - b) < 1e-3F;
}

/// A cart, four wheels, and a pole.
void expect_bodies(const std::vector<SolidShape>& bodies, Vec2 pivot, Vec2 tip) {
  std::map<SolidKind, int> kinds;
  for (const SolidShape& body : bodies) {
    ++kinds[body.kind];
    EXPECT_LT(kernels::abs(body.center.x - pivot.x), 0.3F);
    if (body.kind != SolidKind::Capsule) continue;
    const kernels::Vec3 along = kernels::rotate(body.rotation, {0.0F, 0.0F, body.half.z});
    EXPECT_TRUE(is_near({body.center.x - along.x, body.center.z - along.z}, pivot));
    EXPECT_TRUE(is_near({body.center.x + along.x, body.center.z + along.z}, tip));
  }
  EXPECT_EQ(kinds, (std::map<SolidKind, int>{
                       {SolidKind::Box, 1}, {SolidKind::Cylinder, 4}, {SolidKind::Capsule, 1}}));
}

template <class Claim>
long count_if(const std::vector<FlatShape>& shapes, Claim claim) {
  return std::count_if(shapes.begin(), shapes.end(), claim);
}

TEST(CartPoleDrawing, ShowsCartAndPoleWhereTheyAre) {
  DrawnWorlds worlds(random_pushes());
  float farthest_rad = 0.0F;
  for (int step = 0; step < 200; ++step) {
    worlds.simulator.step();
    for (const WorldSnapshot& snapshot : worlds.simulator.snapshot(0, 3)) {
      const WorldView<CartPole> world(snapshot, worlds.environment);
      const float x_m = world.rows<Balancer, Cart>().front().x_m;
      const float angle_rad = world.rows<Balancer, Pole>().front().angle_rad;
      farthest_rad = std::max(farthest_rad, std::abs(angle_rad));
      const Canvas canvas = worlds.draw(snapshot);
      const auto shapes = tests::flat_shapes_of(canvas, balancer);
      const Vec2 pivot{x_m, 0.0F};
      const Vec2 tip = pivot + Vec2{std::sin(angle_rad), std::cos(angle_rad)} * 2.0F * half_pole_m;
      EXPECT_GE(count_if(shapes, [&](const FlatShape& shape) { return shape.a == pivot; }), 1);
      EXPECT_GE(count_if(shapes, [&](const FlatShape& shape) { return is_near(shape.a, tip); }), 1);
      EXPECT_GE(count_if(shapes,
                         [&](const FlatShape& shape) {
                           return is_near(end_of(shape), tip) &&
                                  is_near(shape.a * 2.0F - end_of(shape), pivot);
                         }),
                1);
      expect_bodies(tests::solid_shapes_of(canvas, balancer), pivot, tip);
    }
  }
  EXPECT_GT(farthest_rad, 0.1F);
}

TEST(CartPoleDrawing, TheArrowPointsWhereTheLastActionPushes) {
  DrawnWorlds worlds(random_pushes());
  int pushes_right = 0;
  for (int step = 0; step < 100; ++step) {
    worlds.simulator.step();
    const WorldSnapshot snapshot = worlds.snapshot(1);
    const WorldView<CartPole> world(snapshot, worlds.environment);
    const float x_m = world.rows<Balancer, Cart>().front().x_m;
    const bool is_right = world.rows<Balancer, Action>().front().push == 1;
    const Canvas canvas = worlds.draw(snapshot);
    const auto& shapes = canvas.flat_shapes();
    ASSERT_EQ(
        count_if(shapes, [](const FlatShape& shape) { return shape.kind == FlatKind::Triangle; }),
        1);
    const FlatShape arrow = *std::find_if(shapes.begin(), shapes.end(), [](const FlatShape& shape) {
      return shape.kind == FlatKind::Triangle;
    });
    EXPECT_EQ(arrow.c.x > arrow.a.x, is_right);
    EXPECT_EQ(arrow.c.x > x_m, is_right);
    pushes_right += is_right ? 1 : 0;
  }
  EXPECT_GT(pushes_right, 10);
  EXPECT_LT(pushes_right, 90);
}

TEST(CartPoleDrawing, TheViewHoldsWhatAnEpisodeAllows) {
  DrawnWorlds worlds(random_pushes());
  const Canvas canvas = worlds.draw(worlds.snapshot(0));
  EXPECT_EQ(canvas.view().plane, Plane::Upright);
  EXPECT_LT(canvas.view().lowest.x, -track_limit_m - 0.27F);
  EXPECT_GT(canvas.view().highest.x, track_limit_m + 0.27F);
  EXPECT_GT(canvas.view().highest.y, 2.0F * half_pole_m);
  EXPECT_LT(tests::count_shapes(canvas), 100U);
}

TEST(CartPoleDrawing, PlacesThatAreNoNumbersAreDrawnLikeOthers) {
  DrawnWorlds worlds(random_pushes());
  WorldSnapshot snapshot = worlds.snapshot(0);
  const std::size_t usual = tests::count_shapes(worlds.draw(snapshot));
  tests::fill_with_nan(snapshot);
  EXPECT_EQ(tests::count_shapes(worlds.draw(snapshot)), usual);
}

TEST(CartPoleDrawing, AltersNothing) {
  DrawnWorlds drawn(random_pushes());
  Simulator undrawn(random_pushes());
  for (int step = 0; step < 50; ++step) {
    drawn.simulator.step();
    undrawn.step();
    const WorldSnapshot before = drawn.snapshot(0);
    drawn.draw(before);
    EXPECT_EQ(drawn.snapshot(0).bytes, before.bytes);
  }
  EXPECT_EQ(drawn.simulator.state_hash(), undrawn.state_hash());
}

}  // namespace
}  // namespace starling::envs::cartpole
