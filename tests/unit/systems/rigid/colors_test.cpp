/// Constraints of a colour share no body that moves, every one has a colour, and the order of
/// colours holds each once.
#include "systems/rigid/colors.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "kernels/crew.hpp"
#include "tests/support/rigid_world.hpp"

namespace starling::tests {
namespace {

using Order = systems::ColorOrder<int>;
using End = systems::ColorEnd<int>;

/// Holds its bodies where these are two.
struct Pair {
  std::int32_t a = 0;
  std::int32_t b = 0;
};
bool is_active(const Pair& pair) {
  return pair.a != pair.b;
}

struct Colored {
  std::int32_t colors = 0;
  std::vector<Order> order;
  std::vector<End> ends;
  std::vector<std::vector<std::int32_t>> rows;  ///< By colour.
};

Colored color(const std::vector<Pair>& pairs, std::int32_t moving) {
  Colored result;
  std::vector<systems::ColorsUsed> used(static_cast<std::size_t>(moving));
  result.order.resize(pairs.size());
  result.ends.resize(systems::most_colors);
  const ArrayRows<Order> order{result.order.data()};
  const ArrayRows<End> ends{result.ends.data()};
  result.colors = systems::color(static_cast<std::int32_t>(pairs.size()), moving,
                                 ArrayRows<const Pair>{pairs.data()},
                                 ArrayRows<systems::ColorsUsed>{used.data()}, order, ends);
  result.rows.resize(static_cast<std::size_t>(result.colors));
  std::int32_t place = 0;
  for (std::int32_t number = 0; number < result.colors; ++number) {
    for (; place < ends[number].end; ++place)
      result.rows[static_cast<std::size_t>(number)].push_back(order[place].row);
  }
  return result;
}

TEST(Colors, LowestFreeIsTheFirstBitThatIsNotSet) {
  EXPECT_EQ(systems::lowest_free(0), 0);
  EXPECT_EQ(systems::lowest_free(0b1011), 2);
  for (std::uint32_t bit = 0; bit < 15; ++bit)
    EXPECT_EQ(systems::lowest_free((1U << bit) - 1U), static_cast<std::int32_t>(bit));
  EXPECT_EQ(systems::lowest_free(0x7fffU), 15);
  EXPECT_EQ(systems::lowest_free(0xffffU), 15);
}

TEST(Colors, ShareNoBodyThatMoves) {
  // 0, 1, 2 and 3 in a ring, all on 7, which does not move
  const std::vector<Pair> pairs{{0, 1}, {0, 3}, {0, 7}, {1, 2}, {1, 7}, {2, 3}, {2, 7}, {3, 7}};
  const Colored colored = color(pairs, 4);
  EXPECT_EQ(colored.colors, 3);
  std::set<std::int32_t> seen;
  for (const auto& rows : colored.rows) {
    std::set<std::int32_t> bodies;
    for (const std::int32_t row : rows) {
      EXPECT_TRUE(seen.insert(row).second);
      const Pair pair = pairs[static_cast<std::size_t>(row)];
      EXPECT_TRUE(bodies.insert(pair.a).second);
      EXPECT_TRUE(pair.b >= 4 || bodies.insert(pair.b).second);
    }
  }
  EXPECT_EQ(seen.size(), pairs.size());
}

TEST(Colors, ThoseThatHoldNothingHaveNone) {
  const Colored colored = color({{0, 0}, {0, 1}, {1, 1}}, 2);
  EXPECT_EQ(colored.colors, 1);
  EXPECT_EQ(colored.rows[0], std::vector<std::int32_t>{1});
}

TEST(Colors, TheLastOneHoldsAllThatAreLeft) {
  std::vector<Pair> pairs;
  for (std::int32_t other = 1; other <= 40; ++other)
    pairs.push_back({0, other});
  const Colored colored = color(pairs, 41);
  EXPECT_EQ(colored.colors, 16);
  EXPECT_EQ(colored.rows[15].size(), 25u);
  std::vector<std::int32_t> solved;
  systems::for_each_by_color(kernels::SerialCrew{}, colored.colors,
                             ArrayRows<Order>{const_cast<Order*>(colored.order.data())},
                             ArrayRows<End>{const_cast<End*>(colored.ends.data())},
                             [&](std::int32_t row) { solved.push_back(row); });
  EXPECT_EQ(solved.size(), 40u);
}

}  // namespace
}  // namespace starling::tests
