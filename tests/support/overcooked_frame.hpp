/// What all worlds of a run have room for, and the planes of smaller kitchens in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/support/overcooked_planes.hpp"

namespace starling::tests::overcooked {

/// The largest of everything among the kitchens of a run.
class Frame {
 public:
  Frame(const std::vector<Kitchen>& kitchens, Others others) : others_(others) {
    int players = 0;
    for (const Kitchen& kitchen : kitchens) {
      players = std::max(players, static_cast<int>(kitchen.starts.size()));
      width_ = std::max(width_, kitchen.width);
      height_ = std::max(height_, kitchen.height);
    }
    players_ = static_cast<std::size_t>(players);
    room_ = shown_players(players, others);
    planes_ = plane_count(players, others);
  }

  std::size_t players() const { return players_; }
  int planes() const { return planes_; }

  /// Of one player's planes.
  std::size_t bytes() const { return static_cast<std::size_t>(width_ * height_ * planes_); }

  /// Where an entry is among one player's planes.
  std::size_t at(Cell cell, int plane) const {
    return static_cast<std::size_t>((cell.x * height_ + cell.y) * planes_ + plane);
  }

  /// What every player sees, zero where there is no square or no player: [players, bytes()].
  std::vector<std::uint8_t> planes_of(const Kitchen& kitchen, const World& world) const {
    std::vector<std::uint8_t> all(players_ * bytes());
    for (std::size_t observer = 0; observer < world.players.size(); ++observer) {
      const std::vector<std::uint8_t> seen =
          overcooked::planes_of(kitchen, world, observer, others_, room_);
      const auto column = static_cast<std::ptrdiff_t>(kitchen.height * planes_);
      for (int x = 0; x < kitchen.width; ++x) {
        std::copy_n(seen.begin() + x * column, column,
                    all.begin() + static_cast<std::ptrdiff_t>(observer * bytes() + at({x, 0}, 0)));
      }
    }
    return all;
  }

 private:
  Others others_;
  std::size_t players_ = 0;
  int width_ = 0;
  int height_ = 0;
  int room_ = 0;
  int planes_ = 0;
};

}  // namespace starling::tests::overcooked
