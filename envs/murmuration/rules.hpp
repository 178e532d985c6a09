/// The numbers of a flock and its hawks, and what a run may choose of them.
#pragma once

#include <cstdint>

#include "engine/environment.hpp"
#include "systems/grid.hpp"

namespace starling::envs::murmuration {

inline constexpr float step_s = 1.0F / 30.0F;
inline constexpr std::uint32_t horizon_steps = 600;

inline constexpr float neighbour_m = 1.0F;  ///< How far a bird sees others.
inline constexpr float elbow_m = 0.5F;      ///< Birds closer than this push each other away.
inline constexpr float fear_m = 3.0F;       ///< How far a bird sees hawks.
inline constexpr float separation_weight = 1.5F;
inline constexpr float alignment_per_s = 1.0F;
inline constexpr float cohesion_per_s2 = 1.0F;
inline constexpr float flight_mps2 = 8.0F;
inline constexpr float bird_thrust_mps2 = 20.0F;
inline constexpr float bird_slowest_mps = 2.0F;
inline constexpr float bird_fastest_mps = 6.0F;

inline constexpr float birth_chance = 0.002F;              ///< Of each living bird in each step.
inline constexpr float per_log_of_no_birth = -499.49983F;  ///< 1 / log(1 - birth_chance)
inline constexpr float chick_turn_rad = 0.3F;  ///< At most, to either side of its parent.

inline constexpr float catch_m = 0.3F;
inline constexpr float hawk_slowest_mps = 3.0F;
inline constexpr float hawk_fastest_mps = 8.0F;
inline constexpr float hawk_start_mps = 5.5F;
inline constexpr float hawk_turn_radps = 3.0F;   ///< Of the outermost of 11 buckets.
inline constexpr float hawk_thrust_mps2 = 6.0F;  ///< Of the outermost of 5 buckets.

inline constexpr std::uint32_t birds_seen = 12;
inline constexpr std::uint32_t seen_floats = 4;  ///< Of one that is seen.
inline constexpr std::size_t most_hawks = 2;

struct Rules {
  std::int32_t birds = 256;  ///< At the start of an episode.
  std::int32_t cap = 512;    ///< No births where there are so many.
  std::int32_t hawks = 1;
  std::int32_t cells = 1;  ///< Of the grid.
  std::int32_t birds_view_floats = birds_seen * seen_floats;
  systems::Grid grid;
};

/// The square is as wide as gives a bird 16 neighbours where all are spread evenly.
inline Rules read_rules(Options& options) {
  Rules rules;
  const auto number = [&](const char* name, const char* help, std::int32_t& value,
                          std::int64_t lowest, std::int64_t highest) {
    value = static_cast<std::int32_t>(options.number(name, help, lowest, highest, value));
  };
  number("birds", "Birds of a flock at the start", rules.birds, 64, 4096);
  number("hawks", "Hawks, which are the agents", rules.hawks, 1, most_hawks);
  rules.cap = 2 * rules.birds;
  const float area_m2 = neighbour_m * neighbour_m * kernels::pi / 16.0F;
  const float side_m = kernels::sqrt(area_m2 * static_cast<float>(rules.birds));
  rules.grid = systems::Grid::over(side_m, neighbour_m);
  rules.cells = rules.grid.cells();
  return rules;
}

}  // namespace starling::envs::murmuration
