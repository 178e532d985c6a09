/// Rows and lists lie where they say, and nowhere else.
#include "kernels/block_words.hpp"

#include <gtest/gtest.h>

#include <array>

namespace starling::kernels {
namespace {

struct Pair {
  float first = 0.0F;
  std::int32_t second = 0;

  bool operator==(const Pair&) const = default;
};

class BlockWordsTest : public testing::Test {
 protected:
  BlockWordsTest() { memory.fill(0xffffffffU); }

  std::array<std::uint32_t, 40> memory;
  PlainWords words{memory.data()};
};

TEST_F(BlockWordsTest, RowsGiveWhatWasSet) {
  const WordRows<Pair, PlainWords, 5> rows(words, 3);
  for (std::int32_t row = 0; row < 7; ++row)
    rows.set(row, {0.5F + static_cast<float>(row), row + 7});
  for (std::int32_t row = 0; row < 7; ++row)
    EXPECT_EQ(rows[row], (Pair{0.5F + static_cast<float>(row), row + 7}));
  for (std::uint32_t word = 0; word < memory.size(); ++word) {
    const bool is_of_a_row = word >= 3 && word < 38 && (word - 3) % 5 < 2;
    EXPECT_EQ(memory[word] != 0xffffffffU, is_of_a_row) << word;
  }
}

TEST_F(BlockWordsTest, ListsAreRowsOfEachRow) {
  const WordLists<std::uint32_t, PlainWords, 10, 3> lists(words, 1);
  for (std::int32_t row = 0; row < 3; ++row) {
    for (std::int32_t element = 0; element < 3; ++element)
      lists[row].set(element, static_cast<std::uint32_t>(10 * row + element));
  }
  EXPECT_EQ(lists[2][1], 21u);
  EXPECT_EQ(memory[1 + 10 * 2 + 3 * 1], 21u);
  EXPECT_EQ(memory[0], 0xffffffffU);
}

}  // namespace
}  // namespace starling::kernels
