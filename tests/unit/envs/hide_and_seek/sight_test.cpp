/// What agents see is what casts at every body say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "systems/rays/cast.hpp"
#include "systems/rays/visibility.hpp"
#include "tests/support/hide_and_seek_worlds.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;
using systems::Pose;
using systems::Shape;

/// Worlds some steps into random episodes, tilted boxes and ramps among them.
class Sight : public testing::Test {
 protected:
  template <class Check>
  void for_each_agent(const Check& check) {
    for (int round = 0; round < 3; ++round) {
      arenas.step(50);
      for (std::int64_t world = 0; world < worlds; ++world) {
        const Arena arena = arenas.at(world);
        shapes = arena.of_bodies<Shape>();
        poses = arena.of_bodies<Pose>();
        for (std::size_t agent = 0; agent < 6; ++agent)
          if (is_there(shapes[agent])) check(arena, agent);
      }
    }
  }
  /// The nearest hit and the second one.
  std::pair<systems::RayHit, float> cast_at_all(const systems::Ray& ray, std::size_t own) const {
    systems::RayHit best{systems::no_hit, systems::no_body};
    float next_m = systems::no_hit;
    for (std::size_t body = 0; body + 1 < shapes.size(); ++body) {
      if (body == own) continue;
      const float distance_m = systems::cast(ray, shapes[body], poses[body]);
      if (distance_m < best.distance_m) {
        next_m = best.distance_m;
        best = {distance_m, static_cast<std::int32_t>(body)};
      } else {
        next_m = std::min(next_m, distance_m);
      }
    }
    return {best, next_m};
  }
  Vec3 ahead(std::size_t agent) const { return rotate(poses[agent].rotation, Vec3{0, 1, 0}); }

  static constexpr std::int64_t worlds = scaled<std::int64_t>(60, 8);
  Arenas arenas{worlds, Actions::Random};
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
};

/// Within three eighths of pi of forward, to the middle of what is looked at, past all else.
TEST_F(Sight, IsWhatCastsSay) {
  int seen = 0;
  int hidden = 0;
  for_each_agent([&](const Arena& arena, std::size_t agent) {
    const std::uint32_t bits = arena.all<hide::Agent, hide::Sight>()[agent].bodies;
    const systems::ViewCone cone{poses[agent].position_m, ahead(agent),
                                 static_cast<float>(std::cos(0.375 * std::numbers::pi))};
    for (std::size_t target = 0; target < static_cast<std::size_t>(hide::movers); ++target) {
      const bool is_wanted =
          target != agent && is_there(shapes[target]) &&
          systems::sees(cone, poses[target].position_m,
                        {0, static_cast<std::int32_t>(shapes.size()) - 1},
                        {static_cast<std::int32_t>(agent), static_cast<std::int32_t>(target)},
                        [&](const systems::Ray& ray, std::int32_t body) {
                          const auto row = static_cast<std::size_t>(body);
                          return systems::cast(ray, shapes[row], poses[row]);
                        });
      EXPECT_EQ((bits >> target & 1U) != 0, is_wanted) << agent << " " << target;
      ++(is_wanted ? seen : hidden);
    }
  });
  EXPECT_GT(seen, 100);
  EXPECT_GT(hidden, 100);
}

/// Forward, half as high above the floor as the agent's middle, 2.5 m far.
TEST_F(Sight, TellsWhatIsAtHand) {
  int found = 0;
  for_each_agent([&](const Arena& arena, std::size_t agent) {
    const hide::Sight sight = arena.all<hide::Agent, hide::Sight>()[agent];
    const systems::Ray ray{to_world(poses[agent], Vec3{0, 0, -0.5F}), ahead(agent), 2.5F};
    const auto [hit, next_m] = cast_at_all(ray, agent);
    const bool is_thing = hit.body >= hide::first_box && hit.body < hide::movers;
    EXPECT_EQ(sight.at_hand, is_thing ? hit.body : -1);
    if (!is_thing) return;
    EXPECT_EQ(sight.at_hand_m, hit.distance_m);
    ++found;
  });
  EXPECT_GT(found, 0);
}

/// Roundings of the lidar and of the cast are 32 at most, of 2^-24 of the 52 m that the arena
/// measures across, over the cosine of the slant, which is left out below 0.05: 2 mm. What lies as
/// near behind is as good.
TEST_F(Sight, OfLidarsIsWhatCastsSay) {
  constexpr float tolerance_m = 2e-3F;
  int rays = 0;
  int apart = 0;
  for_each_agent([&](const Arena& arena, std::size_t agent) {
    const std::vector<float> view = arena.self_view(static_cast<int>(agent));
    for (int ray = 0; ray < 30; ++ray) {
      const double angle_rad = 2 * std::numbers::pi * ray / 30;
      const Vec3 own{static_cast<float>(-std::sin(angle_rad)),
                     static_cast<float>(std::cos(angle_rad)), 0.0F};
      const systems::Ray cast{poses[agent].position_m, rotate(poses[agent].rotation, own), 200.0F};
      const auto [hit, next_m] = cast_at_all(cast, agent);
      const float told_m = view[static_cast<std::size_t>(hide::own_features + ray)] * 200.0F;
      ++rays;
      if (std::abs(told_m - hit.distance_m) > tolerance_m) ++apart;
    }
  });
  EXPECT_GT(rays, 1000);
  EXPECT_LE(apart * 1000, rays);  // at corners one of the two may pass by
}

}  // namespace
}  // namespace starling::tests::hiding
