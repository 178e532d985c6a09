/// Test environment: lamps and fans that are switched on and off at random, and count the hours
/// that they were on. Once with one of each in a world, once with several.
#pragma once

#include <cstdint>

#include "engine/environment.hpp"

namespace starling::tests::lamps {

struct Switch {
  std::uint32_t is_on = 0;
};
struct Hours {
  std::uint32_t on = 0;
  std::uint32_t on_by_night = 0;
};
/// What was counted without any mask, for comparison.
struct Meter {
  std::uint32_t on = 0;
  std::uint32_t on_by_night = 0;
};
struct Sky {
  std::uint32_t is_dark = 0;
};

STARLING_FN void set_sun(const Clock& clock, Sky& sky) {
  sky.is_dark = clock.step % 3 == 0 ? 1 : 0;
}

STARLING_FN void press(const Clock& clock, Self self, Switch& button) {
  const std::uint32_t word = (self.world * 31 + self.row * 7 + clock.step) * 2654435761U;
  button.is_on = word >> 16 & 1U;
}

STARLING_FN bool is_on(const Switch& button) {
  return button.is_on != 0;
}
STARLING_FN bool is_dark(const Sky& sky) {
  return sky.is_dark != 0;
}

STARLING_FN void burn(Hours& hours) {
  hours.on += 1;
}
STARLING_FN void burn_by_night(Hours& hours) {
  hours.on_by_night += 1;
}
STARLING_FN void read_meter(const Switch& button, const Sky& sky, Meter& meter) {
  meter.on += button.is_on;
  meter.on_by_night += button.is_on & sky.is_dark;
}

struct Opposition {
  std::uint32_t steps = 0;
};

struct Lamp : Archetype<Switch, Hours, Meter> {};
struct Fan : Archetype<Switch, Hours, Meter, Opposition> {};

/// Fans are on when a lamp of the same row would be off.
STARLING_FN void oppose(Opposition& opposition, Switch& button) {
  opposition.steps += 1;
  button.is_on ^= 1U;
}

template <int lamps, int fans>
struct House {
  using World = Singletons<Sky>;
  using Archetypes = TypeList<PerWorld<Lamp, lamps>, PerWorld<Fan, fans>>;
  using Step =
      TaskGraph<EachWorld<set_sun>, Each<press>, Each<oppose>,
                When<is_on, Each<burn>, When<is_dark, Each<burn_by_night>>>, Each<read_meter>>;
  using Outputs = TypeList<>;
};

struct OneOfEach : House<1, 1> {
  static constexpr auto name = "lamp";
};
struct SeveralOfEach : House<3, 2> {
  static constexpr auto name = "lamps";
};

}  // namespace starling::tests::lamps
