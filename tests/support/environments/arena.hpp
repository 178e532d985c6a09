/// Test environment and benchmark: sixteen bodies and four agents collide in a square, all pairs,
/// four substeps a step. Small rows, much arithmetic, entity observations.
///
/// Contact is soft: a push grows with the overlap of squared distances, so that a pair needs no
/// root and no branch, and an entity does not push itself.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"
#include "systems/episode.hpp"

namespace starling::tests::arena {

inline constexpr int bodies_per_world = 16;
inline constexpr int agents_per_world = 4;
inline constexpr int entities_per_world = bodies_per_world + agents_per_world;
inline constexpr int substeps = 4;
inline constexpr std::uint32_t horizon_steps = 200;

inline constexpr float wall_m = 5.0F;
inline constexpr float substep_s = 0.0125F;
inline constexpr float kept_speed = 0.99F;  ///< Share of its speed that drag leaves in a substep.
inline constexpr float stiffness_per_m2s = 10.0F;
inline constexpr float thrust_mps = 0.1F;
inline constexpr float farthest_centre_m = 2.0F;

struct Position {
  float x_m = 0.0F;
  float y_m = 0.0F;
};
struct Velocity {
  float x_mps = 0.0F;
  float y_mps = 0.0F;
};
struct Radius {
  float length_m = 0.0F;
};
/// Mean position of all entities.
struct Centre {
  float x_m = 0.0F;
  float y_m = 0.0F;
};
struct Action {
  std::int32_t move = 0;  ///< 0 rests; 1 to 4 push east, west, north, south.
  static constexpr std::array choices = {5};
};
/// An entity as an agent sees it: relative to itself, and itself relative to the square at rest.
struct Sighting {
  float x_m = 0.0F;
  float y_m = 0.0F;
  float x_mps = 0.0F;
  float y_mps = 0.0F;
};
/// Bodies, then agents. 320 bytes.
struct Observation {
  std::array<Sighting, entities_per_world> entities{};
};

// What one entity means to another: shared with the programs written by hand.

/// Where an entity is from another, and how much the two overlap.
struct Contact {
  float x_m = 0.0F;
  float y_m = 0.0F;
  float overlap_m2 = 0.0F;  ///< Of squared distances: (r + r')^2 - d^2, or 0.
};

STARLING_FN Contact contact_of(const Position& position, const Radius& radius,
                               const Position& other, const Radius& other_radius) {
  const float x_m = position.x_m - other.x_m;
  const float y_m = position.y_m - other.y_m;
  const float reach_m = radius.length_m + other_radius.length_m;
  const float distance_m2 = kernels::fma(x_m, x_m, y_m * y_m);
  return {x_m, y_m, kernels::max(kernels::fma(reach_m, reach_m, -distance_m2), 0.0F)};
}

struct Push {
  float x_m3 = 0.0F;
  float y_m3 = 0.0F;
};

/// Adds the push of one contact, away from the other.
STARLING_FN void add_push(const Contact& contact, Push& push) {
  push.x_m3 = kernels::fma(contact.overlap_m2, contact.x_m, push.x_m3);
  push.y_m3 = kernels::fma(contact.overlap_m2, contact.y_m, push.y_m3);
}

STARLING_FN void apply_push(const Push& push, Velocity& velocity) {
  velocity.x_mps += stiffness_per_m2s * push.x_m3;
  velocity.y_mps += stiffness_per_m2s * push.y_m3;
}

STARLING_FN Sighting sight(const Position& position, const Velocity& velocity,
                           const Position& entity, const Velocity& entity_velocity, bool is_self) {
  return {entity.x_m - (is_self ? 0.0F : position.x_m),
          entity.y_m - (is_self ? 0.0F : position.y_m),
          entity_velocity.x_mps - (is_self ? 0.0F : velocity.x_mps),
          entity_velocity.y_mps - (is_self ? 0.0F : velocity.y_mps)};
}

STARLING_FN Centre centre_of(float sum_x_m, float sum_y_m) {
  constexpr float share = 1.0F / static_cast<float>(entities_per_world);
  return {sum_x_m * share, sum_y_m * share};
}

// Systems.

STARLING_FN void steer(const Action& action, Velocity& velocity) {
  const float east_mps = action.move == 1 ? thrust_mps : action.move == 2 ? -thrust_mps : 0.0F;
  const float north_mps = action.move == 3 ? thrust_mps : action.move == 4 ? -thrust_mps : 0.0F;
  velocity.x_mps += east_mps;
  velocity.y_mps += north_mps;
}

STARLING_FN void collide(const Position& position, const Radius& radius,
                         Rows<const Position> positions, Rows<const Radius> radii,
                         Velocity& velocity) {
  Push push;
  STARLING_UNROLL
  for (RowIndex other = 0; other < entities_per_world; ++other) {
    add_push(contact_of(position, radius, positions[other], radii[other]), push);
  }
  apply_push(push, velocity);
}

STARLING_FN void drag(Velocity& velocity) {
  velocity.x_mps *= kept_speed;
  velocity.y_mps *= kept_speed;
}

STARLING_FN void advance(const Velocity& velocity, Position& position) {
  position.x_m += substep_s * velocity.x_mps;
  position.y_m += substep_s * velocity.y_mps;
}

STARLING_FN void bounce(Position& position, Velocity& velocity) {
  velocity.x_mps = kernels::abs(position.x_m) > wall_m ? -velocity.x_mps : velocity.x_mps;
  velocity.y_mps = kernels::abs(position.y_m) > wall_m ? -velocity.y_mps : velocity.y_mps;
  position.x_m = kernels::clamp(position.x_m, -wall_m, wall_m);
  position.y_m = kernels::clamp(position.y_m, -wall_m, wall_m);
}

STARLING_FN void find_centre(Rows<const Position> positions, Centre& centre) {
  float sum_x_m = 0.0F;
  float sum_y_m = 0.0F;
  STARLING_UNROLL
  for (RowIndex row = 0; row < entities_per_world; ++row) {
    const Position position = positions[row];
    sum_x_m += position.x_m;
    sum_y_m += position.y_m;
  }
  centre = centre_of(sum_x_m, sum_y_m);
}

/// The crowd drifting off the middle terminates; the horizon truncates.
STARLING_FN void judge(const Centre& centre, const Clock& clock, Ending& ending) {
  ending.terminated =
      centre.x_m * centre.x_m + centre.y_m * centre.y_m > farthest_centre_m * farthest_centre_m;
  ending.truncated = clock.step + 1 >= horizon_steps;
}

/// An agent is to stay by the crowd.
STARLING_FN void earn(const Position& position, const Centre& centre, Reward& reward) {
  const float x_m = position.x_m - centre.x_m;
  const float y_m = position.y_m - centre.y_m;
  reward.value = 1.0F - 0.1F * (x_m * x_m + y_m * y_m);
}

STARLING_FN void observe(Self self, const Position& position, const Velocity& velocity,
                         Rows<const Position> positions, Rows<const Velocity> velocities,
                         Observation& observation) {
  STARLING_UNROLL
  for (RowIndex row = 0; row < entities_per_world; ++row) {
    const bool is_self = row == bodies_per_world + static_cast<RowIndex>(self.row);
    observation.entities[static_cast<std::size_t>(row)] =
        sight(position, velocity, positions[row], velocities[row], is_self);
  }
}

STARLING_FN void place(Random& random, Position& position, Radius& radius) {
  position.x_m = random.uniform(-4.5F, 4.5F);
  position.y_m = random.uniform(-4.5F, 4.5F);
  radius.length_m = random.uniform(0.2F, 0.5F);
}

STARLING_FN void set_off(Random& random, Velocity& velocity) {
  velocity.x_mps = random.uniform(-1.0F, 1.0F);
  velocity.y_mps = random.uniform(-1.0F, 1.0F);
}

/// Agents start near the middle.
STARLING_FN void enter(Random& random, const Action&, Position& position) {
  position.x_m = random.uniform(-1.0F, 1.0F);
  position.y_m = random.uniform(-1.0F, 1.0F);
}

struct Body : Archetype<Position, Velocity, Radius> {};
struct Agent : Archetype<Position, Velocity, Radius, Action, Observation, Reward> {};

struct Arena {
  static constexpr auto name = "arena";
  using World = Singletons<Centre, Ending>;
  using Archetypes = TypeList<PerWorld<Body, bodies_per_world>, PerWorld<Agent, agents_per_world>>;
  using Substep = TaskGraph<Each<collide>, Each<drag>, Each<advance>, Each<bounce>>;
  using Restart = TaskGraph<Each<place>, Each<set_off>, Each<enter>>;
  using Step = TaskGraph<Each<steer>, Repeat<substeps, Substep>, EachWorld<find_centre>,
                         EachWorld<judge>, Each<earn>, EpisodeOf<Each<observe>, Restart>>;
  using Inputs = TypeList<Action>;
  using Outputs = TypeList<Observation, Reward, Ending>;
};

}  // namespace starling::tests::arena
