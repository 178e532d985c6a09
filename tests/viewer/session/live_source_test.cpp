// A run that is looked at is the run that it would be unseen.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "tests/support/device_test.hpp"
#include "viewer/session/live_source.hpp"

namespace starling::viewer {
namespace {

class LiveSourceOn : public tests::DeviceTest {
 protected:
  static Settings settings_of(const std::string& environment) {
    Settings settings = DeviceTest::settings_of(environment, 24);
    settings.seed = 7;
    return settings;
  }

  static std::int64_t total(const Histogram& histogram) {
    return std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::int64_t{0});
  }

  static std::uint64_t unseen_hash(const std::string& environment, int steps) {
    Settings settings = settings_of(environment);
    settings.actions = Actions::Random;
    Simulator simulator(settings);
    for (int step = 0; step < steps; ++step)
      simulator.step();
    return simulator.state_hash();
  }
};

/// Of the program, and not of the tests alone.
constexpr const char* environments[] = {"cartpole", "murmuration", "overcooked"};

TEST_P(LiveSourceOn, ChangesNothingByBeingShownCountedAndTraced) {
  for (const std::string environment : environments) {
    Settings settings = settings_of(environment);
    settings.trace = TraceLevel::Stage;
    LiveSource source(settings, "random");
    Frame frame;
    frame.wanted = {.first = 3, .count = 8, .selected = 20};
    Numbers numbers;
    for (int step = 0; step < 120; step += 5) {
      source.advance(5);
      source.show(frame);
      source.count(numbers);
      source.trace();
    }
    EXPECT_EQ(source.step(), 120);
    EXPECT_EQ(source.simulator().state_hash(), unseen_hash(environment, 120)) << environment;
  }
}

TEST_P(LiveSourceOn, ShowsTheWorldsThatAreWanted) {
  LiveSource source(settings_of("murmuration"), "zero");
  Frame frame;
  frame.wanted = {.first = 20, .count = 64, .selected = 2};
  source.show(frame);
  ASSERT_EQ(frame.page.size(), 4U);
  EXPECT_EQ(frame.page.front().world, 20);
  ASSERT_TRUE(frame.selected);
  EXPECT_EQ(frame.selected->world, 2);
  frame.wanted.selected = 1000;
  source.show(frame);
  EXPECT_FALSE(frame.selected);
  frame.wanted.count = 0;
  source.show(frame);
  EXPECT_TRUE(frame.page.empty());
}

TEST_P(LiveSourceOn, AgentsThatArePlayedByNobodyGoOnAsBefore) {
  LiveSource source(settings_of("cartpole"), "random");
  source.advance(10);
  source.change(TakeOver{3, 0, {1}});
  for (int step = 0; step < 30; ++step)
    source.advance(source.most_steps());
  Settings settings = settings_of("cartpole");
  settings.actions = Actions::Random;
  Simulator unseen(settings);
  for (int step = 0; step < 40; ++step)
    unseen.step();
  const std::vector<std::uint64_t> seen_hashes = source.simulator().world_hashes();
  const std::vector<std::uint64_t> unseen_hashes = unseen.world_hashes();
  for (std::size_t world = 0; world < seen_hashes.size(); ++world)
    EXPECT_EQ(seen_hashes[world] == unseen_hashes[world], world != 3) << world;
}

TEST_P(LiveSourceOn, AnAgentThatIsTakenOverDoesAsItIsTold) {
  LiveSource source(settings_of("cartpole"), "random");
  Frame frame;
  frame.wanted = {.first = 0, .count = 1, .selected = 0};
  source.change(TakeOver{0, 0, {1}});
  float last_v_mps = -1.0F;
  for (int step = 0; step < 5; ++step) {
    source.advance(1);
    source.show(frame);
    const EnvironmentDescription& description = source.environment().description;
    float v_mps = 0.0F;
    std::memcpy(&v_mps, frame.selected->column(description.column_of("Cart", 1)).data() + 4, 4);
    EXPECT_GT(v_mps, last_v_mps);  // pushed to the right in every step
    last_v_mps = v_mps;
  }
  EXPECT_EQ(frame.taken, (std::vector<std::pair<std::int64_t, int>>{{0, 0}}));
  source.change(TakeOver{0, 0, {}});
  EXPECT_GT(source.most_steps(), 1);
}

/// Cooks of several worlds, of which some in between are played by nobody.
TEST_P(LiveSourceOn, AgentsOfManyWorldsAreTakenOverTogether) {
  LiveSource source(settings_of("overcooked"), "random");
  LiveSource alone(settings_of("overcooked"), "random");
  for (const std::int64_t world : {2, 3, 20})
    source.change(TakeOver{world, 1, {5}});
  source.change(TakeOver{3, 0, {0}});
  alone.change(TakeOver{3, 0, {0}});
  alone.change(TakeOver{3, 1, {5}});
  for (int step = 0; step < 20; ++step) {
    source.advance(1);
    alone.advance(1);
  }
  const std::vector<std::uint64_t> together = source.simulator().world_hashes();
  const std::vector<std::uint64_t> apart = alone.simulator().world_hashes();
  for (std::size_t world = 0; world < together.size(); ++world)
    EXPECT_EQ(together[world] == apart[world], world != 2 && world != 20) << world;
}

TEST_P(LiveSourceOn, RefusesWhatThereIsNot) {
  LiveSource source(settings_of("cartpole"), "random");
  EXPECT_THROW(source.change(TakeOver{24, 0, {1}}), Error);
  EXPECT_THROW(source.change(TakeOver{0, 1, {1}}), Error);
  EXPECT_THROW(source.change(TakeOver{0, 0, {2}}), Error);
  EXPECT_THROW(source.change(TakeOver{0, 0, {0, 0}}), Error);
  EXPECT_THROW(source.change(ResetWorld{-1}), Error);
  EXPECT_THROW(source.change(ChoosePolicy{"no such file"}), Error);
  EXPECT_THROW(source.change(EditScalar{0, 999, 0, 0, 0}), Error);
  EXPECT_THROW(source.seek(0), Error);
}

TEST_P(LiveSourceOn, WritesAScalarThatIsEdited) {
  LiveSource source(settings_of("cartpole"), "random");
  const int column = source.environment().description.column_of("Cart", 1);
  const float wanted = 1.5F;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &wanted, sizeof wanted);
  source.change(EditScalar{5, column, 0, 0, bits});
  Frame frame;
  frame.wanted = {.first = 4, .count = 3, .selected = 5};
  source.show(frame);
  const auto& fields =
      source.environment().description.columns[static_cast<std::size_t>(column)].fields;
  EXPECT_EQ(bits_of(*frame.selected, source.environment().description, column, fields[0], 0), bits);
  EXPECT_NE(bits_of(frame.page[0], source.environment().description, column, fields[0], 0), bits);
}

TEST_P(LiveSourceOn, KnowsEveryEpisodeOfTheWorldsItWatches) {
  for (const char* environment : {"cartpole", "overcooked"}) {
    LiveSource source(settings_of(environment), "random");
    Numbers numbers;
    for (int step = 0; step < 480; step += 16)
      source.advance(16);
    source.count(numbers);
    EXPECT_GT(numbers.tally.episodes, 0) << environment;
    EXPECT_EQ(total(numbers.returns), numbers.tally.episodes) << environment;
    EXPECT_EQ(total(numbers.lengths), numbers.tally.episodes) << environment;
    EXPECT_GE(numbers.lengths.highest, static_cast<double>(numbers.tally.length_sum) /
                                           static_cast<double>(numbers.tally.episodes));
  }
}

TEST_P(LiveSourceOn, KeepsItsStateWhenAnotherPolicyIsChosen) {
  LiveSource source(settings_of("murmuration"), "random");
  source.advance(16);
  const std::uint64_t before = source.simulator().state_hash();
  source.change(ChoosePolicy{"random"});
  EXPECT_EQ(source.simulator().state_hash(), before);
}

INSTANTIATE_TEST_SUITE_P(Of, LiveSourceOn, ::testing::Values(tests::tested_device),
                         tests::device_of_test);

}  // namespace
}  // namespace starling::viewer
