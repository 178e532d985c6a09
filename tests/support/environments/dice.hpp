/// Test environment: dice and coins of which nothing but their random numbers matters.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"

namespace starling::tests::dice {

inline constexpr int turns = 4;

/// What an entity drew in the newest step.
struct Rolled {
  std::uint32_t once = 0;                       ///< In a system of every archetype.
  std::uint32_t twice = 0;                      ///< The second draw of the same call.
  std::uint32_t other = 0;                      ///< In another system.
  std::uint32_t turn = 0;                       ///< Of the Repeat, so far.
  std::array<std::uint32_t, turns + 1> each{};  ///< In each turn of a Repeat, and once after it.
};
/// Two actions of many choices, so that equal draws are no chance.
struct Left {
  std::int32_t finger = 0;
  static constexpr std::array choices = {1'000'000'000};
};
struct Right {
  std::int32_t finger = 0;
  static constexpr std::array choices = {1'000'000'000};
};
struct Wind {
  std::uint32_t gust = 0;
};

STARLING_FN void roll(Random& random, Rolled& rolled) {
  rolled.once = random.bits();
  rolled.twice = random.bits();
  rolled.turn = 0;
}

STARLING_FN void roll_other(Random& random, Rolled& rolled) {
  rolled.other = random.bits();
}

STARLING_FN void roll_in_turn(Random& random, Rolled& rolled) {
  rolled.each[rolled.turn % (turns + 1)] = random.bits();
  rolled.turn += 1;
}

STARLING_FN void blow(Random& random, Wind& wind) {
  wind.gust = random.bits();
}

STARLING_FN void hold(const Left&, const Right&, Rolled&) {}

struct Die : Archetype<Rolled> {};
struct Coin : Archetype<Rolled, Left, Right> {};

struct Dice {
  static constexpr auto name = "dice";
  using World = Singletons<Wind>;
  using Archetypes = TypeList<PerWorld<Die, 3>, PerWorld<Coin, 2>>;
  using Step = TaskGraph<EachWorld<blow>, Each<roll>, Each<roll_other>,
                         Repeat<turns, Each<roll_in_turn>>, Each<roll_in_turn>, Each<hold>>;
  using Inputs = TypeList<Left, Right>;
  using Outputs = TypeList<Wind>;
};

}  // namespace starling::tests::dice
