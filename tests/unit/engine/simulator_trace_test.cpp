/// A traced simulator gives the results of any other, and tells who did what and when.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>
#include <string>

#include "engine/simulator.hpp"
#include "engine/trace_file.hpp"
#include "engine/trace_log.hpp"
#include "engine/trace_reader.hpp"
#include "tests/support/device_test.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

class TraceOn : public DeviceTest {
 protected:
  static constexpr std::int64_t worlds = 100;
  static constexpr int steps_per_launch = 7;
  static constexpr int launches = 3;

  static Settings traced_settings(const std::string& environment, TraceLevel level) {
    Settings settings = random_settings_of(environment, worlds, steps_per_launch);
    settings.tile_worlds = 16;
    settings.trace = level;
    settings.trace_period = 1;
    return settings;
  }
  static void step_all(Simulator& simulator) {
    for (int launch = 0; launch < launches; ++launch)
      simulator.step(steps_per_launch);
  }
  static std::int64_t tiles_in(const TraceLog& log) {
    return std::count_if(log.slices.begin(), log.slices.end(),
                         [](const TraceSlice& slice) { return slice.stage < 0; });
  }
};

TEST_P(TraceOn, ChangesNoResult) {
  for (const std::string environment : {"cartpole", "herd"}) {
    for (const Actions actions : {Actions::Random, Actions::Tensor}) {
      Settings settings = traced_settings(environment, TraceLevel::Off);
      settings.actions = actions;
      Simulator plain(settings);
      step_all(plain);
      for (const TraceLevel level : {TraceLevel::Tile, TraceLevel::Stage}) {
        settings.trace = level;
        Simulator traced(settings);
        step_all(traced);
        EXPECT_EQ(traced.state_hash(), plain.state_hash()) << environment << name_of(level);
        EXPECT_EQ(traced.peak_bytes(), traced.plan().total_bytes);
      }
    }
  }
}

TEST_P(TraceOn, HoldsEveryTileOfEveryLaunch) {
  Simulator simulator(traced_settings("cartpole", TraceLevel::Automatic));
  EXPECT_EQ(simulator.settings().trace, TraceLevel::Tile);
  step_all(simulator);
  const TraceLog log = simulator.trace();
  ASSERT_EQ(static_cast<std::int64_t>(log.slices.size()), simulator.plan().tiles * launches);
  EXPECT_EQ(log.launches, launches);
  EXPECT_EQ(log.dropped_records, 0);
  EXPECT_GE(log.lanes, 1);
  EXPECT_EQ(log.worlds, worlds);
  EXPECT_EQ(log.tiles, simulator.plan().tiles);
  EXPECT_EQ(log.threads, GetParam() == Device::Cpu ? 1 : simulator.plan().threads);
  EXPECT_GE(log.processors, 1);
  std::set<std::pair<std::int64_t, int>> seen;
  std::int64_t rows = 0;
  for (const TraceSlice& slice : log.slices) {
    seen.emplace(slice.step, slice.tile);
    rows += slice.rows;
    EXPECT_EQ(slice.step % steps_per_launch, 0);
    EXPECT_EQ(slice.active_lanes, GetParam() == Device::Cpu ? 1 : slice.rows);
    EXPECT_GE(slice.processor, 0);
    EXPECT_LT(slice.processor, 1024);
    EXPECT_GT(slice.end_ns, slice.start_ns);
    EXPECT_LT(slice.end_ns, std::int64_t{60'000'000'000});
  }
  EXPECT_EQ(seen.size(), log.slices.size());
  EXPECT_EQ(rows, worlds * launches);
  ASSERT_TRUE(log.idle_share && log.idle_share_in_launches);
  EXPECT_GE(*log.idle_share, 0);
  EXPECT_LE(*log.idle_share, 1);
  EXPECT_LE(*log.idle_share_in_launches, *log.idle_share + 1e-6);
}

TEST_P(TraceOn, BeginsAnewOnceItIsCleared) {
  Simulator simulator(traced_settings("cartpole", TraceLevel::Tile));
  simulator.step(1);
  const std::size_t slices = simulator.trace().slices.size();
  ASSERT_GT(slices, 0U);
  simulator.clear_trace();
  EXPECT_TRUE(simulator.trace().slices.empty());
  simulator.step(1);
  const TraceLog log = simulator.trace();
  EXPECT_EQ(log.slices.size(), slices);
  EXPECT_EQ(log.slices.front().step, 1);
  Simulator untraced(traced_settings("cartpole", TraceLevel::Off));
  EXPECT_THROW(untraced.clear_trace(), Error);
}

TEST_P(TraceOn, HoldsEveryStageOfEveryStepInsideItsTile) {
  Simulator simulator(traced_settings("herd", TraceLevel::Automatic));
  EXPECT_EQ(simulator.settings().trace, TraceLevel::Stage);
  step_all(simulator);
  const TraceLog log = simulator.trace();
  EXPECT_EQ(tiles_in(log), simulator.plan().tiles * launches);
  EXPECT_GE(log.stage_names.size(), 5u);
  std::set<int> stages;
  std::set<std::int64_t> steps;
  const TraceSlice* tile = nullptr;
  for (const TraceSlice& slice : log.slices) {
    if (slice.stage < 0) {
      tile = &slice;
      continue;
    }
    stages.insert(slice.stage);
    steps.insert(slice.step);
    ASSERT_NE(tile, nullptr);
    EXPECT_EQ(slice.tile, tile->tile);
    EXPECT_GE(slice.start_ns, tile->start_ns);
    EXPECT_LE(slice.end_ns, tile->end_ns);
    EXPECT_GT(slice.active_lanes, 0);
    EXPECT_GT(slice.rows, 0);
  }
  for (const int stage : stages)
    EXPECT_EQ(log.stage_names.count(stage), 1u) << stage;
  EXPECT_GE(stages.size(), 5u);
  EXPECT_EQ(steps.size(), static_cast<std::size_t>(steps_per_launch * launches));
  EXPECT_TRUE(std::any_of(log.stage_names.begin(), log.stage_names.end(), [](const auto& stage) {
    return stage.second.find("repel") != std::string::npos;
  }));
}

TEST_P(TraceOn, HoldsStagesOfSomeStepsWhereThatIsAsked) {
  Settings settings = traced_settings("herd", TraceLevel::Stage);
  settings.trace_period = 4;
  Simulator simulator(settings);
  step_all(simulator);
  std::set<std::int64_t> steps;
  for (const TraceSlice& slice : simulator.trace().slices) {
    if (slice.stage >= 0) steps.insert(slice.step);
  }
  EXPECT_EQ(steps, (std::set<std::int64_t>{0, 4, 7, 11, 14, 18}));
}

TEST_P(TraceOn, ReadsBackFromAFile) {
  Simulator simulator(traced_settings("herd", TraceLevel::Stage));
  step_all(simulator);
  const TraceLog log = simulator.trace();
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  ASSERT_TRUE(file);
  write_trace(file.get(), log);
  std::rewind(file.get());
  EXPECT_EQ(read_trace(file.get(), "a file"), log);
}

TEST_P(TraceOn, SaysWhatItDropped) {
  Settings settings = traced_settings("herd", TraceLevel::Stage);
  settings.tile_worlds = 1;
  settings.trace_records = 1 << 14;
  Simulator simulator(settings);
  for (int launch = 0; launch < 20; ++launch)
    simulator.step(steps_per_launch);
  const TraceLog log = simulator.trace();
  EXPECT_GT(log.dropped_records, 0);
  EXPECT_LE(static_cast<std::int64_t>(log.slices.size()), settings.trace_records);
}

TEST_P(TraceOn, RefusesWhatIsNotCompiledForIt) {
  Settings settings = traced_settings("cartpole", TraceLevel::Tile);
  settings.hash_steps = true;
  expect_refused(Refusal::Usage, {"trace", "hash_steps"}, [&] { Simulator refused(settings); });
  settings.hash_steps = false;
  settings.fused = false;
  expect_refused(Refusal::Usage, {"trace", "fusion"}, [&] { Simulator refused(settings); });
  settings.fused = true;
  settings.trace_period = 6;
  expect_refused(Refusal::Usage, {"trace_period", "6"}, [&] { Simulator refused(settings); });
  settings.trace_period = 0;
  settings.trace_records = 5;
  expect_refused(Refusal::Usage, {"trace_records", "5"}, [&] { Simulator refused(settings); });
  Simulator plain(settings_of("cartpole", 1));
  expect_refused(Refusal::Usage, {"Settings::trace"}, [&] { plain.trace(); });
}

INSTANTIATE_TEST_SUITE_P(On, TraceOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
