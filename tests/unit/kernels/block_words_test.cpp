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

TEST_F(BlockWordsTest, RowsFromOneOnAreTheSameRows) {
  const WordRows<std::uint32_t, PlainWords, 5> rows(words, 1);
  rows.from(3).set(2, 21);
  EXPECT_EQ(rows[5], 21u);
  EXPECT_EQ(memory[1 + 5 * 5], 21u);
}

TEST_F(BlockWordsTest, WordsFromOneOnAreTheSameWords) {
  words.from(4).write(2, 9);
  EXPECT_EQ(words.read(6), 9u);
  EXPECT_EQ(memory[6], 9u);
}

}  // namespace
}  // namespace starling::kernels
