/// What is made of timings: quantiles, ratios, floors, and a table short enough to be read.
#include <gtest/gtest.h>

#include "tests/bench/report.hpp"

namespace starling::bench {
namespace {

/// A GPU of round figures.
constexpr Ceilings ceilings{4e12, 8e12, 60e6, 16896, 0};

Standing standing_of(const std::string& name, bool is_engine, std::vector<double> seconds) {
  Standing standing{name, is_engine, !is_engine, {}, 0};
  for (const double one : seconds) {
    Timing timing;
    timing.seconds = one;
    timing.wall_s = one;
    timing.seconds_of_one = one;
    timing.counted_mhz = 1980;
    standing.timings.push_back(timing);
  }
  return standing;
}

Comparison comparison_of(const std::string& workload, std::int64_t worlds, int steps) {
  return {{workload, Device::Cuda, worlds, steps, 1}, 1, 0.05, {}};
}

TEST(Figures, AreQuantilesOfTheSpeed) {
  Comparison comparison = comparison_of("cartpole", 1000, 1);
  comparison.standings = {standing_of("engine", true, {1, 2, 4, 5, 10})};
  const Figures figures = figures_of(comparison, comparison.standings[0], ceilings);
  EXPECT_DOUBLE_EQ(figures.median, 250);
  EXPECT_DOUBLE_EQ(figures.p10, 140);
  EXPECT_DOUBLE_EQ(figures.p90, 800);
  EXPECT_DOUBLE_EQ(figures.in_step, 250);
  EXPECT_DOUBLE_EQ(figures.staggered, 350);
}

TEST(Figures, PairRepetitionsInARatio) {
  const Standing engine = standing_of("engine", true, {1, 2, 3});
  EXPECT_DOUBLE_EQ(speed_ratio(engine, standing_of("bar", false, {2, 4, 3})), 2);
}

TEST(Figures, AreRefusedUnderTheirFloor) {
  Comparison comparison = comparison_of("cartpole", 1048576, 64);
  const double world_steps = 1048576.0 * 64;
  comparison.standings = {standing_of("engine", true, {world_steps / 100e9}),
                          standing_of("impossible", false, {world_steps / 1000e9})};
  const Standing& engine = comparison.standings[0];
  const Standing& impossible = comparison.standings[1];
  EXPECT_TRUE(is_valid(figures_of(comparison, engine, ceilings), engine));
  EXPECT_FALSE(is_valid(figures_of(comparison, impossible, ceilings), impossible));
}

TEST(Figures, AreRefusedWithDifferences) {
  Comparison comparison = comparison_of("cartpole", 1000, 1);
  comparison.standings = {standing_of("engine", true, {1})};
  comparison.standings[0].differences = 1;
  EXPECT_FALSE(
      is_valid(figures_of(comparison, comparison.standings[0], ceilings), comparison.standings[0]));
}

const char* bound_of(const std::string& workload, std::int64_t worlds, int steps) {
  Comparison comparison = comparison_of(workload, worlds, steps);
  comparison.standings = {standing_of("engine", true, {1})};
  return figures_of(comparison, comparison.standings[0], ceilings).floor.bound;
}

TEST(Floor, IsTheMemoryWhereTheWorkingSetIsLarge) {
  EXPECT_STREQ(bound_of("cartpole", 1048576, 64), "memory");
}
TEST(Floor, IsTheCacheWhereTheWorkingSetFits) {
  EXPECT_STREQ(bound_of("cartpole", 65536, 1), "L2");
}
TEST(Floor, IsTheArithmeticWhereThatIsMore) {
  EXPECT_STREQ(bound_of("arena", 1024, 1), "operations");
}

/// The default list with a second engine variant, within 12,000 characters.
TEST(Summary, IsShort) {
  std::vector<Comparison> comparisons;
  for (const int steps : {64, 1}) {
    for (const std::int64_t worlds : {65536, 1048576})
      comparisons.push_back(comparison_of("cartpole", worlds, steps));
    for (const std::int64_t worlds : {1024, 4096, 16384, 65536, 131072})
      comparisons.push_back(comparison_of("arena", worlds, steps));
  }
  for (Comparison& comparison : comparisons) {
    comparison.standings = {standing_of("engine", true, {1}),
                            standing_of("engine tile=64", true, {1}),
                            standing_of("packed 1x128 drawn ahead", false, {1})};
  }
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  print_summary(file, comparisons, ceilings);
  EXPECT_LT(std::ftell(file), 12000);
  std::fclose(file);
}

}  // namespace
}  // namespace starling::bench
