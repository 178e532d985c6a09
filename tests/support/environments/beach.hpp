/// Test environment: one world of three million grains of sand, more rows than a 32-bit count of
/// bytes reaches over some thousand steps.
#pragma once

#include <cstdint>

#include "engine/environment.hpp"

namespace starling::tests::beach {

inline constexpr int grains_per_world = 3'000'000;

struct Place {
  double x_m = 0.0;
  double y_m = 0.0;
};
struct Wet {
  std::int32_t times = 0;
};

STARLING_FN void drift(Self self, Place& place) {
  place.x_m += 1.0;
  place.y_m = static_cast<double>(self.row);
}

STARLING_FN void soak(const Place& place, Wet& wet) {
  wet.times = static_cast<std::int32_t>(place.y_m);
}

struct Grain : Archetype<Place, Wet> {};

struct Beach {
  static constexpr auto name = "beach";
  using Archetypes = TypeList<PerWorld<Grain, grains_per_world>>;
  using Step = TaskGraph<Each<drift>, Each<soak>>;
  using Outputs = TypeList<Wet>;
};

}  // namespace starling::tests::beach
