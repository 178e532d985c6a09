/// Whatever is done to a policy file, it is read as a policy or refused in one sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"
#include "systems/policy/forward.hpp"
#include "tests/support/mutator.hpp"
#include "tests/support/policy_files.hpp"

namespace starling::policy {
namespace {

using namespace std::string_view_literals;

constexpr int files = 20'000;

/// Bytes that mean something in a header, and a few that do not.
constexpr std::string_view letters = "0123456789-.e{}[]:,\"\\ \n\x00\xff_aF3U8Bself"sv;

std::vector<std::byte> as_bytes(const std::string& text) {
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

/// A file whose header is changed, whose length is right three times of four, and whose data has
/// one byte changed.
std::vector<std::byte> harm(const std::string& header, std::string data, tests::Mutator& mutator) {
  const std::string changed = mutator.mutate(header);
  const std::uint64_t length = (mutator.below(4) == 0 ? header : changed).size();
  std::string start(sizeof length, '\0');
  std::memcpy(start.data(), &length, sizeof length);
  data[mutator.below(data.size())] = letters[mutator.below(letters.size())];
  return as_bytes(start + changed + data);
}

TEST(PolicyFuzz, EveryFileIsAPolicyOrRefused) {
  const std::vector<std::byte> good = tests::policy_text().bytes();
  std::uint64_t length = 0;
  std::memcpy(&length, good.data(), sizeof length);
  const std::string text(reinterpret_cast<const char*>(good.data()) + sizeof length,
                         good.size() - sizeof length);
  const std::string header = text.substr(0, length);
  const std::string data = text.substr(length);
  tests::Mutator mutator(letters, 7);
  int policies = 0;
  int refusals = 0;
  for (int file = 0; file < files; ++file) {
    try {
      const Network network = read_network(TensorFile("f", harm(header, data, mutator)));
      const Architecture& shape = network.architecture;
      std::size_t features = 0;
      for (const TokenType& type : shape.types)
        features += static_cast<std::size_t>(type.features * type.count);
      if (shape.tokens() < 64) {
        forward(network, std::vector<float>(features, 0.5F),
                std::vector<std::uint8_t>(static_cast<std::size_t>(shape.tokens()), 1));
      }
      ++policies;
    } catch (const Error& error) {
      const std::string sentence = error.what();
      EXPECT_EQ(sentence.rfind("f: ", 0), 0U) << sentence;
      EXPECT_EQ(std::count(sentence.begin(), sentence.end(), '\n'), 0) << sentence;
      ++refusals;
    }
  }
  EXPECT_GT(policies, files / 100);
  EXPECT_GT(refusals, files / 4);
}

}  // namespace
}  // namespace starling::policy
