/// What birds and hawks are made of.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"
#include "envs/murmuration/rules.hpp"

namespace starling::envs::murmuration {

/// Where a bird is and how it flies.
struct Motion {
  float x_m = 0.0F;
  float y_m = 0.0F;
  float vx_mps = 0.0F;
  float vy_mps = 0.0F;
};

/// The velocity that a bird has settled on for this step.
struct Course {
  float vx_mps = 0.0F;
  float vy_mps = 0.0F;
};

/// Where a hawk is and how it flies: another type than a bird's, so that each reads its own kind.
struct Prowl {
  float x_m = 0.0F;
  float y_m = 0.0F;
  float vx_mps = 0.0F;
  float vy_mps = 0.0F;
};

struct Helm {
  float heading_rad = 0.0F;  ///< In [-pi, pi], from the x axis to the left.
  float speed_mps = hawk_start_mps;
};

/// Turns by (turn - 5) / 5 of the sharpest turn to the left, and speeds up by (thrust - 2) / 2 of
/// the full thrust.
struct Action {
  std::uint8_t turn = 0;
  std::uint8_t thrust = 0;
  static constexpr std::array choices = {11, 5};
};

/// Birds that were caught in this step, by hawk.
struct Catches {
  std::array<std::uint32_t, most_hawks> by_hawk{};
};

// What a hawk observes. Places and velocities are in its own frame: ahead of it, and to its left.

struct OwnView {
  float speed_mps = 0.0F;
  float flock = 0.0F;  ///< Birds that live, for each at the start.
  float time = 0.0F;   ///< Of the episode: 0 at its start, 1 at its end.
};

struct Seen {
  float ahead_m = 0.0F;
  float left_m = 0.0F;
  float ahead_mps = 0.0F;
  float left_mps = 0.0F;
};

/// The nearest birds, by distance, then slot: [birds_seen, 4], each as Seen; zeros where fewer
/// live.
struct BirdsView {
  using Element = float;
  static constexpr auto length = &Rules::birds_view_floats;
  static constexpr int features = seen_floats;
};

/// The other hawk; zeros where there is none.
struct HawkView {
  Seen hawk{};
};

/// 1 for each token that is there: self, the birds, the other hawk.
struct Presence {
  std::array<std::uint8_t, birds_seen + 2> tokens{};
};

struct Bird : Archetype<Motion, Course> {};
struct Hawk : Archetype<Prowl, Helm, Action, OwnView, BirdsView, HawkView, Presence, Reward> {};
/// Of the grid: which birds are in it.
struct Cell : Archetype<RangeOf<Bird>> {};

}  // namespace starling::envs::murmuration
