/// What a simulator takes of a GPU's memory is what the plan says, and it is given back.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "kernels/cuda_check.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/slots.hpp"
#include "tests/support/tolerance.hpp"

namespace starling::tests {
namespace {

std::int64_t free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  kernels::cuda_check(cudaDeviceSynchronize(), "waiting for the device");
  kernels::cuda_check(cudaMemGetInfo(&free, &total), "reading free memory");
  return static_cast<std::int64_t>(free);
}

class FootprintOnCuda : public DeviceTest {
 protected:
  static Settings large_settings(const std::string& environment, std::int64_t worlds) {
    Settings settings = random_settings_of(environment, worlds, 16);
    settings.hash_steps = true;
    settings.tile_shuffle = 3;
    return settings;
  }
};

// failures.md: Create, step, destroy, a hundred times: no leak on host or device.
TEST_P(FootprintOnCuda, IsGivenBackAHundredTimes) {
  const auto run = [](int times) {
    for (int time = 0; time < times; ++time) {
      Simulator simulator(large_settings("cartpole", 100'000));
      simulator.step(16);
      simulator.state_hash();
    }
  };
  run(3);  // the device's own caches fill
  const std::int64_t before = free_bytes();
  run(100);
  EXPECT_GE(free_bytes(), before);
}

TEST_P(FootprintOnCuda, IsWhatIsReallyAllocated) {
  { Simulator makes_the_context(large_settings("herd", 10)); }
  for (const std::string environment : {"cartpole", "herd", "zoo"}) {
    const std::int64_t before = free_bytes();
    const Simulator simulator(large_settings(environment, 1'000'000));
    const std::int64_t taken = before - free_bytes();
    const std::int64_t slack =
        static_cast<std::int64_t>(simulator.plan().items.size()) * device_page_bytes;
    EXPECT_EQ(simulator.peak_bytes(), simulator.plan().total_bytes) << environment;
    EXPECT_NEAR(static_cast<double>(taken), static_cast<double>(simulator.plan().total_bytes),
                static_cast<double>(slack))
        << environment;
  }
}

TEST_P(FootprintOnCuda, OfARefusedSimulatorIsNothing) {
  { Simulator makes_the_context(large_settings("desert", 1)); }
  const std::int64_t before = free_bytes();
  for (int time = 0; time < 100; ++time) {
    EXPECT_THROW(Simulator{settings_of("cartpole", 2'000'000'000, 1000)}, Error);
    EXPECT_THROW(Simulator{settings_of("cartpole", 0)}, Error);
  }
  EXPECT_GE(free_bytes(), before);
}

// failures.md: 32-bit overflow at 3 million worlds or rows is tested for.
TEST_P(FootprintOnCuda, OfThreeMillionWorldsAndSixtyFourStepsCanBeReadBack) {
  constexpr std::int64_t worlds = 3'000'000;
  Simulator simulator(random_settings_of("cartpole", worlds, 64));
  simulator.step(64);
  const Tensor observation = simulator.tensor("observation");
  ASSERT_EQ(observation.elements() * size_bytes(observation.dtype), 3'072'000'000);
  const std::vector<std::byte> all = simulator.read(observation);
  const std::vector<std::byte> newest = simulator.read(slot_of(observation, 63));
  EXPECT_TRUE(std::equal(newest.begin(), newest.end(), all.end() - 48'000'000));
}

INSTANTIATE_TEST_SUITE_P(On, FootprintOnCuda, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
