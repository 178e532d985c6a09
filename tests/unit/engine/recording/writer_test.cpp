/// What a recording is told when it begins, and what it refuses.
#include "engine/recording/writer.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engine/fingerprint.hpp"
#include "engine/recording/reader.hpp"
#include "tests/support/output_folder.hpp"
#include "tests/support/recorded_run.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

TEST(RecordingWriter, KeepsWhatTheRunIs) {
  const detail::OutputFolder folder;
  Settings settings = make_settings("murmuration", 12);
  settings.options = {{"hawks", "2"}, {"birds", "64"}};
  settings.seed = ~std::uint64_t{0};
  settings.first_world = 7;
  Simulator simulator(settings);
  const std::vector<WorldRange> worlds = {{0, 2}, {5, 1}};
  RecordingWriter(folder.out(), simulator,
                  {.worlds = worlds, .hash_period = 99, .policy = "p.st", .policy_hash = 4})
      .finish();
  const RecordingReader reader(folder.out());
  const RecordingHeader& header = reader.header();
  EXPECT_EQ(header.environment, "murmuration");
  EXPECT_EQ(header.options, settings.options);
  EXPECT_EQ(header.seed, settings.seed);
  EXPECT_EQ(header.batch_worlds, 12);
  EXPECT_EQ(header.batch_first_world, 7);
  EXPECT_EQ(header.worlds, worlds);
  EXPECT_EQ(header.hash_period, 99);
  EXPECT_EQ(header.policy, "p.st");
  EXPECT_EQ(header.policy_hash, 4U);
  EXPECT_EQ(header.fingerprint,
            fingerprint_of(PreparedEnvironment(settings.environment, settings.options)));
  EXPECT_FALSE(header.engine_version.empty());
  EXPECT_TRUE(reader.is_whole());
  EXPECT_EQ(reader.steps(), 0);
}

TEST(RecordingWriter, ThatIsNotFinishedIsCutOffWhereItWas) {
  const detail::OutputFolder folder;
  {
    Simulator simulator(make_settings("cartpole", 4));
    RecordingWriter writer(folder.out(), simulator, {});
    for (int step = 0; step < 10; ++step) {
      simulator.step();
      writer.note_launch(1);
    }
  }
  const RecordingReader reader(folder.out());
  EXPECT_FALSE(reader.is_whole());
  EXPECT_EQ(reader.damage(), "");
  EXPECT_EQ(reader.steps(), 10);
}

/// While the run goes on, and without its end: as after a crash.
TEST(RecordingWriter, HasOnTheDiskAllButTheNewestSteps) {
  const detail::OutputFolder folder;
  Simulator simulator(make_settings("cartpole", 4));
  RecordingWriter writer(folder.out(), simulator, {});
  for (int step = 1; step <= 300; ++step) {
    simulator.step();
    writer.note_launch(1);
    const std::int64_t kept = RecordingReader(folder.out()).steps();
    ASSERT_GT(kept, step - recording::full_block_steps);
    ASSERT_LE(kept, step);
  }
}

TEST(RecordingWriter, RefusesWhatItCannotRecord) {
  const detail::OutputFolder folder;
  Simulator simulator(make_settings("cartpole", 4));
  expect_refused(Refusal::Usage, {"hashes", "0"},
                 [&] { RecordingWriter(folder.out(), simulator, {.hash_period = 0}); });
  expect_refused(Refusal::Unavailable, {"/nowhere/run"},
                 [&] { RecordingWriter("/nowhere/run", simulator, {}); });
  expect_refused(Refusal::Unavailable, {"folder"},
                 [&] { RecordingWriter(folder.out().parent_path(), simulator, {}); });
  expect_refused(Refusal::Unavailable, {"/dev/full", "space"},
                 [&] { RecordingWriter("/dev/full", simulator, {}); });
  Simulator many(make_settings("cartpole", 600));
  RecordingSettings scattered;
  for (std::int64_t world = 0; world < 514; world += 2)
    scattered.worlds.push_back({world, 1});
  expect_refused(Refusal::Usage, {"257 runs", "256"},
                 [&] { RecordingWriter(folder.out(), many, scattered); });
  simulator.step();
  expect_refused(Refusal::Usage, {"begins with a run", "1 steps"},
                 [&] { RecordingWriter(folder.out(), simulator, {}); });
}

TEST(WorldList, IsRunsOfWorlds) {
  const auto list = [](const std::string& text) { return parse_world_list("--list", text, 200); };
  EXPECT_EQ(list("0-63,100"), (std::vector<WorldRange>{{0, 64}, {100, 1}}));
  EXPECT_EQ(list("3,4,5-9,199"), (std::vector<WorldRange>{{3, 7}, {199, 1}}));
  EXPECT_EQ(count_worlds(list("0-63,100")), 65);
  EXPECT_EQ(place_in(list("0-63,100"), 100), 64);
  EXPECT_EQ(place_in(list("0-63,100"), 99), -1);
  EXPECT_EQ(world_at(list("0-63,100"), 64), 100);
  for (const char* text : {"", ",", "1,", "-1", "a", "1-", "3-2", "1;2", "1--2", "0x1", " 1",
                           "99999999999999999999"}) {
    expect_refused(Refusal::Usage, {"--list", "no list of worlds"}, [&] { list(text); });
  }
  expect_refused(Refusal::Usage, {"world 200", "200"}, [&] { list("0-200"); });
  for (const char* text : {"1,1", "5-9,7", "9,3"})
    expect_refused(Refusal::Usage, {"do not rise"}, [&] { list(text); });
}

}  // namespace
}  // namespace starling::tests
