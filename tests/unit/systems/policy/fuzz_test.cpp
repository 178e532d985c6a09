/// Whatever is done to a policy file, it is read as a policy or refused in one sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"
#include "systems/policy/forward.hpp"
#include "tests/support/policy_files.hpp"

namespace starling::policy {
namespace {

using namespace std::string_view_literals;

constexpr int files = 20'000;

/// Bytes that mean something in a header, and a few that do not.
constexpr std::string_view letters = "0123456789-.e{}[]:,\"\\ \n\x00\xff_aF3U8Bself"sv;

class Mutator {
 public:
  /// Changes the header, mostly, and sets its length right three times of four.
  void change(std::vector<std::byte>& file) {
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), sizeof length);
    for (std::size_t turn = below(4) + 1; turn > 0; --turn) {
      const std::size_t at = sizeof length + below(length);
      const auto place = file.begin() + static_cast<std::ptrdiff_t>(at);
      const auto letter = static_cast<std::byte>(letters[below(letters.size())]);
      switch (below(4)) {
        case 0:
          *place = letter;
          break;
        case 1:
          file.insert(place, letter);
          ++length;
          break;
        case 2:
          file.erase(place);
          --length;
          break;
        default:
          file[below(file.size())] = letter;
      }
    }
    if (below(4) != 0) std::memcpy(file.data(), &length, sizeof length);
  }

  std::size_t below(std::size_t end) { return random_() % end; }

 private:
  std::mt19937 random_{7};
};

TEST(PolicyFuzz, EveryFileIsAPolicyOrRefused) {
  const std::vector<std::byte> good = tests::policy_text().bytes();
  Mutator mutator;
  int policies = 0;
  int refusals = 0;
  for (int file = 0; file < files; ++file) {
    std::vector<std::byte> bytes = good;
    mutator.change(bytes);
    try {
      const Network network = read_network(TensorFile("f", bytes));
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
