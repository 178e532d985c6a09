// A recording shows what was seen while it was made, at any step.
#include "viewer/session/replay_source.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "engine/byte_hash.hpp"
#include "tests/support/output_folder.hpp"
#include "tests/support/policy_files.hpp"
#include "viewer/session/live_source.hpp"

namespace starling::viewer {
namespace {

class ReplaySourceTest : public testing::Test {
 protected:
  /// Plays with a person's hand in it, and keeps what was seen after every step.
  void record(const std::string& environment) {
    LiveSource source({.environment = environment, .worlds = 9, .seed = 5, .threads = 1}, "random",
                      path_);
    source.change(TakeOver{4, 0, std::vector<int>(choices(source), 1)});
    for (int step = 1; step <= 60; ++step) {
      source.advance(1);
      if (step == 20) source.change(ResetWorld{2});
      if (step == 30) source.change(TakeOver{4, 0, {}});
      if (step == 40) source.change(EditScalar{6, clock(source), 1, 0, 3});
      seen_[step] = page_of(source);
    }
  }

  static std::size_t choices(LiveSource& source) {
    return choices_of(source.environment().description, 0).size();
  }

  static int clock(LiveSource& source) {
    return source.environment().description.column_of("Clock", 0);
  }

  static std::vector<std::vector<std::byte>> page_of(Source& source) {
    Frame frame;
    frame.wanted = {.first = 0, .count = 9, .selected = 4};
    source.show(frame);
    std::vector<std::vector<std::byte>> page;
    for (const WorldSnapshot& world : frame.page)
      page.push_back(world.bytes);
    return page;
  }

  const tests::detail::OutputFolder folder_;
  const std::string path_ = folder_.out().string();
  std::map<std::int64_t, std::vector<std::vector<std::byte>>> seen_;
};

TEST_F(ReplaySourceTest, ShowsAtEveryStepWhatWasSeen) {
  for (const std::string environment : {"cartpole", "murmuration", "overcooked"}) {
    record(environment);
    ReplaySource source(path_, {.threads = 1, .keyframe_bytes = 64 << 20});
    EXPECT_EQ(source.end_step(), 60);
    EXPECT_EQ(source.run().worlds, 9);
    for (const std::int64_t step : {1, 60, 59, 20, 21, 40, 39, 10, 31, 30, 60}) {
      source.seek(step);
      EXPECT_EQ(source.step(), step);
      EXPECT_EQ(page_of(source), seen_[step]) << environment << " step " << step;
    }
  }
}

TEST_F(ReplaySourceTest, ShowsAllWorldsOfARecordingOfSome) {
  Simulator simulator({.environment = "murmuration",
                       .worlds = 20,
                       .threads = 1,
                       .steps_per_launch = 8,
                       .actions = Actions::Random});
  {
    RecordingWriter writer(path_, simulator, {.worlds = {{0, 3}, {7, 1}, {10, 5}}});
    simulator.step(8);
    writer.note_launch(8);
    writer.finish();
  }
  ReplaySource source(path_, {.threads = 1});
  EXPECT_EQ(source.run().worlds, 9);
  source.seek(8);
  Frame frame;
  frame.wanted = {.first = 1, .count = 64, .selected = 4};
  source.show(frame);
  constexpr std::int64_t recorded[] = {0, 1, 2, 7, 10, 11, 12, 13, 14};
  ASSERT_EQ(frame.page.size(), 8U);
  for (std::size_t index = 0; index < frame.page.size(); ++index) {
    EXPECT_EQ(frame.page[index].world, static_cast<std::int64_t>(index) + 1);
    EXPECT_EQ(frame.page[index].bytes, simulator.snapshot(recorded[index + 1], 1).front().bytes);
  }
  ASSERT_TRUE(frame.selected);
  EXPECT_EQ(frame.selected->bytes, simulator.snapshot(10, 1).front().bytes);
}

TEST_F(ReplaySourceTest, NamesTheWorldOfAnErrorAmongAllThatWereRecorded) {
  Simulator simulator(
      {.environment = "cartpole", .worlds = 20, .threads = 1, .actions = Actions::Tensor});
  {
    RecordingWriter writer(path_, simulator, {.worlds = {{0, 3}, {10, 5}}});
    Tensor action = simulator.tensor("action.push");
    const std::uint8_t none = 9;
    action.data = static_cast<std::uint8_t*>(action.data) + 11 * action.strides[1];
    action.shape[1] = 1;
    simulator.write(action, std::as_bytes(std::span(&none, 1)));
    simulator.step();
    writer.note_launch(1);
    writer.finish();
  }
  ReplaySource source(path_, {.threads = 1});
  source.seek(1);
  Numbers numbers;
  source.count(numbers);
  ASSERT_EQ(numbers.first_errors.size(), 1U);
  EXPECT_EQ(numbers.first_errors[0].world, 4);
  EXPECT_EQ(numbers.first_errors[0].text.find("world 4, step 0: "), 0U)
      << numbers.first_errors[0].text;
}

TEST_F(ReplaySourceTest, KnowsWhomAPersonActedFor) {
  record("cartpole");
  ReplaySource source(path_, {.threads = 1});
  Frame frame;
  source.seek(10);
  source.show(frame);
  EXPECT_EQ(frame.taken, (std::vector<std::pair<std::int64_t, int>>{{4, 0}}));
  frame.taken.clear();
  source.seek(50);
  source.show(frame);
  EXPECT_TRUE(frame.taken.empty());
}

TEST_F(ReplaySourceTest, StopsAtItsEndAndChangesNothing) {
  record("cartpole");
  ReplaySource source(path_, {.threads = 1});
  source.advance(16);
  source.seek(1000);
  EXPECT_EQ(source.step(), 60);
  source.seek(-3);
  EXPECT_EQ(source.step(), 0);
  EXPECT_THROW(source.change(ResetWorld{0}), Error);
}

/// A recording may name any file as its policy.
TEST_F(ReplaySourceTest, PassesOverAPolicyThatDoesNotFit) {
  const std::string policy = path_ + ".safetensors";
  const std::vector<std::byte> bytes =
      tests::policy_text({.types = {{"self", 300, 2}}, .actions = {2}}).bytes();
  std::ofstream(policy, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  {
    Simulator simulator({.environment = "cartpole",
                         .worlds = 4,
                         .threads = 1,
                         .steps_per_launch = 4,
                         .actions = Actions::Random});
    RecordingWriter writer(path_, simulator,
                           {.policy = policy, .policy_hash = hash_of_file(policy)});
    simulator.step(4);
    writer.note_launch(4);
    writer.finish();
  }
  ReplaySource source(path_, {.threads = 1});
  Frame frame;
  source.show(frame);
  EXPECT_TRUE(frame.selected);
  EXPECT_TRUE(frame.attention.empty());
  std::filesystem::remove(policy);
}

TEST_F(ReplaySourceTest, SaysWhereItWasCutOff) {
  record("cartpole");
  Frame frame;
  {
    ReplaySource source(path_, {.threads = 1});
    source.seek(60);
    source.show(frame);
    EXPECT_EQ(frame.message, "");
  }
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 1);
  ReplaySource source(path_, {.threads = 1});
  source.seek(60);
  source.show(frame);
  EXPECT_NE(frame.message.find("cut off"), std::string::npos);
}

}  // namespace
}  // namespace starling::viewer
