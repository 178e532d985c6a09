/// A histogram counts every value that there is, and nothing else.
#include "engine/histogram.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace starling {
namespace {

TEST(Histograms, CountEveryFiniteValueOnce) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> values = {
      3, 0, 32, infinity, 0.5, -infinity, 31.9, std::numeric_limits<double>::quiet_NaN()};
  const Histogram histogram = histogram_of(values, 32);
  EXPECT_EQ(histogram.lowest, 0);
  EXPECT_EQ(histogram.highest, 32);
  ASSERT_EQ(histogram.counts.size(), 32U);
  EXPECT_EQ(histogram.counts[0], 2);
  EXPECT_EQ(histogram.counts[3], 1);
  EXPECT_EQ(histogram.counts[31], 2);
}

TEST(Histograms, OfOneValueHaveOneBin) {
  const Histogram histogram = histogram_of(std::vector<double>(5, 2.5), 32);
  EXPECT_EQ(histogram, (Histogram{2.5, 2.5, {5}}));
  EXPECT_EQ(histogram_of({}, 32), Histogram());
}

TEST(Histograms, ReachFromTheLowestNumberToTheHighest) {
  const double largest = std::numeric_limits<double>::max();
  const Histogram widest = histogram_of(std::vector<double>{-largest, largest}, 32);
  ASSERT_EQ(widest.counts.size(), 32U);
  EXPECT_EQ(widest.counts[0] + widest.counts[31], 2);
}

}  // namespace
}  // namespace starling
