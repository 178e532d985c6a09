/// A bad kitchen file is refused in one sentence: where, what was found and what is allowed.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "engine/error.hpp"
#include "envs/overcooked/kitchen.hpp"
#include "tests/support/refusal.hpp"

namespace starling::envs::overcooked {
namespace {

struct BadFile {
  std::string text;
  std::string sentence;  ///< After "bad.txt:".
};

void PrintTo(const BadFile& file, std::ostream* stream) {
  *stream << file.text.substr(0, 60);
}

class KitchenRefusals : public testing::TestWithParam<BadFile> {};

TEST_P(KitchenRefusals, NamePlaceAndWhatIsAllowed) {
  const std::string sentence =
      tests::sentence_of(Refusal::Usage, [] { parse_kitchen(GetParam().text, "bad.txt"); });
  EXPECT_EQ(sentence, "bad.txt:" + GetParam().sentence);
}

const std::string keys =
    "a key is one of grid, name, horizon, dynamics, orders, bonus_orders, order_bonus, recipe, "
    "onion_value, tomato_value, onion_time, tomato_time, reward_ingredient_in_pot, "
    "reward_dish_pickup, reward_soup_pickup, start_object, start_held";
const std::string recipes = "a recipe is one of o, t, oo, ot, tt, ooo, oot, ott, ttt";
const std::string cells =
    "a cell is X (counter), O (onions), T (tomatoes), D (dishes), P (pot), S (serving), a space or "
    ". (floor), or a player's start from 1 to 9 and then from a to z";
const std::string parts = "a recipe is followed by value, time or both, each with its number";
const std::string places = "an object lies at a counter or pot X,Y of the grid, counted from 0,0";
const std::string objects =
    "an object is onion, tomato, dish, or a soup as soup(oot,i) idle, soup(oot,c5) cooking for 5 "
    "of its steps or soup(oot,r) ready";
const std::string fits = "a pot takes soups alone, and no soup is elsewhere before it is ready";

INSTANTIATE_TEST_SUITE_P(
    OfKeys, KitchenRefusals,
    testing::Values(
        BadFile{"",
                "1:1: found the end of the file, where a line 'grid' is still to come, and the "
                "rows after it"},
        BadFile{"name a\n# grid\n",
                "3:1: found the end of the file, where a line 'grid' is still "
                "to come, and the rows after it"},
        BadFile{"grid\n1\n\n  ordres ooo\n", "4:3: found 'ordres', where " + keys},
        BadFile{"\xEF\xBB\xBFgrid\n1\n", "1:1: found '???grid', where " + keys},
        BadFile{std::string("gr\0id\n1\n", 8), "1:1: found 'gr?id', where " + keys},
        BadFile{std::string(50, 'k'),
                "1:1: found '" + std::string(40, 'k') + "...', where " + keys},
        BadFile{"horizon 3\nhorizon 3\ngrid\n1\n",
                "2:1: found 'horizon' again after line 1, where a key is given once"},
        BadFile{"grid\n1\n\ngrid\n1\n",
                "4:1: found 'grid' again after line 1, where a key is given once"},
        BadFile{"grid of mine\n1\n", "1:6: found 'of', where the line of grid ends"},
        BadFile{std::string((1 << 16) + 1, '\n'),
                "1:1: found a file of more than 65536 bytes, where a kitchen file is no larger "
                "than that"}));

const std::string horizons = "horizon is a whole number from 1 to 1000000000";
const std::string bonuses = "order_bonus is a number from 0 to 1000000, or inf";

INSTANTIATE_TEST_SUITE_P(
    OfValues, KitchenRefusals,
    testing::Values(
        BadFile{"horizon", "1:8: found the end of the line, where " + horizons},
        BadFile{"horizon 0", "1:9: found '0', where " + horizons},
        BadFile{"horizon\t4x", "1:9: found '4x', where " + horizons},
        BadFile{"horizon 99999999999999999999",
                "1:9: found '99999999999999999999', where " + horizons},
        BadFile{"horizon 4 5", "1:11: found '5', where the line of horizon ends"},
        BadFile{"name /etc",
                "1:6: found '/etc', where name is at most 64 letters, digits, "
                "underscores and hyphens"},
        BadFile{"dynamics new", "1:10: found 'new', where dynamics takes old or default"},
        BadFile{"order_bonus nan", "1:13: found 'nan', where " + bonuses},
        BadFile{"order_bonus -1", "1:13: found '-1', where " + bonuses},
        BadFile{"order_bonus 1e999", "1:13: found '1e999', where " + bonuses},
        BadFile{"order_bonus infinity", "1:13: found 'infinity', where " + bonuses},
        BadFile{"reward_dish_pickup 1000001",
                "1:20: found '1000001', where reward_dish_pickup is a whole number from -1000000 "
                "to 1000000"},
        BadFile{"tomato_time 3334",
                "1:13: found '3334', where tomato_time is a whole number from "
                "0 to 3333"},
        BadFile{"grid\n1\n\nonion_value 3\n",
                "4:1: found onion_value but no tomato_value, where both or neither are given"},
        BadFile{"tomato_time 3\ngrid\n1\n",
                "1:1: found tomato_time but no onion_time, where both or neither are given"}));

INSTANTIATE_TEST_SUITE_P(
    OfRecipes, KitchenRefusals,
    testing::Values(
        BadFile{"orders", "1:7: found the end of the line, where " + recipes},
        BadFile{"orders ooo to", "1:12: found 'to', where " + recipes},
        BadFile{"orders oo t oo", "1:13: found 'oo' again, where a recipe is named once"},
        BadFile{"bonus_orders t\norders o\ngrid\n1\n",
                "1:14: found bonus order 't', where a bonus order is one of the orders"},
        BadFile{"recipe o value 0\nbonus_orders o\norder_bonus inf\ngrid\n1\n",
                "2:14: found bonus order 'o' of value 0, where an infinite order_bonus multiplies "
                "another value"},
        BadFile{"recipe oooo value 1", "1:8: found 'oooo', where " + recipes},
        BadFile{"recipe oo", "1:10: found the end of the line, where " + parts},
        BadFile{"recipe oo price 3", "1:11: found 'price', where " + parts},
        BadFile{"recipe oo value 3 value 4", "1:19: found 'value' again, where " + parts},
        BadFile{"recipe oo value 3 time",
                "1:23: found the end of the line, where a recipe's time "
                "is a whole number from 0 to 10000"},
        BadFile{"recipe oo time -1",
                "1:16: found '-1', where a recipe's time is a whole number "
                "from 0 to 10000"},
        BadFile{"recipe o value 3\nrecipe o time 4",
                "2:8: found 'o' again, where a recipe has one line"}));

const std::string wide_row(65, 'X');

INSTANTIATE_TEST_SUITE_P(
    OfGrids, KitchenRefusals,
    testing::Values(
        BadFile{"grid\n", "1:1: found a grid without rows, where rows follow on the next lines"},
        BadFile{"grid\nXX\nXX\n",
                "1:1: found a grid without a start, where at least one player starts, at a cell 1"},
        BadFile{"grid\nX1X\nXQX\n", "3:2: found 'Q', where " + cells},
        BadFile{"grid\nX1X\nX\tX\n", "3:2: found a tab, where " + cells},
        BadFile{"grid\nX1X\nX0X\n", "3:2: found '0', where " + cells},
        BadFile{"grid\nX1X\nXX\n",
                "3:3: found a row of 2 cells, where every row has as many as "
                "the first, 3 (floor at its end may be written as .)"},
        BadFile{"grid\nX1X\nXXXX\n",
                "3:4: found a row of 4 cells, where every row has as many as "
                "the first, 3 (floor at its end may be written as .)"},
        BadFile{"grid\nX1\n1X\n",
                "3:1: found start '1' again after line 2, where every player starts at one cell"},
        BadFile{"grid\nX1\n3X\n",
                "3:1: found start '3' but no start '2', where players start at 1 "
                "to 9 and then at a to z, with none left out"},
        BadFile{"grid\n" + wide_row + "\n",
                "2:65: found a row of 65 cells, where a row has at most 64"},
        BadFile{"grid\n1\n" +
                    [] {
                      std::string rows;
                      for (int row = 1; row < 65; ++row)
                        rows += "X\n";
                      return rows;
                    }(),
                "66:1: found row 65, where a grid has at most 64 rows"}));

const std::string grid = "\ngrid\nXP1\n";

INSTANTIATE_TEST_SUITE_P(
    OfObjects, KitchenRefusals,
    testing::Values(
        BadFile{"start_object", "1:13: found the end of the line, where " + places},
        BadFile{"start_object 0,0", "1:17: found the end of the line, where " + objects},
        BadFile{"start_object 0,0 dish 3", "1:23: found '3', where the line of start_object ends"},
        BadFile{"start_object 0 dish" + grid, "1:14: found '0', where " + places},
        BadFile{"start_object 0,1 dish" + grid, "1:14: found '0,1', where " + places},
        BadFile{"start_object 2,0 dish" + grid, "1:14: found '2,0', where " + places},
        BadFile{"start_object 1,0 dish" + grid, "1:18: found 'dish', where " + fits},
        BadFile{"start_object 0,0 soup(o,i)" + grid, "1:18: found 'soup(o,i)', where " + fits},
        BadFile{"start_object 0,0 knife" + grid, "1:18: found 'knife', where " + objects},
        BadFile{"start_object 1,0 soup(,i)" + grid, "1:18: found 'soup(,i)', where " + objects},
        BadFile{"start_object 1,0 soup(o,)" + grid, "1:18: found 'soup(o,)', where " + objects},
        BadFile{"start_object 1,0 soup(o,c20)" + grid,
                "1:18: found 'soup(o,c20)', where " + objects},
        BadFile{"start_object 0,0 dish\nstart_object 0,0 dish" + grid,
                "2:14: found '0,0' again, where one object is at a place"},
        BadFile{"start_held 2 dish" + grid,
                "1:12: found '2', where an object is held by a player of the grid"},
        BadFile{"start_held 1 soup(ooo,c3)" + grid, "1:14: found 'soup(ooo,c3)', where " + fits}));

TEST(KitchenRefusals, AreOneLineWhateverTheFileIsCalled) {
  const std::string sentence = tests::sentence_of(
      Refusal::Usage, [] { parse_kitchen("\r\ngrid\r\n", "two\nlines\x1b[2J"); });
  EXPECT_EQ(sentence,
            "two?lines?[2J:2:1: found a grid without rows, where rows follow on the next lines");
}

}  // namespace
}  // namespace starling::envs::overcooked
