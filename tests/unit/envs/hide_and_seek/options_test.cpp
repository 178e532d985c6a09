/// The options of hide and seek: what they choose, and the sentence for each that cannot be.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/hide_and_seek_worlds.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::hiding {
namespace {

using systems::Shape;

constexpr std::int64_t some = scaled(300, 20);

void expect_usage(const OptionTexts& options, std::initializer_list<std::string> words) {
  expect_refused(Refusal::Usage, words, [&] { Worlds worlds(1, options); });
}

/// The least and the greatest of what `number` gives in some worlds with these options.
template <class Number>
std::pair<int, int> range(const OptionTexts& options, const Number& number) {
  Worlds worlds(some, options);
  std::pair<int, int> range{1000, -1};
  for (std::int64_t world = 0; world < some; ++world) {
    const int value = number(worlds.at(world));
    range = {std::min(range.first, value), std::max(range.second, value)};
  }
  return range;
}

using Pair = std::pair<int, int>;

int of_a_team(const Arena& arena, std::int32_t team) {
  int agents = 0;
  for (const game::Role& role : arena.all<game::Agent, game::Role>())
    agents += role.team == team ? 1 : 0;
  return agents;
}

TEST(HideAndSeekOptions, SetTheNumbersOfBothTeams) {
  const auto hiding = [](const Arena& arena) { return of_a_team(arena, hiders); };
  const auto seeking = [](const Arena& arena) { return of_a_team(arena, seekers); };
  EXPECT_EQ(range({{"fewest-hiders", "1"}}, hiding), (Pair{1, 3}));
  EXPECT_EQ(range({{"most-hiders", "2"}}, hiding), (Pair{2, 2}));
  EXPECT_EQ(range({{"fewest-seekers", "1"}, {"most-seekers", "3"}}, seeking), (Pair{1, 3}));
  EXPECT_EQ(range({{"most-seekers", "1"}}, seeking), (Pair{1, 1}));
}

TEST(HideAndSeekOptions, SetTheNumbersOfBoxesAndRamps) {
  EXPECT_EQ(range({{"fewest-boxes", "7"}, {"most-boxes", "9"}}, count<game::Box>), (Pair{7, 9}));
  EXPECT_EQ(range({{"most-boxes", "0"}}, count<game::Box>), (Pair{0, 0}));
  EXPECT_EQ(range({{"fewest-ramps", "0"}}, count<game::Ramp>), (Pair{0, 2}));
  EXPECT_EQ(range({{"most-ramps", "1"}}, count<game::Ramp>), (Pair{1, 1}));
}

TEST(HideAndSeekOptions, SetHowManyBoxesAreLong) {
  const auto longer = [](const Arena& arena) {
    int number = 0;
    for (const Shape& shape : arena.all<game::Box, Shape>())
      number += is_there(shape) && shape.half_m.x == 4 ? 1 : 0;
    return number;
  };
  const OptionTexts six{{"fewest-boxes", "6"}, {"most-boxes", "6"}};
  const auto with = [&](const char* fewest, const char* most) {
    OptionTexts options = six;
    options.emplace_back("fewest-long-boxes", fewest);
    options.emplace_back("most-long-boxes", most);
    return range(options, longer);
  };
  EXPECT_EQ(with("0", "0"), (Pair{0, 0}));
  EXPECT_EQ(with("1", "4"), (Pair{1, 4}));
  EXPECT_EQ(with("0", "9"), (Pair{0, 5}));  // all but one
}

TEST(HideAndSeekOptions, SetHowManyWallsAreDrawn) {
  const auto inner = [](const Arena& arena) { return count<game::Wall>(arena) - 5; };
  EXPECT_EQ(range({{"most-connections", "0"}}, inner), (Pair{0, 0}));
  EXPECT_EQ(
      range({{"fewest-connections", "1"}, {"most-connections", "1"}, {"most-doors", "0"}}, inner),
      (Pair{3, 3}));
  EXPECT_EQ(
      range({{"fewest-connections", "1"}, {"most-connections", "2"}, {"most-doors", "0"}}, inner),
      (Pair{3, 6}));
}

TEST(HideAndSeekOptions, ChooseTheOriginalScale) {
  Worlds worlds(2, {{"scale", "original"}});
  const Arena one = worlds.at(0);
  const game::Rules rules = one.rules();
  EXPECT_EQ(rules.half_arena_m, 3.0F);
  EXPECT_EQ(rules.gravity_mps2, 50.0F);
  EXPECT_EQ(rules.substeps, 15);
  EXPECT_EQ(rules.lidar_range_m, 6.0F);
  EXPECT_EQ(rules.horizon_steps, 240);
  EXPECT_EQ(rules.preparation_steps, 96);
  const float half_m = one.agent<Shape>(0).half_m.y;
  EXPECT_EQ(rules.reach_m - half_m, 0.25F);  // before the surface
  EXPECT_EQ((one.of<game::Wall, systems::Pose>(1).position_m.x), -3.0F);
  const auto agents = [](const Arena& arena) { return count<game::Agent>(arena); };
  EXPECT_EQ(range({{"scale", "original"}}, agents), (Pair{2, 6}));
  EXPECT_EQ(range({{"scale", "original"}}, count<game::Box>).second, 9);
}

TEST(HideAndSeekOptions, ChooseTheQuadrantVariant) {
  const OptionTexts quadrant{{"variant", "quadrant"}};
  EXPECT_EQ(range(quadrant, count<game::Box>), (Pair{2, 2}));
  EXPECT_EQ(range(quadrant, count<game::Ramp>), (Pair{1, 1}));
  Worlds worlds(1, quadrant);
  EXPECT_EQ(worlds.at(0).rules().horizon_steps, 80);
  EXPECT_EQ(worlds.at(0).rules().preparation_steps, 32);
}

TEST(HideAndSeekOptions, AreRefusedWhereTheyCannotBe) {
  const std::tuple<const char*, int, int> names[] = {
      {"hiders", 1, 3}, {"seekers", 1, 3},     {"boxes", 0, 9}, {"long-boxes", 0, 9},
      {"ramps", 0, 2},  {"connections", 0, 5}, {"doors", 0, 6}};
  for (const auto& [name, lowest, highest] : names) {
    for (const char* end : {"fewest-", "most-"}) {
      const std::string option = std::string(end) + name;
      for (const int value : {lowest - 1, highest + 1}) {
        const std::string text = std::to_string(value);
        expect_usage({{option, text}}, {"hide_and_seek", option, text, std::to_string(lowest)});
      }
      expect_usage({{option, "many"}}, {option, "many"});
    }
  }
}

TEST(HideAndSeekOptions, AreRefusedWhereTheFewestAreMoreThanTheMost) {
  expect_usage({{"fewest-boxes", "5"}, {"most-boxes", "4"}}, {"fewest-boxes", "5", "4"});
  expect_usage({{"fewest-seekers", "3"}}, {"fewest-seekers", "3", "2"});
}

TEST(HideAndSeekOptions, AreRefusedWhereThereIsNoSuchChoice) {
  expect_usage({{"scale", "huge"}}, {"scale", "huge", "benchmark", "original"});
  expect_usage({{"variant", "maze"}}, {"variant", "maze", "random", "quadrant"});
  expect_usage({{"most-walls", "3"}}, {"most-walls"});
}

}  // namespace
}  // namespace starling::tests::hiding
