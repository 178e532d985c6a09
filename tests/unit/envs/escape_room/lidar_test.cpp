/// Lidars of the escape room find what casts at every body find.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "systems/rays/cast.hpp"
#include "tests/support/escape_rooms.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::escape {
namespace {

using kernels::Vec3;
using systems::Pose;
using systems::Shape;

/// What a ray meets first.
struct Met {
  float distance_m = systems::no_hit;
  float next_m = systems::no_hit;  ///< And second.
  std::size_t body = 0;
};

/// The least cosine between a ray and the normals of a box's faces that it meets the box in: one
/// face, or more at an edge.
float slant(const systems::Ray& ray, float distance_m, const Shape& shape, const Pose& pose) {
  const Vec3 direction = rotate(conjugate(pose.rotation), ray.direction);
  const Vec3 at_m = to_body(pose, ray.origin_m + distance_m * ray.direction);
  float cosine = 1.0F;
  const auto meet_face = [&](float along, float at, float half) {
    if (std::abs(at) > half - 1e-3F) cosine = std::min(cosine, std::abs(along));
  };
  meet_face(direction.x, at_m.x, shape.half_m.x);
  meet_face(direction.y, at_m.y, shape.half_m.y);
  meet_face(direction.z, at_m.z, shape.half_m.z);
  return cosine;
}

Met meet(const systems::Ray& ray, std::size_t own, const std::vector<Shape>& shapes,
         const std::vector<Pose>& poses) {
  Met met;
  for (std::size_t body = 0; body + 1 < shapes.size(); ++body) {  // the ground is level with it
    if (body == own) continue;
    const float distance_m = systems::cast(ray, shapes[body], poses[body]);
    if (distance_m < met.distance_m) {
      met = {distance_m, met.distance_m, body};
    } else if (distance_m < met.next_m) {
      met.next_m = distance_m;
    }
  }
  return met;
}

int kind_of_body(std::size_t body) {
  if (body < 2) return 4;
  if (body < 7) return 2;
  return body < 10 ? 5 : 3;
}

class Lidar : public testing::Test {
 protected:
  void expect_all_rays(std::int64_t world) {
    const Room one = rooms.at(world);
    const std::vector<Shape> shapes = one.of_bodies<Shape>();
    const std::vector<Pose> poses = one.of_bodies<Pose>();
    for (std::size_t agent = 0; agent < 2; ++agent) {
      const std::vector<float> lidar = one.lidar(static_cast<int>(agent));
      for (int ray = 0; ray < 30; ++ray)
        expect_ray(ray, agent, shapes, poses, lidar);
    }
  }

  Rooms rooms{scaled(20, 4), Actions::Random};
  int met_kinds[6] = {};

  /// Two bodies as near as roundings tell apart are a corner where they meet: of rays that are
  /// metres apart there hardly one in a hundred passes within a tenth of a millimetre.
  void expect_few_unsure() const { EXPECT_LE(100 * unsure_, rays_); }

 private:
  /// Counter-clockwise from forward. A plane h away is met at h / cosine. Way to the plane,
  /// direction and distance come of 16 roundings at most in the lidar, and of as many in the cast,
  /// each of 2^-24 of the arena's 40 m or of the direction's 1: 2 * 16 * 2^-24 * 40 m = 8e-5 m
  /// across the plane, and over the cosine along the ray.
  void expect_ray(int ray, std::size_t agent, const std::vector<Shape>& shapes,
                  const std::vector<Pose>& poses, const std::vector<float>& lidar) {
    const double angle_rad = 2 * std::numbers::pi * ray / 30;
    const Vec3 own{static_cast<float>(-std::sin(angle_rad)),
                   static_cast<float>(std::cos(angle_rad)), 0};
    const Pose& pose = poses[agent];
    const systems::Ray cast{pose.position_m + Vec3{0, 0, -0.5F}, rotate(pose.rotation, own), 200};
    const Met met = meet(cast, agent, shapes, poses);
    const float distance_m = lidar[static_cast<std::size_t>(2 * ray)] * 40;
    const float kind = lidar[static_cast<std::size_t>(2 * ray) + 1] * 6;
    ++rays_;
    if (met.distance_m == systems::no_hit) {
      EXPECT_EQ(distance_m, 0.0F);
      EXPECT_EQ(kind, 0.0F);
      ++met_kinds[0];
      return;
    }
    const float tolerance_m =
        2 * 16 * 0x1p-24F * 40 / slant(cast, met.distance_m, shapes[met.body], poses[met.body]);
    if (met.next_m - met.distance_m < tolerance_m) {
      ++unsure_;
      return;
    }
    EXPECT_NEAR(distance_m, met.distance_m, tolerance_m) << "agent " << agent << " ray " << ray;
    EXPECT_NEAR(kind, static_cast<float>(kind_of_body(met.body)), 6 * 0x1p-22F);
    ++met_kinds[kind_of_body(met.body)];
  }

  int rays_ = 0;
  int unsure_ = 0;
};

TEST_F(Lidar, FindsWhatCastsFind) {
  for (int turn = 0; turn < 4; ++turn) {
    rooms.step(25);
    for (std::int64_t world = 0; world < scaled(20, 4); ++world)
      expect_all_rays(world);
  }
  expect_few_unsure();
  EXPECT_GT(met_kinds[3], met_kinds[5]);
  EXPECT_GT(met_kinds[5], 0);
}

TEST_F(Lidar, FindsTiltedCubesAndAgents) {
  for (std::int64_t world = 0; world < scaled(20, 4); ++world) {
    const auto turn = static_cast<float>(world);
    rooms.put(
        world, "Cube", 3,
        {{-3, 9, 2}, kernels::from_axis_angle(normalize(Vec3{1, 0.5F, 0.2F}), 0.3F + 0.2F * turn)});
    rooms.put(world, "Agent", 0, {{-3, 4, 1}});
    rooms.put(world, "Agent", 1, {{3, 8, 1}, kernels::from_axis_angle({0, 0, 1}, 2.0F)});
  }
  rooms.step(1);
  for (std::int64_t world = 0; world < scaled(20, 4); ++world)
    expect_all_rays(world);
  expect_few_unsure();
  EXPECT_GT(met_kinds[2], 10);
  EXPECT_GT(met_kinds[4], 2);
}

}  // namespace
}  // namespace starling::tests::escape
