/// What the plan says is what is taken, and all of it is given back.
#include <gtest/gtest.h>
#include <malloc.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>

#include "engine/simulator.hpp"
#include "tests/support/scale.hpp"
#include "tests/support/settings.hpp"
#include "tests/support/tolerance.hpp"

namespace starling::tests {
namespace {

/// Bytes that the C library has given out. Sanitizers bring an allocator of their own, which it
/// knows nothing of; they find leaks themselves.
std::int64_t heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

std::int64_t entries_of(const char* folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

std::int64_t threads_now() {
  return entries_of("/proc/self/task");
}
std::int64_t files_now() {
  return entries_of("/proc/self/fd");
}

/// The kernel lists a thread for a moment after it was joined.
void expect_threads(std::int64_t threads) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (threads_now() != threads && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  EXPECT_EQ(threads_now(), threads);
}

/// Every kind of buffer: slabs, exports with slots, hashes of steps, an order of tiles.
Settings large_settings(const std::string& environment) {
  Settings settings = make_settings(environment, 20'011, 16);
  settings.actions = Actions::Random;
  settings.hash_steps = true;
  settings.tile_shuffle = 3;
  return settings;
}

// failures.md: Before allocating, the footprint is known and shown by table.
TEST(Footprint, IsWhatThePlanSays) {
  for (const std::string environment : {"cartpole", "herd", "zoo", "desert", "colony", "warren"}) {
    const Simulator simulator(large_settings(environment));
    EXPECT_EQ(simulator.peak_bytes(), simulator.plan().total_bytes) << environment;
  }
}

TEST(Footprint, IsWhatIsReallyAllocated) {
  for (const std::string environment : {"cartpole", "herd", "zoo"}) {
    const std::int64_t before = heap_bytes();
    const Simulator simulator(large_settings(environment));
    const std::int64_t taken = heap_bytes() - before;
    if (is_sanitized) continue;
    EXPECT_GE(taken, simulator.plan().total_bytes) << environment;
    EXPECT_LE(taken, simulator.plan().total_bytes + heap_slack_bytes) << environment;
  }
}

TEST(Footprint, DoesNotGrowWithSteps) {
  Settings settings = large_settings("herd");
  settings.worlds = 100;
  Simulator simulator(settings);
  const auto work = [&] {
    for (int launch = 0; launch < 50; ++launch) {
      simulator.step(16);
      simulator.reset();
      simulator.state_hash();
      simulator.inspect(3);
      simulator.tally();
    }
  };
  work();
  const std::int64_t before = heap_bytes();
  const std::int64_t peak = simulator.peak_bytes();
  work();
  EXPECT_LE(heap_bytes() - before, heap_slack_bytes);
  EXPECT_EQ(simulator.peak_bytes(), peak);
}

// failures.md: Create, step, destroy, a hundred times: no leak on host or device.
TEST(Footprint, IsGivenBackAHundredTimes) {
  const auto run = [](int times) {
    for (int time = 0; time < times; ++time) {
      Settings settings = large_settings("cartpole");
      settings.worlds = 5000;
      Simulator simulator(settings);
      simulator.step(16);
      simulator.state_hash();
    }
  };
  run(2);
  const std::int64_t bytes = heap_bytes();
  const std::int64_t threads = threads_now();
  const std::int64_t files = files_now();
  run(100);
  EXPECT_LE(heap_bytes() - bytes, heap_slack_bytes);
  expect_threads(threads);
  EXPECT_EQ(files_now(), files);
}

TEST(Footprint, OfARefusedSimulatorIsNothing) {
  const auto refuse = [] {
    Settings settings = make_settings("cartpole", 2'000'000'000, 1000);
    EXPECT_THROW(Simulator{settings}, Error);
    settings = make_settings("cartpole", 0);
    EXPECT_THROW(Simulator{settings}, Error);
  };
  refuse();
  const std::int64_t bytes = heap_bytes();
  const std::int64_t threads = threads_now();
  for (int time = 0; time < 100; ++time)
    refuse();
  EXPECT_LE(heap_bytes() - bytes, heap_slack_bytes);
  expect_threads(threads);
}

}  // namespace
}  // namespace starling::tests
