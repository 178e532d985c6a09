/// Kitchen files say what their format says, and a kitchen written is the kitchen read.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "envs/overcooked/kitchen.hpp"
#include "envs/overcooked/kitchen_file.hpp"
#include "tests/support/refusal.hpp"

namespace starling::envs::overcooked {
namespace {

Kitchen parse(const std::string& text) {
  return parse_kitchen(text, "kitchen.txt");
}

const Recipe& recipe(const Kitchen& kitchen, int onions, int tomatoes) {
  return kitchen.recipes[static_cast<std::size_t>(recipe_index(onions, tomatoes))];
}

/// The rows at the end of a kitchen's text, floor as spaces.
std::string rows_of(const Kitchen& kitchen) {
  const std::string text = to_text(kitchen);
  std::string rows = text.substr(text.find("grid\n") + 5);
  for (char& letter : rows) {
    if (letter == '.') letter = ' ';
  }
  return rows;
}

TEST(Recipes, AreNumberedAsTheyAreNamed) {
  for (std::size_t index = 0; index < recipe_names.size(); ++index) {
    EXPECT_EQ(recipe_index(ingredients_of(index, 'o'), ingredients_of(index, 't')),
              static_cast<int>(index));
  }
}

TEST(Kitchens, OfTheProgramAreTheFiveClassics) {
  EXPECT_EQ(kitchen_names(),
            (std::vector<std::string>{"cramped_room", "asymmetric_advantages", "coordination_ring",
                                      "forced_coordination", "counter_circuit"}));
  EXPECT_EQ(rows_of(find_kitchen("cramped_room")), "XXPXX\nO  2O\nX1  X\nXDXSX\n");
  EXPECT_EQ(rows_of(find_kitchen("asymmetric_advantages")),
            "XXXXXXXXX\nO XSXOX S\nX   P 1 X\nX2  P   X\nXXXDXDXXX\n");
  EXPECT_EQ(rows_of(find_kitchen("coordination_ring")), "XXXPX\nX 1 P\nD2X X\nO   X\nXOSXX\n");
  EXPECT_EQ(rows_of(find_kitchen("forced_coordination")), "XXXPX\nO X1P\nO2X X\nD X X\nXXXSX\n");
  EXPECT_EQ(rows_of(find_kitchen("counter_circuit")),
            "XXXPPXXX\nX  2   X\nD XXXX S\nX  1   X\nXXXOOXXX\n");
}

TEST(Kitchens, OfTheProgramOrderThreeOnionsAlone) {
  for (const std::string& name : kitchen_names()) {
    Kitchen expected = parse("orders ooo\ngrid\n" + rows_of(find_kitchen(name)));
    expected.name = name;
    EXPECT_EQ(find_kitchen(name), expected);
  }
}

TEST(Kitchens, OfAGridAloneHaveTheDefaults) {
  const Kitchen kitchen = parse("grid\n1P\n");
  EXPECT_EQ(kitchen.name, "");
  EXPECT_EQ(kitchen.horizon_steps, 400);
  EXPECT_EQ(kitchen.order_bonus, 2);
  EXPECT_EQ(kitchen.dynamics, Dynamics::Default);
  EXPECT_EQ(kitchen.shaping, (Shaping{3, 3, 5}));
  for (const Recipe& each : kitchen.recipes)
    EXPECT_EQ(each, (Recipe{20, 20, true, false}));
  EXPECT_EQ(kitchen.terrain, (std::vector{Terrain::Floor, Terrain::Pot}));
  EXPECT_EQ(kitchen.starts, (std::vector{Cell{0, 0}}));
}

TEST(Kitchens, SumARecipeOverItsIngredientsUnlessItHasALine) {
  const Kitchen kitchen = parse(
      "recipe ott value 1\nonion_value 21\ntomato_value 13\nonion_time 15\ntomato_time 7\n"
      "grid\n1\n");
  EXPECT_EQ(recipe(kitchen, 1, 0), (Recipe{21, 15, true, false}));
  EXPECT_EQ(recipe(kitchen, 2, 1), (Recipe{55, 37, true, false}));
  EXPECT_EQ(recipe(kitchen, 0, 3), (Recipe{39, 21, true, false}));
  EXPECT_EQ(recipe(kitchen, 1, 2), (Recipe{1, 29, true, false}));
}

TEST(Kitchens, HoldAllThatAFileSays) {
  const Kitchen kitchen = parse(
      "name full # a comment\nhorizon 7\ndynamics old\norders t oo\nbonus_orders t\n"
      "order_bonus inf\nreward_ingredient_in_pot 1\nreward_dish_pickup 0\nreward_soup_pickup -2\n"
      "start_object 1,0 soup(ot,c3)\nstart_object 0,1 soup(o,r)\nstart_held 2 tomato\n\n"
      "grid\n# rows\n2PX\nXO1\n\nrecipe t time 9\n");
  EXPECT_EQ(kitchen.name, "full");
  EXPECT_EQ(kitchen.horizon_steps, 7);
  EXPECT_EQ(kitchen.dynamics, Dynamics::Old);
  EXPECT_EQ(kitchen.order_bonus, std::numeric_limits<double>::infinity());
  EXPECT_EQ(kitchen.shaping, (Shaping{1, 0, -2}));
  EXPECT_EQ(recipe(kitchen, 0, 1), (Recipe{20, 9, true, true}));
  EXPECT_EQ(recipe(kitchen, 2, 0), (Recipe{20, 20, true, false}));
  EXPECT_EQ(recipe(kitchen, 3, 0), (Recipe{20, 20, false, false}));
  EXPECT_EQ(kitchen.starts, (std::vector{Cell{2, 1}, Cell{0, 0}}));
  EXPECT_EQ(kitchen.objects[1], (Object{Item::Soup, 1, 1, 3}));
  EXPECT_EQ(kitchen.objects[3], (Object{Item::Soup, 1, 0, 20}));
  EXPECT_EQ(kitchen.held, (std::vector{Object{}, Object{Item::Tomato}}));
  EXPECT_EQ(parse(to_text(kitchen)), kitchen);
}

TEST(Kitchens, AreTheSameWithOtherLineEndsTabsAndSpaces) {
  const Kitchen kitchen = parse("horizon 5\norders o t\n\ngrid\nX .\nX1X\n");
  EXPECT_EQ(parse("horizon 5\r\norders o t\r\n\r\ngrid\r\nX .\r\nX1X\r\n"), kitchen);
  EXPECT_EQ(parse("horizon 5\norders o t\n\ngrid\nX .\nX1X"), kitchen);
  EXPECT_EQ(parse("\thorizon\t5  \n orders\to  t\t# two\n \t\ngrid \nX  \nX1X\n\n\n"), kitchen);
}

TEST(Kitchens, AreAsSmallAsACellAndAsLargeAs64By64) {
  const Kitchen cell = parse("grid\n1");
  EXPECT_EQ(cell.width, 1);
  EXPECT_EQ(cell.height, 1);
  EXPECT_EQ(parse(to_text(cell)), cell);

  std::string rows;
  for (int row = 0; row < 64; ++row)
    rows += std::string(63, ' ') + (row == 63 ? "1\n" : "X\n");
  const Kitchen hall = parse("grid\n" + rows);
  EXPECT_EQ(hall.terrain.size(), 64u * 64u);
  EXPECT_EQ(hall.starts, (std::vector{Cell{63, 63}}));
  EXPECT_EQ(parse(to_text(hall)), hall);
}

TEST(Kitchens, HaveUpTo35Players) {
  const Kitchen crowd = parse("grid\n123456789abcdefghijklmnopqrstuvwxyz\n");
  ASSERT_EQ(crowd.starts.size(), 35u);
  EXPECT_EQ(crowd.starts[9], (Cell{9, 0}));
  EXPECT_EQ(parse(to_text(crowd)), crowd);
}

TEST(Kitchens, AreFoundInFiles) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("starling_kitchen_" + std::to_string(getpid()) + ".txt");
  const Kitchen kitchen = find_kitchen("forced_coordination");
  std::ofstream(path) << to_text(kitchen);
  EXPECT_EQ(find_kitchen(path.string()), kitchen);
  std::filesystem::remove(path);
}

TEST(Kitchens, ThatAreNowhereAreRefusedWithTheNamesThereAre) {
  for (const char* path : {"cramped_rom", "/nowhere/kitchen.txt", "", "/"}) {
    tests::expect_refused(Refusal::Usage, {detail::quoted(path), "cramped_room", "counter_circuit"},
                          [&] { find_kitchen(path); });
  }
}

TEST(Kitchens, OfEndlessFilesAreRefused) {
  tests::expect_refused(Refusal::Usage, {"/dev/zero:1:1: found a file of more than 65536 bytes"},
                        [] { find_kitchen("/dev/zero"); });
}

}  // namespace
}  // namespace starling::envs::overcooked
