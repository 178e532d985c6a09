/// How strongly a drawing marks each token of the agent that is looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/drawing.hpp"

namespace starling {

/// Of the tokens that are there, by how much the policy attends to them.
class Emphasis {
 public:
  /// Where no policy plays, all are marked alike.
  static constexpr float without_policy = 0.6F;

  /// presence: [tokens], not 0 where a token is there. Both must outlive this.
  Emphasis(const Focus& focus, std::span<const std::uint8_t> presence)
      : attention_(focus.attention), presence_(presence) {
    for (std::size_t token = 0; token < presence.size(); ++token) {
      if (is_present(token) && share(token) > most_) most_ = share(token);
    }
  }

  bool is_present(std::size_t token) const {
    return token < presence_.size() && presence_[token] != 0;
  }

  /// In [0, 1]: 1 for the token that is attended to most.
  float operator[](std::size_t token) const {
    if (!is_present(token)) return 0.0F;
    if (attention_.empty()) return without_policy;
    return most_ > 0.0F ? share(token) / most_ : 0.0F;
  }

 private:
  /// Shares that are no numbers, or not of a share's size, count as none.
  float share(std::size_t token) const {
    const float given = token < attention_.size() ? attention_[token] : 0.0F;
    return given > 0.0F && given <= 1.0F ? given : 0.0F;
  }

  std::span<const float> attention_;
  std::span<const std::uint8_t> presence_;
  float most_ = 0.0F;
};

}  // namespace starling
