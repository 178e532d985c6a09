/// The programs written by hand do what the engine does, bit for bit, on a CPU.
#include <gtest/gtest.h>

#include "tests/bench/comparison.hpp"
#include "tests/bench/engine_contestant.hpp"

namespace starling::bench {
namespace {

class ByHand : public ::testing::TestWithParam<const char*> {
 protected:
  static std::int64_t differences(int steps_per_launch, bool staggered) {
    const Task task{GetParam(), Device::Cpu, 70, steps_per_launch, 2};
    const auto machine = make_cpu_machine();
    const auto engine = make_engine(task, Settings{}, "engine");
    const auto by_hand = bars_of(task).front().make();
    return differences_in_lock_step(*machine, *engine, *by_hand, task, 11, staggered);
  }
};

TEST_P(ByHand, EqualsTheEngineWithEpisodesInStep) {
  EXPECT_EQ(differences(1, false), 0);
}

TEST_P(ByHand, EqualsTheEngineWithEpisodesStaggered) {
  EXPECT_EQ(differences(1, true), 0);
}

TEST_P(ByHand, FillsASlotForEachStepOfALaunch) {
  EXPECT_EQ(differences(13, true), 0);
}

INSTANTIATE_TEST_SUITE_P(Workloads, ByHand, ::testing::Values("cartpole", "arena"),
                         [](const auto& instance) { return std::string(instance.param); });

/// The check itself: one flipped bit in one slot must be found.
TEST(Differences, FindsOneBit) {
  const Task task{"cartpole", Device::Cpu, 70, 3, 1};
  const auto machine = make_cpu_machine();
  const auto engine = make_engine(task, Settings{}, "engine");
  const auto by_hand = bars_of(task).front().make();
  for (Contestant* contestant : {engine.get(), by_hand.get()}) {
    contestant->start(11);
    contestant->step(3);
  }
  EXPECT_EQ(differences(*machine, *engine, *by_hand), 0);
  for (std::size_t index = 0; index + 1 < exports; ++index) {
    const ExportView view = by_hand->views()[index];
    view.data[view.stride_bytes * 100] ^= std::byte{1};
    EXPECT_EQ(differences(*machine, *engine, *by_hand), 1) << export_names[index];
    view.data[view.stride_bytes * 100] ^= std::byte{1};
  }
}

}  // namespace
}  // namespace starling::bench
