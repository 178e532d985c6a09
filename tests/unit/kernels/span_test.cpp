/// Spans view what they are made of, and assertions end the program with their sentence.
#include "kernels/span.hpp"

#include <gtest/gtest.h>

#include <array>
#include <type_traits>
#include <vector>

#include "kernels/check.hpp"

namespace {

namespace kernels = starling::kernels;
using kernels::Span;

constexpr int half_of_even(int number) {
  STARLING_ASSERT(number % 2 == 0, "Only even numbers are halved.");
  return number / 2;
}

TEST(Span, ViewsVectorsArraysAndOtherSpans) {
  std::vector<int> items{1, 2, 3};
  const Span<int> span = items;
  span[1] = 20;
  EXPECT_EQ(items[1], 20);
  const Span<const int> constant = span;
  EXPECT_EQ(constant.data(), items.data());
  EXPECT_EQ(constant.size(), 3u);
  EXPECT_EQ(constant.size_bytes(), 3 * sizeof(int));
  const std::array<int, 2> pair{4, 5};
  EXPECT_EQ(Span<const int>(pair)[1], 5);
  EXPECT_EQ(span.subspan(1, 2)[1], 3);
  EXPECT_TRUE(Span<int>().empty());
  static_assert(!std::is_convertible_v<Span<const int>, Span<int>>);
  static_assert(!std::is_convertible_v<const std::vector<int>&, Span<int>>);
  static_assert(!std::is_convertible_v<Span<short>, Span<int>>);
}

TEST(Span, IsWalkedByARangeFor) {
  int items[] = {1, 2, 3};
  int sum = 0;
  for (const int item : Span<const int>(items))
    sum += item;
  EXPECT_EQ(sum, 6);
}

#if !defined(NDEBUG)
TEST(SpanDeathTest, RefusesAnIndexBeyondItsEndInCheckedBuilds) {
  static_assert(kernels::checked);
  std::vector<int> items(3);
  const Span<int> span = items;
  EXPECT_DEATH(span[3] = 1, "A Span is indexed within its size");
  EXPECT_DEATH(static_cast<void>(span.subspan(2, 2)), "A subspan lies in its Span");
}
#endif

TEST(AssertDeathTest, SaysConditionPlaceAndSentence) {
  static_assert(half_of_even(4) == 2);
  EXPECT_EQ(half_of_even(6), 3);
  EXPECT_DEATH(
      static_cast<void>(half_of_even(3)),
      "span_test.cpp:[0-9]+: Only even numbers are halved. \\(number % 2 == 0 does not hold");
}

}  // namespace
