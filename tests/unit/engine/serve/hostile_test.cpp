// Bytes that no run has sent are refused in a sentence, whatever they are.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <random>

#include "engine/bytes.hpp"
#include "engine/serve/envelope.hpp"
#include "tests/support/mutator.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/settings.hpp"
#include "tests/unit/engine/serve/messages.hpp"

namespace starling::tests {
namespace {

using namespace serve;

using Bytes = std::vector<std::byte>;

constexpr int mutations = 10'000;  // of each message, and as many of its body

/// A message and who reads it.
struct Reading {
  const char* name;
  Kind kind;
  std::size_t most_bytes;
  Bytes message;
  std::function<void(const Bytes&)> decode;
};

class Hostile : public ::testing::Test {
 protected:
  Hostile() : simulator_(random_flock()) { simulator_.step(8); }

  static Settings random_flock() {
    Settings settings = make_settings("colony", 5, 8);
    settings.actions = Actions::Random;
    return settings;
  }

  std::vector<Reading> readings() {
    const EnvironmentDescription& description = simulator_.description();
    return {{"run", Kind::Run, 1 << 20, encode(run_of(simulator_)),
             [](const Bytes& bytes) { decode_run(bytes); }},
            {"numbers", Kind::Numbers, 1 << 16, encode(some_numbers()),
             [](const Bytes& bytes) { decode_numbers(bytes, 3); }},
            {"worlds", Kind::Worlds, most_body_bytes, encode(worlds_of(simulator_, 0), description),
             [&description](const Bytes& bytes) { decode_worlds(bytes, description, 5); }}};
  }

  Simulator simulator_;
};

Topic topic_in(const Reading& reading) {
  return {reading.kind};
}

/// One sentence, or what is read is a message after all.
void expect_sentence_or_sense(const Reading& reading, const Bytes& bytes) {
  try {
    reading.decode(bytes);
  } catch (const Error& error) {
    const std::string sentence = error.what();
    EXPECT_FALSE(sentence.empty());
    EXPECT_LT(sentence.size(), 500U);
  }
}

Bytes as_bytes(const std::string& text) {
  Bytes bytes(text.size());
  if (!bytes.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

std::string as_text(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST_F(Hostile, EveryTruncatedMessageIsRefused) {
  for (const Reading& reading : readings()) {
    for (std::size_t size = 0; size < reading.message.size(); ++size) {
      const Bytes cut(reading.message.begin(),
                      reading.message.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_THROW(reading.decode(cut), Error) << reading.name << " " << size;
    }
  }
}

TEST_F(Hostile, EveryTruncatedBodyIsRefused) {
  for (const Reading& reading : readings()) {
    const Bytes body = open(reading.message, reading.kind, reading.most_bytes);
    for (std::size_t size = 0; size < body.size(); ++size) {
      const Bytes cut = seal(topic_in(reading), std::span(body).first(size));
      EXPECT_THROW(reading.decode(cut), Error) << reading.name << " " << size;
    }
    Bytes longer = body;
    longer.push_back({});
    EXPECT_THROW(reading.decode(seal(topic_in(reading), longer)), Error) << reading.name;
  }
}

TEST_F(Hostile, MutatedMessagesAndBodiesAreRefusedOrRead) {
  const std::string alphabet("\0\1\2\x7f\x80\xff/", 7);
  for (const Reading& reading : readings()) {
    Mutator mutator(alphabet, 1);
    const std::string message = as_text(reading.message);
    const std::string body = as_text(open(reading.message, reading.kind, reading.most_bytes));
    for (int count = 0; count < mutations; ++count) {
      expect_sentence_or_sense(reading, as_bytes(mutator.mutate(message)));
      expect_sentence_or_sense(reading, seal(topic_in(reading), as_bytes(mutator.mutate(body))));
    }
  }
}

TEST_F(Hostile, MessagesOfAnotherTopicKindOrVersionAreRefused) {
  const std::vector<Reading> all = readings();
  for (const Reading& reading : all) {
    for (const Reading& other : all) {
      if (other.name == reading.name) continue;
      expect_refused(Refusal::Usage, {"topic"}, [&] { reading.decode(other.message); });
    }
    Bytes message = reading.message;
    const std::size_t magic = text_of(topic_in(reading)).size();
    message[magic + 8] = std::byte{9};
    expect_refused(Refusal::Usage, {"version 9", "version 2"}, [&] { reading.decode(message); });
    message[magic] = std::byte{'S'};
    expect_refused(Refusal::Usage, {"none of Starling's"}, [&] { reading.decode(message); });
  }
}

TEST_F(Hostile, ASizeInAHeaderIsNotBelieved) {
  for (const Reading& reading : readings()) {
    Bytes message = reading.message;
    const std::size_t size = text_of(topic_in(reading)).size() + 16;
    std::memset(message.data() + size, 0x7f, 8);
    expect_refused(Refusal::Usage, {"9187201950435737471"}, [&] { reading.decode(message); });
  }
  ByteWriter writer;  // a text of 4 GiB, of which 3 bytes are there
  writer.number(std::uint64_t{1});
  writer.varint(0xffffffffU);
  writer.append(as_bytes("abc"));
  expect_refused(Refusal::Usage, {"the length of the environment's name is 4294967295"},
                 [&] { decode_run(seal({Kind::Run}, writer.bytes())); });
}

TEST_F(Hostile, WorldsThatCannotBeAreRefused) {
  const EnvironmentDescription& description = simulator_.description();
  const Worlds sent = worlds_of(simulator_, 0);
  const auto read = [&](const Worlds& worlds, std::int64_t run_worlds) {
    decode_worlds(encode(worlds, description), description, run_worlds);
  };
  read(sent, 5);
  expect_refused(Refusal::Usage, {"worlds are 5"}, [&] { read(sent, 6); });
  expect_refused(Refusal::Usage, {"worlds are 5"}, [&] { read(sent, 4); });
  Worlds elsewhere = sent;
  elsewhere.page = 1;
  expect_refused(Refusal::Usage, {"pages are 1"}, [&] { read(elsewhere, 5); });
  const Bytes body = open(encode(sent, description), Kind::Worlds, most_body_bytes);
  expect_refused(Refusal::Usage, {"another page"}, [&] {
    decode_worlds(seal({Kind::Worlds, 3}, body), description, 5);
  });
  Bytes many_rows = body;
  many_rows[28] = std::byte{2};  // rows of table 0, of which every world has one
  expect_refused(Refusal::Usage, {"rows of world are 2"}, [&] {
    decode_worlds(seal({Kind::Worlds, 0}, many_rows), description, 5);
  });
}

TEST(HostileWorlds, ABoolIsTrueOrFalse) {
  Simulator simulator(make_settings("cartpole", 1));
  const EnvironmentDescription& description = simulator.description();
  const int ending = [&] {
    for (std::size_t column = 0; column < description.columns.size(); ++column) {
      if (description.columns[column].component == "Ending") return static_cast<int>(column);
    }
    return -1;
  }();
  ASSERT_GE(ending, 0);
  Worlds worlds = worlds_of(simulator, 0);
  WorldSnapshot& snapshot = worlds.snapshots.front();
  snapshot.bytes[snapshot.begins[static_cast<std::size_t>(ending)]] = std::byte{2};
  expect_refused(Refusal::Usage, {"Ending.terminated", "neither true nor false"},
                 [&] { decode_worlds(encode(worlds, description), description, 1); });
}

}  // namespace
}  // namespace starling::tests
