/// A recording that was cut anywhere is played up to its last whole block, and whatever else is
/// done to one, it is played or refused in one sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/mutator.hpp"
#include "tests/support/output_folder.hpp"
#include "tests/support/recorded_run.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

constexpr int files = 1'000;  // of each kind of harm, 3 ms each

class HostileRecording : public ::testing::Test {
 protected:
  std::string path() const { return folder_.out(); }
  std::string harmed() const { return folder_.err(); }

  static std::string contents_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write_harmed(const std::string& bytes) const {
    std::ofstream(harmed(), std::ios::binary) << bytes;
  }

  HashesByStep record(const char* environment, Actions actions, int launches = 25) const {
    Settings settings = make_settings(environment, 3, 5);
    settings.threads = 1;
    settings.actions = actions;
    return record_run(path(), settings, {{0, 1}, {2, 1}},
                      {.launches = launches, .edited = "world.Clock.step"});
  }

  /// Plays all of the harmed file; whether it could be played.
  bool plays() const {
    try {
      Replay replay(harmed(), {.threads = 1, .keyframe_bytes = 1});
      replay.step_to(std::min<std::int64_t>(replay.steps(), 1000));
      return true;
    } catch (const Error& error) {
      const std::string sentence = error.what();
      EXPECT_EQ(std::count(sentence.begin(), sentence.end(), '\n'), 0) << sentence;
      return false;
    }
  }

  detail::OutputFolder folder_;
};

TEST_F(HostileRecording, CutAnywhereIsPlayedUpToItsLastWholeBlock) {
  const HashesByStep hashes = record("colony", Actions::Tensor, 60);
  const std::string whole = contents_of(path());
  const std::vector<recording::IndexedBlock> blocks = recording::BlockReader(path()).blocks();
  ASSERT_GE(blocks.size(), 4U);
  std::size_t played = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_harmed(whole.substr(0, size));
    std::int64_t steps = -1;  // no whole header
    for (const recording::IndexedBlock& block : blocks) {
      const auto end = static_cast<std::size_t>(block.offset) + sizeof(recording::BlockHead) +
                       block.head.stored_bytes;
      if (end <= size) steps = block.first_step + block.head.steps;
    }
    if (steps < 0) {
      expect_refused(Refusal::Usage, {harmed()}, [&] { Replay(harmed(), {}); });
      continue;
    }
    Replay replay(harmed(), {.threads = 1});
    ASSERT_EQ(replay.steps(), steps) << size;
    EXPECT_FALSE(replay.reader().is_whole());
    replay.step_to(steps);
    EXPECT_FALSE(replay.first_difference()) << size;
    const auto known = hashes.find(steps);
    if (known != hashes.end() && replay.reader().blocks() > 0) {
      ++played;
      const auto after = hashes_of(replay);
      EXPECT_EQ(after.size(), known->second.size());
    }
  }
  EXPECT_GT(played, whole.size() / 2);
}

TEST_F(HostileRecording, IsPlayedOrRefusedWhateverIsDoneToItsBytes) {
  record("colony", Actions::Tensor);
  const std::string whole = contents_of(path());
  Mutator mutator(whole, 3);
  int played = 0;
  for (int file = 0; file < files; ++file) {
    write_harmed(mutator.mutate(whole));
    played += plays() ? 1 : 0;
  }
  EXPECT_GT(played, files / 100);
  EXPECT_LT(played, files);
}

/// Blocks whose checksums are right and whose contents are not.
TEST_F(HostileRecording, IsPlayedOrRefusedWhateverItsBlocksHold) {
  int played = 0;
  int refused = 0;
  for (const Actions actions : {Actions::Tensor, Actions::Random}) {
    record("cartpole", actions);
    recording::BlockReader reader(path());
    std::vector<std::string> plain;
    for (const recording::IndexedBlock& block : reader.blocks()) {
      const std::vector<std::byte> bytes = reader.read(block);
      plain.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    const std::string letters = plain[1] + plain[0] + std::string("\xff\x80\0", 3);
    Mutator mutator(letters, 4);
    for (int file = 0; file < files / 2; ++file) {
      {
        recording::BlockWriter writer(harmed());
        const std::size_t harmed_block = mutator.below(plain.size());
        for (std::size_t index = 0; index < plain.size(); ++index) {
          const recording::BlockHead& head = reader.blocks()[index].head;
          const std::string bytes =
              index == harmed_block ? mutator.mutate(plain[index]) : plain[index];
          const bool is_longer = index == harmed_block && mutator.below(8) == 0;
          writer.append(head.kind, head.steps + (is_longer ? 1 : 0),
                        std::as_bytes(std::span(bytes)));
        }
      }
      (plays() ? played : refused) += 1;
    }
  }
  EXPECT_GT(played, files / 100);
  EXPECT_GT(refused, files / 100);
}

TEST_F(HostileRecording, OfTwoBillionWorldsIsRefusedWithoutMemory) {
  record("cartpole", Actions::Random);
  RecordingHeader header = RecordingReader(path()).header();
  header.batch_worlds = 2'147'483'647;
  header.worlds = {{0, header.batch_worlds}};
  ByteWriter bytes;
  recording::write_header(bytes, header);
  recording::BlockWriter(harmed()).append(recording::BlockKind::Header, 0, bytes.bytes());
  EXPECT_THROW(Replay(harmed(), {}), Error);
}

TEST_F(HostileRecording, SaysWhatIsWrongAndWhere) {
  record("cartpole", Actions::Random);
  const std::string whole = contents_of(path());
  const auto refused = [&](const std::string& bytes, std::initializer_list<std::string> words) {
    write_harmed(bytes);
    expect_refused(Refusal::Usage, words, [&] { Replay(harmed(), {}); });
  };
  refused("", {harmed(), "byte 0", "does not begin"});
  refused("{\"traceEvents\": []}", {harmed(), "byte 0", "does not begin"});
  std::string other = whole;
  other[8] = 9;
  refused(other, {"byte 8", "version is 9", "version 1"});
  refused(whole.substr(0, 12), {"byte 12", "no header"});
  refused(whole.substr(0, 60), {"byte 12", "cut off at byte 60"});
  expect_refused(Refusal::Usage, {"/nowhere/run"}, [] { Replay("/nowhere/run", {}); });
  expect_refused(Refusal::Usage, {"no file"}, [] { Replay("/", {}); });
  write_harmed(whole + "more");
  Replay longer(harmed(), {});
  EXPECT_FALSE(longer.reader().is_whole());
  EXPECT_NE(longer.reader().damage().find("4 bytes follow"), std::string::npos);
}

}  // namespace
}  // namespace starling::tests
