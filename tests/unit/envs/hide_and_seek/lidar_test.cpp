/// Lidars of hide and seek find what casts at every body find.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "systems/rays/cast.hpp"
#include "tests/support/hide_and_seek_worlds.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;
using systems::Pose;
using systems::Ray;
using systems::Shape;

/// Way to a plane, direction and distance come of 16 roundings at most in the lidar, and of as many
/// in a cast, each of 2^-24 of the arena's diagonal of 52 m or of the direction's 1: surfaces are
/// displaced by less than 2 * 16 * 2^-24 * 52 m = 1e-4 m.
constexpr float displaced_m = 1e-4F;

/// A body whose surface lies at least so far outside of the given one's, or inside for less than 0.
/// A wedge's slope goes through its middle however large it is: it is moved along the slope's
/// normal, more than a change of its sides turns the slope, and by less than its other sides move.
void grow(Shape& shape, Pose& pose, float by_m) {
  const bool is_wedge = systems::kind_of(shape) == systems::ShapeKind::Wedge;
  const float sides_m = is_wedge ? 6 * by_m : by_m;
  shape.half_m = shape.half_m + Vec3{sides_m, sides_m, sides_m};
  const Vec3 up = normalize(Vec3{0, -shape.half_m.z, shape.half_m.y});
  if (is_wedge) pose.position_m = to_world(pose, up * (3 * by_m));
}

class HideAndSeekLidar : public testing::Test {
 protected:
  /// What a ray meets of bodies that were grown.
  static float met_m(const Ray& ray, std::size_t own, const Arena& arena, float grown_m) {
    std::vector<Shape> shapes = arena.of_bodies<Shape>();
    std::vector<Pose> poses = arena.of_bodies<Pose>();
    float nearest_m = ray.range_m;
    for (std::size_t body = 0; body + 1 < shapes.size(); ++body) {  // the ground is level with it
      if (body == own || !is_there(shapes[body])) continue;
      grow(shapes[body], poses[body], grown_m);
      nearest_m = std::min(nearest_m, systems::cast(ray, shapes[body], poses[body]));
    }
    return nearest_m;
  }

  /// Counter-clockwise from forward, at the height of the agent's middle. The lidar's distance lies
  /// between those that surfaces a little outside and inside of the bodies' have, and a share of
  /// 2^-24 is rounded off as it is told.
  void expect_all_rays(const Arena& arena, float range_m = 200) {
    for (int agent = 0; agent < game::agents; ++agent) {
      const auto row = static_cast<std::size_t>(agent);
      const std::vector<float> self = arena.self(agent);
      if (!is_there(arena.agent<Shape>(row))) continue;
      const auto pose = arena.agent<Pose>(row);
      for (int ray = 0; ray < 30; ++ray) {
        const double angle_rad = 2 * std::numbers::pi * ray / 30;
        const Vec3 ahead{static_cast<float>(-std::sin(angle_rad)),
                         static_cast<float>(std::cos(angle_rad)), 0};
        const Ray cast{pose.position_m, rotate(pose.rotation, ahead), range_m};
        const float distance_m = self[static_cast<std::size_t>(14 + ray)] * range_m;
        const float least_m = met_m(cast, row, arena, displaced_m);
        const float most_m = met_m(cast, row, arena, -displaced_m);
        EXPECT_GE(distance_m, least_m * (1 - 0x1p-22F)) << "agent " << agent << " ray " << ray;
        EXPECT_LE(distance_m, most_m * (1 + 0x1p-22F)) << "agent " << agent << " ray " << ray;
        ++rays;
        unsure += most_m - least_m > 0.01F ? 1 : 0;
        misses += least_m == range_m ? 1 : 0;
      }
    }
  }
  /// Where a ray passes an edge, or slants by less than a fiftieth, little is known of it.
  void expect_few_unsure() const { EXPECT_LE(50 * unsure, rays); }

  int rays = 0;
  int unsure = 0;
  int misses = 0;
};

TEST_F(HideAndSeekLidar, FindsWhatCastsFind) {
  const std::int64_t number = scaled(40, 4);
  Worlds worlds(number, {{"fewest-seekers", "1"}}, Actions::Random);
  for (const int steps : {0, 20, 60, 120}) {
    worlds.step(steps);
    for (std::int64_t world = 0; world < number; ++world)
      expect_all_rays(worlds.at(world));
  }
  expect_few_unsure();
}

TEST_F(HideAndSeekLidar, FindsTiltedBoxesAndRamps) {
  const std::int64_t number = scaled(60, 6);
  Worlds worlds(number);
  for (std::int64_t world = 0; world < number; ++world) {
    const auto turn = static_cast<float>(world);
    worlds.put(world, "Box", 0,
               {{-3, 4, 2}, kernels::from_axis_angle(normalize(Vec3{1, 0.5F, 0.2F}), turn)});
    worlds.put(world, "Ramp", 0,
               {{3, 4, 1.5F}, kernels::from_axis_angle(normalize(Vec3{1, 0.3F, 2}), 0.7F * turn)});
    worlds.put(world, "Agent", 0, upright({0, 0, 1}));
    worlds.put(world, "Agent", 3, upright({0, 8, 1}, 2));
  }
  worlds.look();
  for (std::int64_t world = 0; world < number; ++world)
    expect_all_rays(worlds.at(world));
  expect_few_unsure();
}

TEST_F(HideAndSeekLidar, OfTheOriginalScaleReachesSixMetres) {
  const std::int64_t number = scaled(20, 4);
  Worlds worlds(number, {{"scale", "original"}}, Actions::Random);
  for (std::int64_t world = 0; world < number; ++world) {
    worlds.set(world, "Wall.Pose.position_m.x", 1, -30.0F);
    worlds.set(world, "Wall.Pose.position_m.x", 3, 30.0F);
  }
  worlds.step(10);
  for (std::int64_t world = 0; world < number; ++world)
    expect_all_rays(worlds.at(world), 6);
  EXPECT_GT(misses, 0);
  expect_few_unsure();
}

/// An agent 6 m above the floor looks over all walls.
TEST_F(HideAndSeekLidar, ReadsTheRangeWhereItFindsNothing) {
  Worlds worlds(1, open_arena(1, 1, 0, 0));
  worlds.put(0, "Agent", 0, upright({0, 0, 6}));
  worlds.look();
  const std::vector<float> self = worlds.at(0).self(0);
  for (std::size_t ray = 0; ray < 30; ++ray)
    EXPECT_EQ(self[14 + ray], 1.0F);
}

}  // namespace
}  // namespace starling::tests::hiding
