/// Changes files at random, for tests of what reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace starling::tests {

class Mutator {
 public:
  /// `bytes`: what is written into a file.
  Mutator(std::string_view bytes, std::uint32_t seed) : bytes_(bytes), rng_(seed) {}

  /// With up to four changes: a byte put in or replaced, a piece taken out or put in once more.
  std::string mutate(std::string text) {
    constexpr std::size_t most_changes = 4;
    for (std::size_t change = below(most_changes) + 1; change > 0; --change)
      change_once(text);
    return text;
  }

  std::size_t below(std::size_t end) { return rng_() % end; }

 private:
  void change_once(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t count = below(12);
    switch (below(4)) {
      case 0:
        text.insert(at, 1, bytes_[below(bytes_.size())]);
        break;
      case 1:
        text.erase(at, count);
        break;
      case 2:
        text.insert(below(text.size() + 1), text.substr(at, count));
        break;
      default:
        if (at < text.size()) text[at] = bytes_[below(bytes_.size())];
    }
  }

  std::string_view bytes_;
  std::mt19937 rng_;
};

}  // namespace starling::tests
