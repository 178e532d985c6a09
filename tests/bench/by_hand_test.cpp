/// The programs written by hand do what the engine does, bit for bit; and one that does not is
/// found.
#include <gtest/gtest.h>

#include <ostream>

#include "tests/bench/comparison.hpp"
#include "tests/bench/engine_contestant.hpp"
#include "tests/bench/on_cuda.hpp"

namespace starling::bench {
namespace {

constexpr std::int64_t worlds = 70;

struct Place {
  const char* workload;
  Device device;
};

/// How GoogleTest shows a place.
void PrintTo(const Place& place, std::ostream* out) {
  *out << place.workload << " on " << name_of(place.device);
}

std::string name_of_place(const ::testing::TestParamInfo<Place>& instance) {
  return std::string(instance.param.workload) +
         (instance.param.device == Device::Cuda ? "OnCuda" : "OnCpu");
}

class ByHand : public ::testing::TestWithParam<Place> {
 protected:
  void SetUp() override {
    if (GetParam().device == Device::Cpu) {
      machine_ = make_cpu_machine();
    } else if (const auto reason = cuda_unavailable_reason()) {
      GTEST_SKIP() << *reason;
    } else {
      machine_ = make_cuda_machine();
    }
  }
  static Task task(int steps_per_launch) {
    return {GetParam().workload, GetParam().device, worlds, steps_per_launch, 2};
  }
  /// Of every program by hand and reference schedule, from the engine, over two horizons.
  std::int64_t differences_of_all(const Task& task, bool staggered) {
    std::vector<Bar> others = bars_of(task);
    for (const Bar& schedule : reference_schedules(task))
      others.push_back(schedule);
    const auto engine = make_engine(task, Settings{}, "engine");
    std::int64_t differing = 0;
    for (const Bar& other : others) {
      const auto contestant = other.make();
      differing += differences_in_lock_step(*machine_, *engine, *contestant, task, 11, staggered);
    }
    return differing;
  }

  std::unique_ptr<Machine> machine_;
};

TEST_P(ByHand, EqualsTheEngineWithEpisodesInStep) {
  EXPECT_EQ(differences_of_all(task(1), false), 0);
}

TEST_P(ByHand, EqualsTheEngineWithEpisodesStaggered) {
  EXPECT_EQ(differences_of_all(task(1), true), 0);
}

TEST_P(ByHand, FillsASlotForEachStepOfALaunch) {
  EXPECT_EQ(differences_of_all(task(13), true), 0);
}

/// Many episodes of a world end in one launch: their final observations lie in several slots.
TEST_P(ByHand, KeepsTheFinalObservationOfEveryEpisodeOfALaunch) {
  EXPECT_EQ(differences_of_all(task(450), false), 0);
}

/// The whole comparison as it is timed, in short windows.
TEST_P(ByHand, EqualsTheEngineInTimedWindows) {
  Options options;
  options.repetitions = 2;
  options.window_s = 0;
  options.engines = {{"engine", {}}};
  const Comparison comparison = compare(*machine_, task(16), options);
  ASSERT_GE(comparison.standings.size(), 2U);
  for (const Standing& standing : comparison.standings) {
    EXPECT_EQ(standing.differences, 0) << standing.name;
    EXPECT_EQ(standing.timings.size(), 2U) << standing.name;
  }
}

const auto places =
    ::testing::Values(Place{"cartpole", Device::Cpu}, Place{"arena", Device::Cpu},
                      Place{"cartpole", Device::Cuda}, Place{"arena", Device::Cuda});
INSTANTIATE_TEST_SUITE_P(Places, ByHand, places, name_of_place);

/// What a program by hand leaves unwritten in each of its launches: poison in its place.
using Fault = void (*)(Machine& machine, std::vector<ExportView> outputs);

class Falsified final : public Contestant {
 public:
  Falsified(Machine& machine, const Bar& bar, Fault fault)
      : machine_(machine), contestant_(bar.make()), fault_(fault) {}

  std::string name() const override { return "falsified"; }
  void start(std::uint64_t seed) override { contestant_->start(seed); }
  void reset(std::span<const std::uint8_t> mask) override { contestant_->reset(mask); }
  void step(int steps) override {
    contestant_->step(steps);
    contestant_->synchronize();
    fault_(machine_, contestant_->outputs());
  }
  void synchronize() override { contestant_->synchronize(); }
  void* stream() const override { return contestant_->stream(); }
  ExportViews views() override { return contestant_->views(); }
  std::vector<ExportView> outputs() override { return contestant_->outputs(); }
  std::vector<std::uint64_t> world_hashes() override { return contestant_->world_hashes(); }

 private:
  Machine& machine_;
  std::unique_ptr<Contestant> contestant_;
  Fault fault_;
};

/// A row of all slots together, as a column of its own.
ExportView row_alone(const ExportView& view, std::int64_t row) {
  return {view.data + row * view.stride_bytes, 1, 1, view.row_bytes, view.row_bytes};
}

class FalsifiedBar : public ByHand {
 protected:
  /// Each program by hand is found out once it has that fault.
  void expect_found(Fault fault) {
    const Task task = FalsifiedBar::task(32);
    const auto engine = make_engine(task, Settings{}, "engine");
    for (const Bar& bar : bars_of(task)) {
      Falsified falsified(*machine_, bar, fault);
      EXPECT_GT(differences_in_lock_step(*machine_, *engine, falsified, task, 11, true), 0)
          << bar.family << " " << bar.shape;
    }
  }
};

TEST_P(FalsifiedBar, IsFoundByFinalObservationsLeftOut) {
  expect_found([](Machine& machine, std::vector<ExportView> outputs) {
    for (std::size_t index = static_cast<std::size_t>(Export::FinalObservation);
         index < outputs.size(); ++index)
      machine.poison(outputs[index], 0x5a);
  });
}

TEST_P(FalsifiedBar, IsFoundByTheLastRewardLeftOut) {
  expect_found([](Machine& machine, std::vector<ExportView> outputs) {
    const ExportView& rewards = outputs[static_cast<std::size_t>(Export::Reward)];
    machine.poison(row_alone(rewards, rewards.rows() - 1), 0x5a);
  });
}

TEST_P(FalsifiedBar, IsFoundByTheFirstEndingLeftOut) {
  expect_found([](Machine& machine, std::vector<ExportView> outputs) {
    machine.poison(row_alone(outputs[static_cast<std::size_t>(Export::Ending)], 0), 0x5a);
  });
}

INSTANTIATE_TEST_SUITE_P(Places, FalsifiedBar, places, name_of_place);

/// Where the first episode that ended in the launch has its final observation; null if none did.
std::byte* first_final(const ExportViews& views) {
  const ExportView& endings = views[static_cast<std::size_t>(Export::Ending)];
  const ExportView& finals = views[static_cast<std::size_t>(Export::FinalObservation)];
  const std::int64_t agents = finals.slot_rows / endings.slot_rows;
  for (std::int64_t step = 0; step < endings.slots; ++step) {
    for (std::int64_t world = 0; world < endings.slot_rows; ++world) {
      if (!has_ended(row_of(endings, step, world))) continue;
      const std::int64_t slot = finals.order == SlotOrder::Steps ? step : 0;
      return finals.data + (slot * finals.slot_rows + world * agents) * finals.stride_bytes;
    }
  }
  return nullptr;
}

/// One flipped bit is one difference, in whatever column and order of slots.
TEST(Differences, CountOneBitAsOne) {
  const auto machine = make_cpu_machine();
  for (const char* workload : {"cartpole", "arena"}) {
    const Task task{workload, Device::Cpu, worlds, 250, 1};
    const auto engine = make_engine(task, Settings{}, "engine");
    for (const Bar& bar : bars_of(task)) {
      const auto by_hand = bar.make();
      for (Contestant* contestant : {engine.get(), by_hand.get()}) {
        contestant->start(11);
        contestant->step(task.steps_per_launch);
      }
      ASSERT_EQ(differences(*machine, *engine, *by_hand), 0);
      const ExportViews views = by_hand->views();
      for (std::size_t index = 0; index < exports; ++index) {
        const bool is_final = index == static_cast<std::size_t>(Export::FinalObservation);
        std::byte* bit = is_final ? first_final(views) : row_alone(views[index], 100).data;
        ASSERT_NE(bit, nullptr);
        *bit ^= std::byte{1};
        EXPECT_EQ(differences(*machine, *engine, *by_hand), 1) << export_names[index];
        *bit ^= std::byte{1};
      }
    }
  }
}

/// The hash holds what the columns do not: a world that drifts apart is found though no column of
/// the launch shows it yet.
TEST(Differences, FindStateThatNoColumnShows) {
  const Task task{"cartpole", Device::Cpu, worlds, 1, 1};
  const auto machine = make_cpu_machine();
  const auto engine = make_engine(task, Settings{}, "engine");
  const auto by_hand = bars_of(task).front().make();
  engine->start(11);
  by_hand->start(11);
  engine->step(1);
  by_hand->step(1);
  EXPECT_EQ(state_differences(*engine, *by_hand), 0);
  std::vector<std::uint8_t> mask(worlds, 0);
  mask[3] = 1;
  by_hand->reset(mask);
  EXPECT_EQ(state_differences(*engine, *by_hand), 1);
}

}  // namespace
}  // namespace starling::bench
