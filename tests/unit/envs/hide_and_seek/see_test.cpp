/// Whom and what agents of hide and seek see and have at hand: as casts at every body find.
#include <gtest/gtest.h>

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

/// All that rays meet in a world.
struct Solids {
  explicit Solids(const Arena& arena)
      : shapes(arena.of_bodies<Shape>()), poses(arena.of_bodies<Pose>()) {
    shapes.pop_back();  // the floor, which nothing looks through
  }
  bool is_there(std::size_t body) const { return hiding::is_there(shapes[body]); }

  std::vector<Shape> shapes;
  std::vector<Pose> poses;
};

/// The angle by which a body's middle is off an agent's forward.
double off_forward_rad(const Pose& eye, const Pose& target) {
  const Vec3 at = to_body(eye, target.position_m);
  return std::atan2(std::hypot(static_cast<double>(at.x), static_cast<double>(at.z)),
                    static_cast<double>(at.y));
}

bool is_hidden(const Solids& solids, std::size_t eye, std::size_t target) {
  const Vec3 way_m = solids.poses[target].position_m - solids.poses[eye].position_m;
  const Ray ray{solids.poses[eye].position_m, normalize(way_m), length(way_m)};
  for (std::size_t body = 0; body < solids.shapes.size(); ++body) {
    if (body == eye || body == target || !solids.is_there(body)) continue;
    if (systems::cast(ray, solids.shapes[body], solids.poses[body]) < ray.range_m) return true;
  }
  return false;
}

/// Angles come of a few roundings of 1.
constexpr double rounding_rad = 1e-5;

class HideAndSeekSee : public testing::Test {
 protected:
  void expect_sights(const Arena& arena) {
    const Solids solids(arena);
    for (std::size_t agent = 0; agent < game::agents; ++agent) {
      const auto sight = arena.agent<game::Sight>(agent);
      if (!solids.is_there(agent)) {
        EXPECT_EQ(sight.bodies, 0u);
        EXPECT_EQ(sight.at_hand, -1);
        continue;
      }
      for (std::size_t target = 0; target < 32; ++target)
        expect_look(solids, agent, target, (sight.bodies >> target & 1U) != 0);
      expect_at_hand(solids, agent, sight);
    }
  }

  int seen = 0;
  int hidden = 0;
  int at_hand = 0;

 private:
  void expect_look(const Solids& solids, std::size_t agent, std::size_t target, bool sees) {
    if (target >= game::movers || target == agent || !solids.is_there(target)) {
      EXPECT_FALSE(sees) << agent << " sees " << target;
      return;
    }
    const double off_rad = off_forward_rad(solids.poses[agent], solids.poses[target]);
    const double half_rad = 3 * std::numbers::pi / 8;
    if (std::abs(off_rad - half_rad) < rounding_rad) return;
    const bool is_in_cone = off_rad < half_rad;
    const bool is_clear = !is_hidden(solids, agent, target);
    EXPECT_EQ(sees, is_in_cone && is_clear) << agent << " sees " << target;
    seen += sees ? 1 : 0;
    hidden += is_in_cone && !is_clear ? 1 : 0;
  }

  /// The ray starts half as high as the agent's middle and ends 2.5 m forward.
  void expect_at_hand(const Solids& solids, std::size_t agent, const game::Sight& sight) {
    const Pose& pose = solids.poses[agent];
    const Ray ray{to_world(pose, {0, 0, -0.5F}), rotate(pose.rotation, {0, 1, 0}), 2.5F};
    float nearest_m = systems::no_hit;
    std::int32_t nearest = -1;
    for (std::size_t body = 0; body < solids.shapes.size(); ++body) {
      if (body == agent || !solids.is_there(body)) continue;
      const float distance_m = systems::cast(ray, solids.shapes[body], solids.poses[body]);
      if (!(distance_m < nearest_m)) continue;
      nearest_m = distance_m;
      nearest = static_cast<std::int32_t>(body);
    }
    const bool is_thing = nearest >= game::first_box && nearest < game::movers;
    EXPECT_EQ(sight.at_hand, is_thing ? nearest : -1) << "agent " << agent;
    EXPECT_EQ(sight.at_hand_m, is_thing ? nearest_m : 0.0F) << "agent " << agent;
    at_hand += is_thing ? 1 : 0;
  }
};

TEST_F(HideAndSeekSee, WhatCastsFindInRandomPlay) {
  const std::int64_t number = scaled(300, 50);
  Worlds worlds(number, {{"fewest-hiders", "1"}, {"fewest-seekers", "1"}}, Actions::Random);
  for (const int steps : {0, 1, 30, 100}) {
    worlds.step(steps);
    for (std::int64_t world = 0; world < number; ++world)
      expect_sights(worlds.at(world));
  }
  EXPECT_GT(seen, 1000 * scaled(30, 5) / 30);
  EXPECT_GT(hidden, seen);
  EXPECT_GT(at_hand, scaled(30, 0));
}

/// Bodies that lie any way, partly above the walls and above each other.
TEST_F(HideAndSeekSee, WhatCastsFindAmongTiltedBodies) {
  const std::int64_t number = scaled(200, 10);
  Worlds worlds(number);
  for (std::int64_t world = 0; world < number; ++world) {
    const auto turn = static_cast<float>(world);
    for (std::int64_t box = 0; box < 3; ++box) {
      const Vec3 axis = normalize(Vec3{1, 0.5F, 0.3F * static_cast<float>(box)});
      worlds.put(world, "Box", box,
                 {{-12 + 8 * static_cast<float>(box), 3, 1.5F + static_cast<float>(box)},
                  kernels::from_axis_angle(axis, turn)});
    }
    worlds.put(world, "Ramp", 0, {{3, -3, 2}, kernels::from_axis_angle({0.6F, 0.8F, 0}, turn)});
    worlds.put(world, "Agent", 0, upright({1, -6, 1.5F}, 0.1F * turn));
    worlds.put(world, "Agent", 3, upright({0, 8, 3.5F}, 0.2F * turn));
  }
  worlds.look();
  for (std::int64_t world = 0; world < number; ++world)
    expect_sights(worlds.at(world));
  EXPECT_GT(seen, 5 * number);
  EXPECT_GT(hidden, number);
}

/// Two agents in the open.
class HideAndSeekSeeOne : public testing::Test {
 protected:
  bool sees(float other_rad, float z_m = 1) {
    worlds.put(0, "Agent", 0, upright({0, 0, 1}));
    worlds.put(0, "Agent", first_seeker,
               upright(Vec3{-8 * std::sin(other_rad), 8 * std::cos(other_rad), z_m}));
    worlds.look();
    return (worlds.at(0).agent<game::Sight>(0).bodies >> first_seeker & 1U) != 0;
  }
  static constexpr float half_rad = 3 * kernels::pi / 8;

  Worlds worlds{1, open_arena(1, 1, 1, 0)};
};

TEST_F(HideAndSeekSeeOne, ToThreeEighthsOfPiOnBothSides) {
  for (const float side : {-1.0F, 1.0F}) {
    EXPECT_TRUE(sees(side * (half_rad - 1e-3F)));
    EXPECT_FALSE(sees(side * (half_rad + 1e-3F)));
  }
  EXPECT_TRUE(sees(0));
  EXPECT_FALSE(sees(kernels::pi));
}

TEST_F(HideAndSeekSeeOne, NotThroughAWall) {
  ASSERT_TRUE(sees(0));
  worlds.put(0, "Wall", 0, upright({0, 4, 1.25F}));
  EXPECT_FALSE(sees(0));
  worlds.put(0, "Wall", 0, upright({0, 4, -0.3F}));  // as high as 0.95 m
  EXPECT_TRUE(sees(0));
}

TEST_F(HideAndSeekSeeOne, NotThroughABoxNorAnAgent) {
  worlds.put(0, "Box", 0, upright({0, 4, 1}));
  EXPECT_FALSE(sees(0));
  worlds.put(0, "Box", 0, upright({0, -4, 1}));
  EXPECT_TRUE(sees(0));
}

}  // namespace
}  // namespace starling::tests::hiding
