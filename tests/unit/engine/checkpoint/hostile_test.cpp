/// Whatever is done to a checkpoint's file, it is loaded whole or refused in one sentence, and then
/// nothing has changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/checkpoint_entry.hpp"
#include "tests/support/mutator.hpp"
#include "tests/support/output_folder.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests {
namespace {

constexpr int files = scaled(2000, 500);  // of each kind of harm

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_one_sentence(const Answer& answer) {
  if (!answer) return;
  EXPECT_EQ(answer->find('\n'), std::string::npos) << *answer;
  EXPECT_LT(answer->size(), 600U) << *answer;
}

class HostileCheckpoint : public ::testing::Test {
 protected:
  std::string path() const { return folder_.out(); }

  /// A colony's file.
  std::string saved() const {
    Simulator simulator(CheckpointEntry::settings("colony"));
    for (int step = 0; step < 20; ++step)
      simulator.step();
    simulator.save(path());
    return contents_of(path());
  }

  void expect_refused(const std::string& bytes, const std::string& word,
                      Settings settings = CheckpointEntry::settings("colony")) const {
    std::ofstream(path(), std::ios::binary) << bytes;
    Simulator simulator(settings);
    const std::uint64_t before = simulator.state_hash();
    tests::expect_refused(Refusal::Usage, {word, path()}, [&] { simulator.load(path()); });
    EXPECT_EQ(simulator.state_hash(), before);
    EXPECT_EQ(simulator.steps_done(), 0);
  }

 private:
  detail::OutputFolder folder_;
};

TEST_F(HostileCheckpoint, CutAnywhereIsRefused) {
  const std::string whole = saved();
  CheckpointEntry entry("colony");
  EXPECT_EQ(entry.read_file(whole), std::nullopt);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Answer answer = entry.read_file(whole.substr(0, size));
    ASSERT_TRUE(answer) << size;
    expect_one_sentence(answer);
  }
  EXPECT_TRUE(entry.read_file(whole + "x"));
}

TEST_F(HostileCheckpoint, WithAnyByteChangedIsRefused) {
  const std::string whole = saved();
  CheckpointEntry entry("colony");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string harmed = whole;
    harmed[at] = static_cast<char>(harmed[at] ^ 0x41);
    const Answer answer = entry.read_file(harmed);
    ASSERT_TRUE(answer) << at;
    expect_one_sentence(answer);
  }
}

TEST_F(HostileCheckpoint, IsRefusedForWhatItIs) {
  const std::string whole = saved();
  std::string other = whole;
  expect_refused("", "does not begin as a checkpoint");
  expect_refused("starling" + whole.substr(8), "does not begin as a checkpoint");
  other[8] = 9;
  expect_refused(other, "its version is 9; this program reads version 1");
  expect_refused(whole, "is of environment 'colony', not of 'cartpole'",
                 CheckpointEntry::settings("cartpole"));
  Settings settings = CheckpointEntry::settings("colony");
  settings.options = {{"capacity", "9"}};
  expect_refused(whole, "with other options: 'none'; here they are: 'capacity 9'", settings);
  settings.options = {{"horizon", "9"}};
  expect_refused(whole, "with other options", settings);
  settings = CheckpointEntry::settings("colony");
  settings.seed = 4;
  expect_refused(whole, "is of seed 0; this batch has 4", settings);
  settings.seed = 0;
  settings.first_world = 3;
  expect_refused(whole, "has worlds 0 to 2, none of which this batch has", settings);
}

/// A file of a program whose worlds are made otherwise, though it calls them the same.
TEST_F(HostileCheckpoint, OfAnotherLayoutIsRefusedByTheFirstThatDiffers) {
  CheckpointHeader header = Simulator(CheckpointEntry::settings("colony")).checkpoint().header;
  header.fingerprint += 1;
  header.layout.back() += " once_more float64";
  ByteWriter plain;
  checkpoint::write_header(plain, header);
  const Answer answer = CheckpointEntry("colony").read_block(0, plain.bytes());
  ASSERT_TRUE(answer);
  EXPECT_NE(answer->find("once_more float64' where this program has"), std::string::npos)
      << *answer;
}

/// What no checksum finds, since it was written on purpose.
TEST_F(HostileCheckpoint, WithRightChecksumsIsTakenOrRefused) {
  CheckpointEntry entry("colony");
  Simulator simulator(CheckpointEntry::settings("colony"));
  for (int step = 0; step < 20; ++step)
    simulator.step();
  const Checkpoint kept = simulator.checkpoint();
  const auto* letters = reinterpret_cast<const char*>(kept.parts.front().bytes.data());
  const std::string part(letters, kept.parts.front().bytes.size());
  ByteWriter plain;
  checkpoint::write_header(plain, kept.header);
  const std::string header(reinterpret_cast<const char*>(plain.bytes().data()),
                           plain.bytes().size());
  Mutator mutator(part, 7);
  int refused = 0;
  for (int file = 0; file < files; ++file) {
    const std::string harmed = mutator.mutate(file % 4 == 0 ? header : part);
    const Answer answer = entry.read_block(file % 4 == 0 ? 0 : 1, std::as_bytes(std::span(harmed)));
    expect_one_sentence(answer);
    refused += answer ? 1 : 0;
  }
  EXPECT_GT(refused, files / 2);
  EXPECT_EQ(entry.read_block(1, std::as_bytes(std::span(part))), std::nullopt);
}

/// What libFuzzer found to take ways of its own: see tests/fuzz.
TEST_F(HostileCheckpoint, OfTheCorpusIsTakenOrRefused) {
  CheckpointEntry entry("murmuration");
  int inputs = 0;
  for (const auto& input : std::filesystem::directory_iterator(STARLING_CHECKPOINT_CORPUS)) {
    expect_one_sentence(entry.read(contents_of(input.path())));
    ++inputs;
  }
  EXPECT_GE(inputs, 20);
}

/// A header of few bytes that promises very much makes no room for it.
TEST_F(HostileCheckpoint, ThatPromisesMuchIsRefusedBeforeRoomIsMade) {
  const std::string whole = saved();
  for (const std::size_t at : {12U, 20U}) {  // stored and plain bytes of the header's block
    std::string harmed = whole;
    harmed[at + 6] = 0x7f;
    expect_refused(harmed, at == 12 ? "cut off" : "it may hold");
  }
  CheckpointEntry entry("colony");
  const std::vector<std::byte> zeros(64 << 20);
  const Answer answer = entry.read_block(1, zeros);  // few bytes once they are compressed
  ASSERT_TRUE(answer);
  EXPECT_NE(answer->find("one has at most"), std::string::npos) << *answer;
}

}  // namespace
}  // namespace starling::tests
