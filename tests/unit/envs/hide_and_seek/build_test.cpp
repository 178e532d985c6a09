/// What episodes of hide and seek begin with.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "systems/rigid/touch.hpp"
#include "tests/support/hide_and_seek_worlds.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::hiding {
namespace {

using systems::Pose;
using systems::Shape;

int count_there(const std::vector<Shape>& shapes) {
  return static_cast<int>(std::count_if(shapes.begin(), shapes.end(), is_there));
}

bool is_long(const Shape& shape) {
  return is_there(shape) && shape.half_m.x == 4.0F;
}

class Build : public testing::Test {
 protected:
  static constexpr std::int64_t worlds = scaled<std::int64_t>(400, 60);

  template <class Check>
  void for_each_arena(Arenas& arenas, const Check& check) {
    for (std::int64_t world = 0; world < arenas.simulator().settings().worlds; ++world)
      check(arenas.at(world));
  }
};

TEST_F(Build, HasThreeHidersAndTwoSeekers) {
  Arenas arenas(20);
  for_each_arena(arenas, [](const Arena& arena) {
    std::vector<int> teams;
    for (const hide::Role& role : arena.all<hide::Agent, hide::Role>())
      teams.push_back(role.team);
    EXPECT_EQ(teams, (std::vector<int>{1, 1, 1, 2, 2, 0}));
  });
}

TEST_F(Build, HasThreeToEightBoxesAtLeastThreeOfThemLong) {
  Arenas arenas(worlds);
  std::vector<int> by_count(10, 0);
  for_each_arena(arenas, [&](const Arena& arena) {
    const std::vector<Shape> shapes = arena.all<hide::Box, Shape>();
    const int boxes = count_there(shapes);
    const auto long_boxes = static_cast<int>(std::count_if(shapes.begin(), shapes.end(), is_long));
    EXPECT_GE(boxes, 3);
    EXPECT_LE(boxes, 8);
    EXPECT_GE(long_boxes, 3);
    EXPECT_LE(long_boxes, std::max(3, boxes - 1));
    EXPECT_EQ(count_there(arena.all<hide::Ramp, Shape>()), 2);
    ++by_count[static_cast<std::size_t>(boxes)];
  });
  for (std::size_t boxes = 3; boxes <= 8; ++boxes)
    EXPECT_GT(by_count[boxes], 0) << boxes;
}

TEST_F(Build, WallsAreThinAndUprightAndInsideTheArena) {
  Arenas arenas(worlds);
  for_each_arena(arenas, [](const Arena& arena) {
    const std::vector<Shape> shapes = arena.all<hide::Wall, Shape>();
    const std::vector<Pose> poses = arena.all<hide::Wall, Pose>();
    for (std::size_t wall = 0; wall + 1 < shapes.size(); ++wall) {
      if (!is_there(shapes[wall])) continue;
      const kernels::Vec3 half_m = shapes[wall].half_m;
      EXPECT_FLOAT_EQ(std::min(half_m.x, half_m.y), 0.2F);
      EXPECT_EQ(half_m.z, 1.25F);
      EXPECT_EQ(poses[wall].position_m.z, 1.25F);
      EXPECT_EQ(poses[wall].rotation, kernels::identity);
      EXPECT_LE(std::abs(poses[wall].position_m.x) + half_m.x, 18.2F + 1e-4F);
      EXPECT_LE(std::abs(poses[wall].position_m.y) + half_m.y, 18.2F + 1e-4F);
    }
    EXPECT_EQ(systems::kind_of(shapes.back()), systems::ShapeKind::Plane);
  });
}

/// gpu_hideseek's averages are 28.6 bodies an episode, of them 12.5 that may move.
TEST_F(Build, IsAsFullAsTheBenchmark) {
  Arenas arenas(worlds);
  double bodies = 0;
  double movers = 0;
  for_each_arena(arenas, [&](const Arena& arena) {
    bodies += count_there(arena.of_bodies<Shape>());
    movers += count_there(arena.of_movers<Shape>());
  });
  EXPECT_NEAR(movers / static_cast<double>(worlds), 12.5, 0.5);
  EXPECT_NEAR(bodies / static_cast<double>(worlds), 28.6, 3.0);
}

TEST_F(Build, PutsNothingIntoAnythingElse) {
  Arenas arenas(worlds);
  for_each_arena(arenas, [](const Arena& arena) {
    const std::vector<Shape> shapes = arena.of_bodies<Shape>();
    const std::vector<Pose> poses = arena.of_bodies<Pose>();
    for (std::size_t a = 0; a < static_cast<std::size_t>(hide::movers); ++a) {
      for (std::size_t b = a + 1; b < poses.size(); ++b) {
        if (!is_there(shapes[a]) || !is_there(shapes[b])) continue;
        const systems::Manifold manifold =
            systems::touch(shapes[a], poses[a], shapes[b], poses[b], 0.0F);
        for (std::int32_t point = 0; point < manifold.points; ++point)
          EXPECT_GT(manifold.point[point].separation_m, -1e-5F) << a << " " << b;
      }
    }
  });
}

TEST_F(Build, DrawsAnotherEpisodeAnew) {
  Arenas arenas(1);
  const std::vector<Pose> first = arenas.at(0).of_movers<Pose>();
  arenas.step(240);
  const std::vector<Pose> second = arenas.at(0).of_movers<Pose>();
  for (const std::size_t agent : {0, 1, 2, 3, 4})
    EXPECT_FALSE(first[agent].position_m == second[agent].position_m) << agent;
}

TEST_F(Build, TakesItsCountsFromOptions) {
  Arenas arenas(40, Actions::Tensor,
                {{"fewest-hiders", "1"},
                 {"most-hiders", "2"},
                 {"most-seekers", "1"},
                 {"most-boxes", "4"},
                 {"fewest-boxes", "4"},
                 {"most-ramps", "1"}});
  std::vector<int> by_hiders(4, 0);
  for_each_arena(arenas, [&](const Arena& arena) {
    int hiders = 0;
    int seekers = 0;
    for (const hide::Role& role : arena.all<hide::Agent, hide::Role>()) {
      hiders += role.team == 1 ? 1 : 0;
      seekers += role.team == 2 ? 1 : 0;
    }
    ++by_hiders[static_cast<std::size_t>(hiders)];
    EXPECT_EQ(seekers, 1);
    EXPECT_EQ(count_there(arena.all<hide::Box, Shape>()), 4);
    EXPECT_EQ(count_there(arena.all<hide::Ramp, Shape>()), 1);
  });
  EXPECT_GT(by_hiders[1], 0);
  EXPECT_GT(by_hiders[2], 0);
  EXPECT_EQ(by_hiders[3], 0);
}

TEST_F(Build, QuadrantHasOneRoomTwoBoxesAndARamp) {
  Arenas arenas(20, Actions::Tensor, {{"variant", "quadrant"}});
  for_each_arena(arenas, [](const Arena& arena) {
    EXPECT_EQ(count_there(arena.all<hide::Box, Shape>()), 2);
    EXPECT_EQ(count_there(arena.all<hide::Ramp, Shape>()), 1);
    EXPECT_EQ(count_there(arena.all<hide::Wall, Shape>()), 4 + 4 + 1);
  });
}

TEST_F(Build, OriginalIsSixMetresWide) {
  Arenas arenas(20, Actions::Tensor, {{"scale", "original"}});
  for_each_arena(arenas, [](const Arena& arena) {
    const std::vector<Shape> shapes = arena.of_movers<Shape>();
    const std::vector<Pose> poses = arena.of_movers<Pose>();
    for (std::size_t body = 0; body < shapes.size(); ++body) {
      if (!is_there(shapes[body])) continue;
      EXPECT_LT(std::abs(poses[body].position_m.x), 3.0F);
      EXPECT_LT(std::abs(poses[body].position_m.y), 3.0F);
    }
    EXPECT_EQ(shapes[0].half_m.x, 0.25F);
  });
}

TEST_F(Build, RefusesCountsOutOfRange) {
  expect_refused(Refusal::Usage, {"most-hiders"}, [] {
    Arenas(1, Actions::Tensor, {{"most-hiders", "4"}});
  });
  expect_refused(Refusal::Usage, {"fewest-boxes"}, [] {
    Arenas(1, Actions::Tensor, {{"most-boxes", "2"}, {"fewest-boxes", "3"}});
  });
}

}  // namespace
}  // namespace starling::tests::hiding
