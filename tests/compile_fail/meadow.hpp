/// The environment of the cases beside it on nodes over many rows: birds that come and go among
/// cells, with the step that a case is about.
#pragma once

#include "engine/environment.hpp"
#include "tests/compile_fail/sky.hpp"

namespace starling::tests {

struct Flier : Archetype<Position, Speed> {};
struct Cell : Archetype<RangeOf<Flier>> {};
struct Touch {
  float x_m = 0.0F;
};
struct Contact : Archetype<Touch> {};
struct Height {
  float m = 0.0F;
};

template <class Graph>
struct Meadow {
  static constexpr auto name = "meadow";
  using World = Singletons<Wind, Height>;
  using Archetypes = TypeList<UpTo<Flier, 8>, PerWorld<Cell, 4>, Temporary<Contact, 8>>;
  using Step = Graph;
  using Outputs = TypeList<>;
};

STARLING_FN Height height_of(const Position& position) {
  return {position.x_m};
}
STARLING_FN Height higher(const Height& a, const Height& b) {
  return a.m > b.m ? a : b;
}
STARLING_FN std::uint32_t cell_of(const Position& position) {
  return static_cast<std::uint32_t>(position.x_m);
}
STARLING_FN void touch(const Position& own, Other<const Position> other,
                       Commands<Contact> contacts) {
  contacts.spawn(Touch{own.x_m + other->x_m});
}
STARLING_FN void survey(Team, Rows<const Position>, Speed&) {}

}  // namespace starling::tests
