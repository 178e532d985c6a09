/// The environment of the cases beside it whose tables grow: birds that come and go over fields of
/// a fixed number, with the step that a case is about.
#pragma once

#include "engine/programs.hpp"

namespace starling::tests {

struct Position {
  float x_m = 0.0F;
};
struct Speed {
  float x_mps = 0.0F;
};
struct Crop {
  float kg = 0.0F;
};
struct Wind {
  float mps = 0.0F;
};

struct Bird : Archetype<Position, Speed> {};
struct Field : Archetype<Crop> {};

template <class Graph, class... Exported>
struct Flock {
  static constexpr auto name = "flock";
  using World = Singletons<Wind>;
  using Archetypes = TypeList<UpTo<Bird, 8>, PerWorld<Field, 3>>;
  using Step = Graph;
  using Outputs = TypeList<Exported...>;
};

/// True if the environment can be scheduled; what is refused does not compile.
template <class Env>
inline constexpr bool is_scheduled =
    detail::ProgramOf<Env, ProgramKind::Step, true>::plan.stages > 0;

}  // namespace starling::tests
