/// Episodes of CartPole from start to end: what is observed, kept and counted around a reset.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "tests/support/cartpole_states.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {
namespace {

/// What one step of all worlds exported.
struct StepRecord {
  std::vector<Push> actions;
  std::vector<CartPoleValues> observed;
  std::vector<CartPoleValues> last;  ///< Final observations, meaningless where nothing ended.
  std::vector<Ending> endings;
  std::vector<float> rewards;
};

bool has_ended(const Ending& ending) {
  return ending.terminated || ending.truncated;
}

/// Slot n of the final observations is that of the n-th episode that ended in the launch.
class FinalObservations {
 public:
  explicit FinalObservations(Simulator& simulator)
      : ended_(static_cast<std::size_t>(simulator.settings().worlds), 0) {
    for (int slot = 0; slot < simulator.settings().steps_per_launch; ++slot)
      slots_.push_back(read_slot<CartPoleValues>(simulator, "final_observation", slot));
  }

  /// Of the next step, given its endings.
  std::vector<CartPoleValues> next(const std::vector<Ending>& endings) {
    std::vector<CartPoleValues> last(endings.size());
    for (std::size_t world = 0; world < endings.size(); ++world) {
      if (has_ended(endings[world])) last[world] = slots_[ended_[world]++][world];
    }
    return last;
  }

 private:
  std::vector<std::vector<CartPoleValues>> slots_;
  std::vector<std::size_t> ended_;
};

/// Calls visit(record) for every step of `launches` launches of random actions.
template <class Visit>
void roll_out(Simulator& simulator, int launches, Visit visit) {
  for (int launch = 0; launch < launches; ++launch) {
    const int steps = simulator.settings().steps_per_launch;
    simulator.step(steps);
    FinalObservations finals(simulator);
    for (int slot = 0; slot < steps; ++slot) {
      const auto endings = read_slot<Ending>(simulator, "ending", slot);
      visit(StepRecord{read_slot<Push>(simulator, "action", slot),
                       read_slot<CartPoleValues>(simulator, "observation", slot),
                       finals.next(endings), endings, read_slot<float>(simulator, "reward", slot)});
    }
  }
}

std::array<float, 4> as_array(const CartPoleValues& state) {
  return {state.x_m, state.v_mps, state.angle_rad, state.spin_radps};
}

class CartPoleEpisode : public DeviceTest {};

// failures.md: The final observation is kept where an episode ends; terminated and truncated are
// separate; the action of the next step is not swallowed unless that mode was asked for.
//
// Every step is foretold from the observation before it and its action: the first step of an
// episode too.
TEST_P(CartPoleEpisode, FollowsFromObservationAndActionStepByStep) {
  for (const int steps_per_launch : {1, 4, 64}) {
    Simulator simulator(random_settings_of("cartpole", 100, steps_per_launch));
    auto seen = read_newest<CartPoleValues>(simulator, "observation");
    std::int64_t episodes = 0;
    roll_out(simulator, 256 / steps_per_launch, [&](const StepRecord& record) {
      for (std::size_t world = 0; world < seen.size(); ++world) {
        const CartPoleValues next = stepped(seen[world], record.actions[world]);
        const bool ended = has_ended(record.endings[world]);
        ASSERT_TRUE(same(next, ended ? record.last[world] : record.observed[world]));
        ASSERT_EQ(is_start(record.observed[world]) && !is_start(next), ended);
        ASSERT_FALSE(record.endings[world].truncated);
        ASSERT_EQ(record.rewards[world], 1.0F);
        episodes += ended ? 1 : 0;
      }
      seen = record.observed;
    });
    EXPECT_GT(episodes, 500);
  }
}

TEST_P(CartPoleEpisode, EndsWithAFinalObservationBeyondALimit) {
  Simulator simulator(random_settings_of("cartpole", 200, 64));
  std::int64_t ended = 0;
  roll_out(simulator, 4, [&](const StepRecord& record) {
    for (std::size_t world = 0; world < record.last.size(); ++world) {
      if (!record.endings[world].terminated) continue;
      ++ended;
      const CartPoleValues& last = record.last[world];
      ASSERT_TRUE(std::abs(last.x_m) > envs::cartpole::track_limit_m ||
                  std::abs(last.angle_rad) > envs::cartpole::angle_limit_rad);
    }
  });
  EXPECT_GT(ended, 1000);
}

// failures.md: A fresh episode differs from the one before.
TEST_P(CartPoleEpisode, StartsDifferentlyEveryTimeInEveryWorld) {
  Simulator simulator(random_settings_of("cartpole", 200, 64));
  std::set<std::array<float, 4>> starts;
  std::size_t episodes = 0;
  const auto add = [&](const CartPoleValues& start) {
    EXPECT_TRUE(is_start(start));
    starts.insert(as_array(start));
    ++episodes;
  };
  for (const CartPoleValues& start : read_newest<CartPoleValues>(simulator, "observation"))
    add(start);
  roll_out(simulator, 4, [&](const StepRecord& record) {
    for (std::size_t world = 0; world < record.observed.size(); ++world) {
      if (record.endings[world].terminated) add(record.observed[world]);
    }
  });
  EXPECT_GT(episodes, 2000u);
  EXPECT_EQ(starts.size(), episodes);
}

TEST_P(CartPoleEpisode, StartsAllOverTheRange) {
  Simulator simulator(settings_of("cartpole", 10'000));
  std::array<float, 4> least{};
  std::array<float, 4> most{};
  for (const CartPoleValues& start : read_newest<CartPoleValues>(simulator, "observation")) {
    ASSERT_TRUE(is_start(start));
    const std::array<float, 4> values = as_array(start);
    for (std::size_t at = 0; at < values.size(); ++at) {
      least[at] = std::min(least[at], values[at]);
      most[at] = std::max(most[at], values[at]);
    }
  }
  for (std::size_t at = 0; at < least.size(); ++at) {
    EXPECT_LT(least[at], -0.0499F);
    EXPECT_GT(most[at], 0.0499F);
  }
}

TEST_P(CartPoleEpisode, TalliesWhatTheTensorsTell) {
  constexpr std::size_t worlds = 300;
  Simulator simulator(random_settings_of("cartpole", worlds, 32));
  std::vector<std::int64_t> lengths(worlds, 0);
  std::vector<double> returns(worlds, 0.0);
  EpisodeTally own;
  roll_out(simulator, 20, [&](const StepRecord& record) {
    for (std::size_t world = 0; world < worlds; ++world) {
      lengths[world] += 1;
      returns[world] += static_cast<double>(record.rewards[world]);
      if (!has_ended(record.endings[world])) continue;
      own.episodes += 1;
      own.length_sum += lengths[world];
      own.return_sum += returns[world];
      lengths[world] = 0;
      returns[world] = 0;
    }
  });
  const EpisodeTally tally = simulator.tally();
  EXPECT_GT(own.episodes, 5000);
  EXPECT_EQ(tally.episodes, own.episodes);
  EXPECT_EQ(tally.length_sum, own.length_sum);
  EXPECT_EQ(tally.return_sum, own.return_sum);
}

/// An episode that a reset cut short is none: it neither counts nor adds to the next one's return.
TEST_P(CartPoleEpisode, LeavesEpisodesCutByAResetOutOfTheTally) {
  Simulator simulator(settings_of("cartpole", 2));
  for (int round = 0; round < 40; ++round) {
    simulator.step(1);
    simulator.reset(std::vector<std::uint8_t>{1, 0});
  }
  const EpisodeTally tally = simulator.tally();
  EXPECT_GT(tally.episodes, 0);
  EXPECT_LE(tally.length_sum, 40);
  EXPECT_EQ(tally.return_sum, static_cast<double>(tally.length_sum));
  EXPECT_EQ(scalar_of<float>(simulator, 0, "Balancer.Return.sum"), 0.0F);
}

INSTANTIATE_TEST_SUITE_P(On, CartPoleEpisode, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
