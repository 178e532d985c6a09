/// What was recorded is played again, bit by bit, forward, back, and however it is played.
#include "engine/recording/replay.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/support/output_folder.hpp"
#include "tests/support/recorded_run.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

struct Subject {
  const char* environment;
  const char* edited;
};

const std::vector<Subject> subjects = {{"cartpole", "Balancer.Cart.x_m"},
                                       {"murmuration", "world.Clock.step"},
                                       {"overcooked", "world.Clock.step"},
                                       {"zoo", "Animal.Mind.mood"},
                                       {"doors", "world.Clock.step"}};

class ReplayTest : public ::testing::Test {
 protected:
  std::string path() const { return folder_.out(); }

  static Settings settings_of(const std::string& environment, Actions actions) {
    Settings settings = make_settings(environment, 12, 7);
    settings.actions = actions;
    settings.seed = 9;
    return settings;
  }

  static void expect_equal(Replay& replay, const HashesByStep& expected) {
    for (const auto& [step, hashes] : expected) {
      replay.step_to(step);
      ASSERT_EQ(replay.step(), step);
      ASSERT_EQ(hashes_of(replay), hashes) << "step " << step;
    }
    EXPECT_EQ(replay.steps(), expected.rbegin()->first);
    EXPECT_FALSE(replay.first_difference());
    EXPECT_GE(replay.hashes_checked(), replay.steps() / 27);
    EXPECT_TRUE(replay.reader().is_whole());
  }

  detail::OutputFolder folder_;
};

TEST_F(ReplayTest, IsTheRunWithItsResetsAndEdits) {
  for (const Subject& subject : subjects) {
    for (const Actions actions : {Actions::Tensor, Actions::Random}) {
      SCOPED_TRACE(subject.environment + std::string(name_of(Device::Cpu)) +
                   (actions == Actions::Tensor ? ", stored" : ", drawn"));
      const HashesByStep hashes = record_run(path(), settings_of(subject.environment, actions), {},
                                             {.edited = subject.edited});
      Replay replay(path(), {});
      EXPECT_EQ(replay.header().seed, 9U);
      EXPECT_EQ(replay.header().policy, "test");
      expect_equal(replay, hashes);
    }
  }
}

TEST_F(ReplayTest, IsOfTheRecordedWorldsAlone) {
  const std::vector<WorldRange> worlds = {{1, 1}, {4, 3}, {11, 1}};
  for (const Subject& subject : subjects) {
    SCOPED_TRACE(subject.environment);
    Settings settings = settings_of(subject.environment, Actions::Tensor);
    settings.first_world = 100;
    const HashesByStep hashes = record_run(path(), settings, worlds, {.edited = subject.edited});
    Replay replay(path(), {});
    ASSERT_EQ(replay.parts(), 3U);
    EXPECT_EQ(replay.part(1).settings().first_world, 104);
    EXPECT_EQ(replay.reader().worlds(), 5);
    expect_equal(replay, hashes);
  }
}

TEST_F(ReplayTest, DependsOnNoTileThreadOrLaunch) {
  for (const Actions actions : {Actions::Tensor, Actions::Random}) {
    Settings settings = settings_of("colony", actions);
    settings.threads = 1;
    settings.tile_worlds = 1;
    const HashesByStep hashes = record_run(path(), settings, {}, {});
    for (const ReplaySettings& other :
         {ReplaySettings{.threads = 2, .tile_worlds = 5, .steps_per_launch = 1},
          ReplaySettings{.threads = 3, .steps_per_launch = 64},
          ReplaySettings{.keyframe_bytes = 1 << 20}}) {
      Replay replay(path(), other);
      expect_equal(replay, hashes);
    }
  }
}

TEST_F(ReplayTest, GoesToAnyStepAndBack) {
  for (const char* environment : {"colony", "cartpole"}) {
    const HashesByStep hashes = record_run(path(), settings_of(environment, Actions::Tensor),
                                           {{2, 3}, {8, 1}}, {.edited = "world.Clock.step"});
    std::vector<std::int64_t> steps;
    for (const auto& [step, ignored] : hashes)
      steps.push_back(step);
    for (const std::int64_t keyframe_bytes : {0, 1, 200'000, 100'000'000}) {
      SCOPED_TRACE(keyframe_bytes);
      Replay replay(path(), {.keyframe_bytes = keyframe_bytes});
      std::mt19937 rng(1);
      for (int turn = 0; turn < 60; ++turn) {
        const std::int64_t step = steps[rng() % steps.size()];
        replay.step_to(step);
        ASSERT_EQ(hashes_of(replay), hashes.at(step)) << "step " << step;
      }
      EXPECT_FALSE(replay.first_difference());
      expect_refused(Refusal::Usage, {"step -1"}, [&] { replay.step_to(-1); });
      expect_refused(Refusal::Usage, {std::to_string(replay.steps() + 1)},
                     [&] { replay.step_to(replay.steps() + 1); });
    }
  }
}

TEST_F(ReplayTest, IsOfARunInWhichAPersonTookOver) {
  Simulator simulator(settings_of("murmuration", Actions::Random));
  RecordingWriter writer(path(), simulator, {.hash_period = 20});
  HashesByStep hashes;
  const auto& description = simulator.description();
  const auto columns = recording::action_columns(description, 12);
  for (int step = 0; step < 150; ++step) {
    if (step == 50 || step == 90) writer.note_takeover(3, 0, step == 50);
    if (step >= 50 && step < 90) {
      simulator.draw_actions();
      simulator.edit(3, columns[0].column, 0, 0, 4);
      simulator.step(1, Actions::Tensor);
      writer.note_launch(1, Actions::Tensor);
    } else {
      simulator.step(1);
      writer.note_launch(1);
    }
    hashes[step + 1] = simulator.world_hashes();
  }
  writer.finish();
  Replay replay(path(), {.keyframe_bytes = 1 << 22});
  expect_equal(replay, hashes);
  replay.step_to(60);
  EXPECT_EQ(replay.takeovers(), (Replay::Agents{{3, 0}}));
  replay.step_to(100);
  EXPECT_TRUE(replay.takeovers().empty());
  EXPECT_EQ(replay.part_of(3), (std::pair<std::size_t, std::int64_t>{0, 3}));
  replay.step_to(10);
  EXPECT_TRUE(replay.takeovers().empty());
}

TEST_F(ReplayTest, NamesStepAndWorldOfTheFirstDifference) {
  {
    Simulator simulator(settings_of("cartpole", Actions::Random));
    RecordingWriter writer(path(), simulator, {.worlds = {{2, 2}, {6, 4}}, .hash_period = 10});
    for (int step = 0; step < 60; ++step) {
      if (step == 25) simulator.edit(8, "Balancer.Cart.x_m", 0, 0x3f000000);  // and not noted
      if (step == 45) simulator.edit(7, "Balancer.Cart.x_m", 0, 0x3f000000);
      simulator.step();
      writer.note_launch(1);
    }
    writer.finish();
  }
  Replay replay(path(), {});
  replay.step_to(20);
  EXPECT_FALSE(replay.first_difference());
  replay.step_to(60);
  ASSERT_TRUE(replay.first_difference());
  EXPECT_EQ(replay.first_difference()->step, 30);
  EXPECT_EQ(replay.first_difference()->world, 8);
}

TEST_F(ReplayTest, NeedsTheEnvironmentAsItWas) {
  record_run(path(), settings_of("cartpole", Actions::Random), {}, {});
  RecordingReader reader(path());
  RecordingHeader header = reader.header();
  const auto expect = [&](std::initializer_list<std::string> words) {
    ByteWriter bytes;
    recording::write_header(bytes, header);
    recording::BlockWriter(path()).append(recording::BlockKind::Header, 0, bytes.bytes());
    expect_refused(Refusal::Usage, words, [&] { Replay(path(), {}); });
  };
  header.fingerprint ^= 1;
  expect({path(), "'cartpole' is not as it was", header.engine_version});
  header.environment = "nowhere";
  expect({"nowhere"});
  header = reader.header();
  header.options = {{"gravity", "1"}};
  expect({"gravity"});
}

}  // namespace
}  // namespace starling::tests
