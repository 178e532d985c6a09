/// Test environment: dogs herd sheep around posts. Three archetypes share a position; singletons
/// are written by EachWorld; Rows reads across archetypes; substeps nest.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"
#include "systems/episode.hpp"

namespace starling::tests::herd {

inline constexpr int sheep_per_world = 5;
inline constexpr int dogs_per_world = 2;
inline constexpr int posts_per_world = 3;
inline constexpr float field_m = 10.0F;
inline constexpr float substep_s = 0.05F;

struct Position {
  float x_m = 0.0F;
  float y_m = 0.0F;
};
struct Velocity {
  float x_mps = 0.0F;
  float y_mps = 0.0F;
};
struct Push {
  float x_mps2 = 0.0F;
  float y_mps2 = 0.0F;
};
struct Action {
  std::int32_t turn = 0;
  std::int32_t run = 0;
  static constexpr std::array choices = {4, 3};
};
struct Sight {
  std::array<float, 4> nearest_m{};
  float wind_mps = 0.0F;
};
struct Wind {
  float x_mps = 0.0F;
  float y_mps = 0.0F;
};
struct Centre {
  float x_m = 0.0F;
  float y_m = 0.0F;
};
/// How many substeps each world has seen, of a type with narrow fields.
struct Odometer {
  std::uint16_t substeps = 0;
  std::uint8_t wraps = 0;
  std::uint8_t spare = 0;
};

STARLING_FN void blow(Random& random, Wind& wind) {
  wind.x_mps = random.uniform(-1.0F, 1.0F);
  wind.y_mps = random.uniform(-1.0F, 1.0F);
}

STARLING_FN void find_centre(Rows<const Position> positions, Centre& centre) {
  float x_m = 0.0F;
  float y_m = 0.0F;
  for (const Position position : positions) {
    x_m += position.x_m;
    y_m += position.y_m;
  }
  const auto count = static_cast<float>(positions.size());
  centre = {x_m / count, y_m / count};
}

STARLING_FN void steer(const Action& action, Velocity& velocity) {
  const float angle_rad = static_cast<float>(action.turn) * (kernels::pi / 2.0F);
  const float speed_mps = static_cast<float>(action.run);
  velocity.x_mps = speed_mps * kernels::cos(angle_rad);
  velocity.y_mps = speed_mps * kernels::sin(angle_rad);
}

STARLING_FN void repel(const Position& position, Rows<const Position> others, Push& push) {
  push = {};
  for (const Position other : others) {
    const float x_m = position.x_m - other.x_m;
    const float y_m = position.y_m - other.y_m;
    const float weight = 1.0F / (0.1F + x_m * x_m + y_m * y_m);
    push.x_mps2 += x_m * weight;
    push.y_mps2 += y_m * weight;
  }
}

STARLING_FN void accelerate(const Push& push, const Wind& wind, Velocity& velocity) {
  velocity.x_mps = 0.9F * (velocity.x_mps + substep_s * (push.x_mps2 + wind.x_mps));
  velocity.y_mps = 0.9F * (velocity.y_mps + substep_s * (push.y_mps2 + wind.y_mps));
}

STARLING_FN void move(const Velocity& velocity, Position& position) {
  position.x_m = kernels::clamp(position.x_m + substep_s * velocity.x_mps, -field_m, field_m);
  position.y_m = kernels::clamp(position.y_m + substep_s * velocity.y_mps, -field_m, field_m);
}

STARLING_FN void count_substep(Odometer& odometer) {
  odometer.substeps = static_cast<std::uint16_t>(odometer.substeps + 1);
  if (odometer.substeps == 0) odometer.wraps = static_cast<std::uint8_t>(odometer.wraps + 1);
}

STARLING_FN void judge(const Centre& centre, const Clock& clock, Ending& ending) {
  ending.terminated = centre.x_m * centre.x_m + centre.y_m * centre.y_m > 4.0F;
  ending.truncated = clock.step + 1 >= 40;
}

STARLING_FN void earn(const Position& position, const Action&, const Centre& centre,
                      Reward& reward) {
  reward.value = kernels::abs(position.x_m - centre.x_m) + kernels::abs(position.y_m - centre.y_m);
}

STARLING_FN void look(const Position& position, Rows<const Position> others, const Wind& wind,
                      Sight& sight) {
  sight.nearest_m = {1e3F, 1e3F, 1e3F, 1e3F};
  for (const Position other : others) {
    float distance_m =
        kernels::abs(position.x_m - other.x_m) + kernels::abs(position.y_m - other.y_m);
    for (float& slot : sight.nearest_m) {
      const float kept = distance_m < slot ? distance_m : slot;
      distance_m = distance_m < slot ? slot : distance_m;
      slot = kept;
    }
  }
  sight.wind_mps = wind.x_mps;
}

STARLING_FN void scatter(Random& random, Position& position) {
  position.x_m = random.uniform(-5.0F, 5.0F);
  position.y_m = random.uniform(-5.0F, 5.0F);
}

STARLING_FN void halt(Velocity& velocity) {
  velocity = {};
}

struct Sheep : Archetype<Position, Velocity, Push> {};
struct Dog : Archetype<Action, Position, Velocity, Sight, Reward> {};
struct Post : Archetype<Position> {};

struct Herd {
  static constexpr auto name = "herd";
  using World = Singletons<Wind, Centre, Ending, Odometer>;
  using Archetypes = TypeList<PerWorld<Sheep, sheep_per_world>, PerWorld<Dog, dogs_per_world>,
                              PerWorld<Post, posts_per_world>>;
  using Substep = TaskGraph<Each<repel>, Each<accelerate>, Each<move>, EachWorld<count_substep>>;
  using Step = TaskGraph<EachWorld<blow>, Each<steer>, Repeat<3, Substep>, EachWorld<find_centre>,
                         EachWorld<judge>, Each<earn>,
                         EpisodeOf<Each<look>, TaskGraph<Each<scatter>, Each<halt>>>>;
  using Inputs = TypeList<Action>;
  using Outputs = TypeList<Sight, Reward, Ending>;
};

}  // namespace starling::tests::herd
