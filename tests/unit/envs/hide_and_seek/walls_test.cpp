/// The walls of an episode of hide and seek.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/hide_and_seek_worlds.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;
using systems::Pose;
using systems::Shape;

/// Ends are sums of a few numbers below 36 m, each rounded by at most 2 um.
constexpr float rounding_m = 2e-5F;

/// What a wall covers of the floor.
struct Cover {
  bool is_along_x = false;
  float across_m = 0;  ///< Where its middle line is on the other axis.
  float from_m = 0;
  float to_m = 0;
};

std::vector<Cover> covers(const Arena& arena) {
  const std::vector<Shape> shapes = arena.all<game::Wall, Shape>();
  std::vector<Cover> covers;
  for (std::size_t row = 0; row + 1 < shapes.size(); ++row) {
    if (!is_there(shapes[row])) continue;
    const Vec3 half_m = shapes[row].half_m;
    const Vec3 at = arena.of<game::Wall, Pose>(row).position_m;
    const bool is_along_x = half_m.x > half_m.y;
    const float middle_m = is_along_x ? at.x : at.y;
    const float reach_m = is_along_x ? half_m.x : half_m.y;
    covers.push_back(
        {is_along_x, is_along_x ? at.y : at.x, middle_m - reach_m, middle_m + reach_m});
  }
  return covers;
}

/// How wide the ways are between the walls that stand in one line, in order.
std::vector<float> openings_m(const Arena& arena, bool is_along_x, float across_m) {
  std::vector<Cover> line;
  for (const Cover& cover : covers(arena)) {
    if (cover.is_along_x == is_along_x && std::abs(cover.across_m - across_m) < rounding_m)
      line.push_back(cover);
  }
  std::sort(line.begin(), line.end(),
            [](const Cover& a, const Cover& b) { return a.from_m < b.from_m; });
  std::vector<float> openings;
  for (std::size_t index = 0; index + 1 < line.size(); ++index)
    openings.push_back(line[index + 1].from_m - line[index].to_m);
  return openings;
}

class HideAndSeekWalls : public testing::Test {
 protected:
  static constexpr std::int64_t many = scaled(2000, 40);

  static OptionTexts exactly(const char* connections, const char* doors) {
    return {{"most-connections", connections},
            {"fewest-connections", connections},
            {"most-doors", doors},
            {"fewest-doors", doors}};
  }
};

TEST_F(HideAndSeekWalls, TheGroundIsThePlaneThroughTheOrigin) {
  Worlds worlds(1);
  const Arena one = worlds.at(0);
  EXPECT_EQ((systems::kind_of(one.of<game::Wall, Shape>(game::walls))), systems::ShapeKind::Plane);
  EXPECT_EQ((one.of<game::Wall, Pose>(game::walls).position_m), Vec3{});
}

TEST_F(HideAndSeekWalls, FourEncloseThirtySixMetres) {
  Worlds worlds(many);
  const Vec3 at[] = {{0, -18, 1.25F}, {-18, 0, 1.25F}, {0, 18, 1.25F}, {18, 0, 1.25F}};
  for (std::int64_t world = 0; world < many; ++world) {
    const Arena one = worlds.at(world);
    for (std::size_t row = 0; row < 4; ++row) {
      EXPECT_EQ((one.of<game::Wall, Pose>(row).position_m), at[row]);
      const Vec3 half_m = one.of<game::Wall, Shape>(row).half_m;
      EXPECT_GE(at[row].x == 0 ? half_m.x : half_m.y, 18.0F);
    }
  }
}

TEST_F(HideAndSeekWalls, AllAreFortyCentimetresThickAndTwoAndAHalfMetresHigh) {
  Worlds worlds(many);
  for (std::int64_t world = 0; world < many; ++world) {
    const Arena one = worlds.at(world);
    for (std::size_t row = 0; row < game::walls; ++row) {
      const Shape shape = one.of<game::Wall, Shape>(row);
      if (!is_there(shape)) continue;
      EXPECT_EQ(systems::kind_of(shape), systems::ShapeKind::Box);
      EXPECT_EQ(std::min(shape.half_m.x, shape.half_m.y), 0.2F);
      EXPECT_EQ(shape.half_m.z, 1.25F);
      EXPECT_EQ((one.of<game::Wall, Pose>(row).position_m.z), 1.25F);
      EXPECT_EQ((one.of<game::Wall, Pose>(row).rotation), kernels::identity);
      EXPECT_EQ((one.of<game::Wall, systems::Surface>(row).static_friction), 0.5F);
      EXPECT_EQ((one.of<game::Wall, systems::Surface>(row).dynamic_friction), 2.0F);
    }
  }
}

/// The first wall that connects two has nothing in its way: from one outer wall's middle line to
/// the other's.
TEST_F(HideAndSeekWalls, OneThatConnectsHasNarrowDoorsAtBothEnds) {
  Worlds worlds(many, exactly("1", "0"));
  for (std::int64_t world = 0; world < many; ++world) {
    const Arena one = worlds.at(world);
    const std::vector<Cover> all = covers(one);
    ASSERT_EQ(all.size(), 7u);
    const Cover& part = all[4];
    const std::vector<float> openings = openings_m(one, part.is_along_x, part.across_m);
    ASSERT_EQ(openings.size(), 2u);
    EXPECT_NEAR(openings[0], 3.6F, rounding_m);
    EXPECT_NEAR(openings[1], 3.6F, rounding_m);
    EXPECT_LE(std::abs(part.across_m), 0.6F * 18 + rounding_m);  // at 20 to 80 % of the outer ones
  }
}

/// Its middle part is 36 - 4 * 1.8 = 28.8 m long, which is more than 21.6.
TEST_F(HideAndSeekWalls, ADoorOpensALongWallByTwiceAsMuchNearItsMiddle) {
  Worlds worlds(many, exactly("1", "1"));
  int opened = 0;
  for (std::int64_t world = 0; world < many; ++world) {
    const Arena one = worlds.at(world);
    const std::vector<Cover> all = covers(one);
    const std::vector<float> openings = openings_m(one, all[4].is_along_x, all[4].across_m);
    if (openings.size() == 2) continue;  // the door was drawn first, and found no wall
    ASSERT_EQ(openings.size(), 3u);
    EXPECT_NEAR(openings[0], 3.6F, rounding_m);
    EXPECT_NEAR(openings[1], 7.2F, rounding_m);
    EXPECT_NEAR(openings[2], 3.6F, rounding_m);
    const auto first = std::find_if(all.begin() + 4, all.end(), [](const Cover& cover) {
      return std::abs(cover.from_m + 12.6F) < rounding_m;
    });
    ASSERT_NE(first, all.end());
    const float share = (first->to_m + 0.5F * 7.2F + 14.4F) / 28.8F;
    EXPECT_GE(share, 0.3F - 1e-5F);
    EXPECT_LE(share, 0.7F + 1e-5F);
    ++opened;
  }
  // in half of all worlds the wall comes first; a fifth of them is 20 standard errors away
  EXPECT_GT(5 * opened, many);
}

/// What a door leaves of 28.8 m is 16.6 m at most, and the outer walls stay whole.
TEST_F(HideAndSeekWalls, DoorsOpenNothingThatIsNoLongerThanTwentyOneMetres) {
  Worlds worlds(many, exactly("1", "6"));
  for (std::int64_t world = 0; world < many; ++world)
    EXPECT_LE(covers(worlds.at(world)).size(), 8u);
}

/// Ways between two walls that stand in one line are doors, of one or the other kind, or go
/// through other walls and their doors: at least a narrow one.
TEST_F(HideAndSeekWalls, NoWayInALineIsNarrowerThanADoor) {
  Worlds worlds(many);
  for (std::int64_t world = 0; world < many; ++world) {
    const Arena one = worlds.at(world);
    for (const Cover& cover : covers(one)) {
      for (const float opening_m : openings_m(one, cover.is_along_x, cover.across_m))
        EXPECT_GE(opening_m, 3.6F - rounding_m) << "world " << world;
    }
  }
}

/// A narrow door's width from middle line to middle line, where one goes past the other.
TEST_F(HideAndSeekWalls, ThatRunBesideEachOtherAreADoorsWidthApart) {
  Worlds worlds(many);
  for (std::int64_t world = 0; world < many; ++world) {
    const std::vector<Cover> all = covers(worlds.at(world));
    for (const Cover& a : all) {
      for (const Cover& b : all) {
        const float apart_m = std::abs(a.across_m - b.across_m);
        const bool pass = a.from_m + rounding_m < b.to_m && b.from_m + rounding_m < a.to_m;
        if (a.is_along_x != b.is_along_x || !pass || apart_m < rounding_m) continue;
        EXPECT_GE(apart_m, 3.6F - rounding_m) << "world " << world;
      }
    }
  }
}

/// Three parts of each that connects, and one more for each door.
TEST_F(HideAndSeekWalls, AreAsManyAsConnectionsAndDoorsMake) {
  for (const auto& [connections, doors, fewest, most] :
       {std::tuple{"0", "6", 4u, 4u}, {"3", "0", 7u, 13u}, {"5", "6", 7u, 25u}}) {
    Worlds worlds(many, exactly(connections, doors));
    for (std::int64_t world = 0; world < many; ++world) {
      const std::size_t number = covers(worlds.at(world)).size();
      EXPECT_GE(number, fewest);
      EXPECT_LE(number, most);
    }
  }
}

/// gpu_hideseek has about 15, and Starling's are a comparable workload: to a tenth. The mean of
/// 2,000 worlds, which differ by 4, is right to 0.1.
TEST_F(HideAndSeekWalls, AreAboutFifteenAnEpisode) {
  if (!is_optimised || is_sanitized) GTEST_SKIP() << "of too few worlds";
  Worlds worlds(many);
  double sum = 0;
  for (std::int64_t world = 0; world < many; ++world)
    sum += static_cast<double>(covers(worlds.at(world)).size());
  EXPECT_NEAR(sum / static_cast<double>(many), 15, 1.5);
}

TEST_F(HideAndSeekWalls, ConnectTwoAtLeastOnceUnlessGiven) {
  Worlds worlds(many);
  for (std::int64_t world = 0; world < many; ++world) {
    const std::size_t number = covers(worlds.at(world)).size();
    EXPECT_GE(number, 7u);
    EXPECT_LE(number, 25u);
  }
}

/// One room in the quarter of positive x and negative y, with a door in each of its two walls.
TEST_F(HideAndSeekWalls, AQuadrantIsOneRoomWithTwoDoors) {
  Worlds worlds(many, {{"variant", "quadrant"}});
  for (std::int64_t world = 0; world < many; ++world) {
    const Arena one = worlds.at(world);
    const std::vector<Cover> all = covers(one);
    ASSERT_EQ(all.size(), 8u);
    for (const bool is_along_x : {true, false}) {
      const std::vector<float> openings = openings_m(one, is_along_x, 0);
      ASSERT_EQ(openings.size(), 1u);
      EXPECT_NEAR(openings[0], 3.6F, rounding_m);
    }
    for (std::size_t part = 4; part < 8; ++part) {
      EXPECT_EQ(all[part].across_m, 0.0F);
      EXPECT_GE(all[part].is_along_x ? all[part].from_m : -all[part].to_m, -0.2F - rounding_m);
    }
  }
}

}  // namespace
}  // namespace starling::tests::hiding
