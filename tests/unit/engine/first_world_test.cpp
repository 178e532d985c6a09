/// World n of a seed is the same world in every batch that has it.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

class FirstWorldOn : public DeviceTest {
 protected:
  /// Steps worlds [first, first + worlds) alone and expects of each what it has in a batch of 16.
  void expect_the_same(const std::string& environment, std::int64_t first, std::int64_t worlds,
                       int tile_worlds) {
    SCOPED_TRACE(environment + ", worlds from " + std::to_string(first));
    Settings settings = random_settings_of(environment, 16, 10);
    settings.seed = 3;
    Simulator all(settings);
    settings.worlds = worlds;
    settings.first_world = first;
    settings.tile_worlds = tile_worlds;
    Simulator some(settings);
    for (int launch = 0; launch <= 20; ++launch) {
      const std::vector<std::uint64_t> expected = all.world_hashes();
      const std::vector<std::uint64_t> hashes = some.world_hashes();
      ASSERT_EQ(hashes.size(), static_cast<std::size_t>(worlds));
      for (std::size_t world = 0; world < hashes.size(); ++world) {
        ASSERT_EQ(hashes[world], expected[world + static_cast<std::size_t>(first)])
            << "world " << world << ", launch " << launch;
      }
      all.step(10);
      some.step(10);
    }
  }
};

TEST_P(FirstWorldOn, MakesTheWorldsOfALargerBatch) {
  for (const std::string environment : {"cartpole", "murmuration", "overcooked", "herd", "zoo",
                                        "colony", "crowd", "ledger", "warren", "lamps"}) {
    expect_the_same(environment, 5, 5, 0);
    expect_the_same(environment, 13, 3, 2);
  }
}

TEST_P(FirstWorldOn, LetsCallsCountFromZero) {
  Settings settings = settings_of("cartpole", 3);
  settings.first_world = 100;
  Simulator simulator(settings);
  simulator.edit(2, "Balancer.Action.push", 0, 9);
  simulator.step();
  ASSERT_EQ(simulator.first_errors().size(), 1U);
  EXPECT_EQ(simulator.first_errors()[0].world, 2);
  expect_refused(Refusal::Usage, {"world 100"}, [&] { simulator.inspect(100); });
}

TEST_P(FirstWorldOn, IsNoNegativeNumberAndNoneThatLeavesNoRoom) {
  Settings settings = settings_of("cartpole", 3);
  for (const std::int64_t first : {std::int64_t{-1}, std::int64_t{2147483645}}) {
    settings.first_world = first;
    expect_refused(Refusal::Usage, {"first_world", std::to_string(first), "2147483644"},
                   [&] { Simulator simulator(settings); });
  }
}

INSTANTIATE_TEST_SUITE_P(On, FirstWorldOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
