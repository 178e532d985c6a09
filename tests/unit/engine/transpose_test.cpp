/// Planes of words become rows of words, and nothing else is written.
#include "engine/transpose.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace starling::tests {
namespace {

constexpr std::ptrdiff_t lanes = 32;
constexpr std::uint32_t untouched = 0xffffffffU;

template <std::ptrdiff_t planes>
void expect_transposed(std::ptrdiff_t count, std::ptrdiff_t row_words) {
  std::vector<std::uint32_t> from(planes * lanes);
  std::iota(from.begin(), from.end(), 0U);
  std::vector<std::uint32_t> expected(static_cast<std::size_t>(lanes * row_words), untouched);
  for (std::ptrdiff_t row = 0; row < count; ++row) {
    for (std::ptrdiff_t plane = 0; plane < planes; ++plane) {
      expected[static_cast<std::size_t>(row * row_words + plane)] =
          static_cast<std::uint32_t>(plane * lanes + row);
    }
  }
  std::vector<std::uint32_t> rows(expected.size(), untouched);
  detail::transpose<planes, lanes>(from.data(), count, rows.data(), row_words);
  EXPECT_EQ(rows, expected) << planes << " planes, " << count << " rows of " << row_words;
}

TEST(Transpose, GivesRowsOfAnyNumberOfPlanes) {
  for (const std::ptrdiff_t count : {1, 7, 8, 9, 16, 31, 32}) {
    expect_transposed<1>(count, 1);
    expect_transposed<5>(count, 5);
    expect_transposed<8>(count, 8);
    expect_transposed<13>(count, 20);
    expect_transposed<80>(count, 320);
  }
}

}  // namespace
}  // namespace starling::tests
