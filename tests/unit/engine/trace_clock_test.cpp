/// Clocks of many processors, read against a coarse common timer, are put on one axis.
#include "engine/trace_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/hash.hpp"

namespace starling::tests {
namespace {

constexpr int processors = 132;
constexpr int blocks = 8;

/// A GPU whose SMs run at one frequency from offsets of their own, and whose timer ticks coarsely.
struct FakeGpu {
  double timer_step_ns = 1024;
  double ns_per_tick = 0.55;
  std::uint64_t first_ns = 1'700'000'000'000'000'000;  // as long as real ones

  std::uint64_t ticks(int processor, double ns) const {
    const std::uint64_t offset = kernels::mix64(static_cast<std::uint64_t>(processor)) >> 20;
    return offset + static_cast<std::uint64_t>(ns / ns_per_tick);
  }
  ClockPair pair(std::uint32_t launch, int processor, double ns) const {
    const auto timer = static_cast<std::uint64_t>(std::floor(ns / timer_step_ns) * timer_step_ns);
    return {launch, processor, ticks(processor, ns), first_ns + timer};
  }

  /// Pairs at the start and the end of every block of a launch, neither all at once.
  void add_launch(std::vector<ClockPair>& pairs, std::uint32_t launch, double from_ns,
                  double to_ns) const {
    for (int block = 0; block < processors * blocks; ++block) {
      const auto draw = static_cast<double>(kernels::mix64(launch * 7919U + block) >> 11) * 0x1p-53;
      pairs.push_back(pair(launch, block % processors, from_ns + draw * 2000));
      pairs.push_back(pair(launch, block % processors, to_ns - draw * 9000));
    }
  }
};

/// How far apart the same moment lies on the axes of any two processors.
double spread_ns(const ClockFit& fit, const FakeGpu& gpu, std::uint32_t launch, double ns) {
  std::vector<double> times;
  for (int processor = 0; processor < processors; ++processor)
    times.push_back(fit.nanoseconds(launch, processor, gpu.ticks(processor, ns)));
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  return *most - *least;
}

TEST(ClockFit, PutsAllProcessorsOnOneAxis) {
  const FakeGpu gpu;
  std::vector<ClockPair> pairs;
  gpu.add_launch(pairs, 0, 0, 3e6);
  const ClockFit fit(pairs);
  for (const double ns : {0.0, 1e6, 3e6})
    EXPECT_LT(spread_ns(fit, gpu, 0, ns), gpu.timer_step_ns);
  const double length =
      fit.nanoseconds(0, 5, gpu.ticks(5, 2e6)) - fit.nanoseconds(0, 5, gpu.ticks(5, 1e6));
  EXPECT_NEAR(length, 1e6, 1e3);
  EXPECT_EQ(fit.timer_step_ns(), gpu.timer_step_ns);
  EXPECT_LT(fit.worst_error_ns(), 1.5 * gpu.timer_step_ns);
}

TEST(ClockFit, FollowsTheFrequencyFromLaunchToLaunch) {
  FakeGpu fast;
  fast.timer_step_ns = 32;
  FakeGpu slow = fast;
  slow.ns_per_tick = 0.9;
  std::vector<ClockPair> pairs;
  fast.add_launch(pairs, 0, 0, 1e6);
  slow.add_launch(pairs, 64, 2e6, 3e6);
  const ClockFit fit(pairs);
  for (const auto& [gpu, launch, from] :
       {std::tuple(&fast, 0U, 0.0), std::tuple(&slow, 64U, 2e6)}) {
    const double length = fit.nanoseconds(launch, 9, gpu->ticks(9, from + 7e5)) -
                          fit.nanoseconds(launch, 9, gpu->ticks(9, from + 2e5));
    EXPECT_NEAR(length, 5e5, 500) << launch;
    EXPECT_LT(spread_ns(fit, *gpu, launch, from + 5e5), 2 * gpu->timer_step_ns) << launch;
  }
}

TEST(ClockFit, GivesShortLaunchesTheSlopeOfTheRun) {
  const FakeGpu gpu;
  std::vector<ClockPair> pairs;
  for (std::uint32_t launch = 0; launch < 100; ++launch)
    gpu.add_launch(pairs, launch, launch * 60e3, launch * 60e3 + 50e3);
  const ClockFit fit(pairs);
  const double length = fit.nanoseconds(50, 3, gpu.ticks(3, 50 * 60e3 + 40e3)) -
                        fit.nanoseconds(50, 3, gpu.ticks(3, 50 * 60e3 + 10e3));
  EXPECT_NEAR(length, 30e3, 60);
  EXPECT_LT(spread_ns(fit, gpu, 50, 50 * 60e3 + 25e3), gpu.timer_step_ns);
}

TEST(ClockFit, LeavesAClockOfNanosecondsAsItIs) {
  std::vector<ClockPair> pairs;
  for (const std::uint64_t ns : {1'000'000'000'123U, 1'000'000'400'777U, 1'000'000'500'001U})
    pairs.push_back({0, 0, ns, ns});
  const ClockFit fit(pairs);
  EXPECT_NEAR(fit.nanoseconds(0, 0, 1'000'000'300'123), 300'000, 1e-3);
  EXPECT_NEAR(fit.worst_error_ns(), 0, 1e-3);
}

TEST(ClockFit, TakesOnePairOrNone) {
  EXPECT_EQ(ClockFit({}).timer_step_ns(), 0);
  const ClockPair only{0, 2, 500, 90};
  const ClockFit fit(std::span(&only, 1));
  EXPECT_EQ(fit.nanoseconds(0, 2, 500), 0);
  EXPECT_EQ(fit.nanoseconds(0, 2, 507), 7);
}

}  // namespace
}  // namespace starling::tests
