/// How hawks fly, what they earn and what they see.
#pragma once

#include "envs/murmuration/components.hpp"
#include "systems/grid.hpp"
#include "systems/nearest.hpp"

namespace starling::envs::murmuration {

/// An angle of at most a turn and a half, brought into [-pi, pi].
STARLING_FN float wrap_angle(float angle_rad) {
  const float lowered = angle_rad > kernels::pi ? angle_rad - 2.0F * kernels::pi : angle_rad;
  return lowered < -kernels::pi ? lowered + 2.0F * kernels::pi : lowered;
}

STARLING_FN Prowl prowl_at(float x_m, float y_m, const Helm& helm) {
  float sine = 0.0F;
  float cosine = 0.0F;
  kernels::sincos(helm.heading_rad, sine, cosine);
  return {x_m, y_m, helm.speed_mps * cosine, helm.speed_mps * sine};
}

/// Hawks move first, and fly at once as they steer.
STARLING_FN void prowl(const Action& action, Shared<const Rules> rules, Helm& helm, Prowl& hawk) {
  constexpr float turn_step_rad = hawk_turn_radps * step_s / 5.0F;
  constexpr float thrust_step_mps = hawk_thrust_mps2 * step_s / 2.0F;
  const float turn = static_cast<float>(static_cast<std::int32_t>(action.turn) - 5);
  const float thrust = static_cast<float>(static_cast<std::int32_t>(action.thrust) - 2);
  helm.heading_rad = wrap_angle(helm.heading_rad + turn * turn_step_rad);
  helm.speed_mps =
      kernels::clamp(helm.speed_mps + thrust * thrust_step_mps, hawk_slowest_mps, hawk_fastest_mps);
  const Prowl steered = prowl_at(hawk.x_m, hawk.y_m, helm);
  const systems::Grid grid = rules->grid;
  hawk = {systems::wrap(grid, hawk.x_m + steered.vx_mps * step_s),
          systems::wrap(grid, hawk.y_m + steered.vy_mps * step_s), steered.vx_mps, steered.vy_mps};
}

STARLING_FN void score(Self self, const Catches& catches, Reward& reward) {
  reward.value = static_cast<float>(self.row == 0 ? catches.by_hawk[0] : catches.by_hawk[1]);
}

/// A flock below an eighth of its start ends the episode.
STARLING_FN void judge(const Clock& clock, const Population<Bird>& flock, Shared<const Rules> rules,
                       Ending& ending) {
  ending.terminated = 8 * flock.rows < static_cast<std::uint32_t>(rules->birds);
  ending.truncated = clock.step + 1 >= horizon_steps;
}

/// What a hawk sees of something: `ahead` is where it heads, one long.
STARLING_FN Seen seen_from(const systems::Grid& grid, const Prowl& hawk, kernels::Vec2 ahead,
                           const Prowl& other) {
  const kernels::Vec2 way{systems::shortest(grid, other.x_m - hawk.x_m),
                          systems::shortest(grid, other.y_m - hawk.y_m)};
  const kernels::Vec2 velocity{other.vx_mps, other.vy_mps};
  return {kernels::dot(ahead, way), kernels::cross(ahead, way), kernels::dot(ahead, velocity),
          kernels::cross(ahead, velocity)};
}

/// Each thread of the team shows one of the nearest birds.
STARLING_FN void see_birds(Team team, const Prowl& hawk, const Helm& helm, Rows<const Motion> flock,
                           Rows<const Entity> entities, Shared<const Rules> rules,
                           Strip<BirdsView> view) {
  const systems::Grid grid = rules->grid;
  const auto nearness = [&](RowIndex row) {
    const Motion bird = flock[row];
    const float dx_m = systems::shortest(grid, bird.x_m - hawk.x_m);
    const float dy_m = systems::shortest(grid, bird.y_m - hawk.y_m);
    const float squared_m2 = kernels::fma(dx_m, dx_m, dy_m * dy_m);
    return systems::Nearness{std::bit_cast<std::uint32_t>(squared_m2), entities[row].slot,
                             static_cast<std::uint32_t>(row)};
  };
  kernels::Vec2 ahead{0.0F, 0.0F};
  kernels::sincos(helm.heading_rad, ahead.y, ahead.x);
  systems::visit_nearest<
      birds_seen>(team, flock.size(), nearness, [&](std::uint32_t rank, RowIndex row) {
    const Motion bird = flock[row];
    const Seen seen = seen_from(grid, hawk, ahead, {bird.x_m, bird.y_m, bird.vx_mps, bird.vy_mps});
    const auto at = static_cast<RowIndex>(rank * seen_floats);
    view[at] = seen.ahead_m;
    view[at + 1] = seen.left_m;
    view[at + 2] = seen.ahead_mps;
    view[at + 3] = seen.left_mps;
  });
}

STARLING_FN void observe(Self self, const Prowl& hawk, const Helm& helm, const Clock& clock,
                         const Population<Bird>& flock, Rows<const Prowl> hawks,
                         Shared<const Rules> rules, OwnView& own, HawkView& hawk_view,
                         Presence& presence) {
  const systems::Grid grid = rules->grid;
  own = {helm.speed_mps, static_cast<float>(flock.rows) / static_cast<float>(rules->birds),
         static_cast<float>(clock.step) * (1.0F / static_cast<float>(horizon_steps))};
  presence.tokens[0] = 1;
  STARLING_UNROLL
  for (std::uint32_t rank = 0; rank < birds_seen; ++rank)
    presence.tokens[1 + rank] = rank < flock.rows ? 1 : 0;
  const bool is_pair = hawks.size() > 1;
  hawk_view = {};
  if (is_pair) {
    kernels::Vec2 ahead{0.0F, 0.0F};
    kernels::sincos(helm.heading_rad, ahead.y, ahead.x);
    hawk_view.hawk = seen_from(grid, hawk, ahead, hawks[self.row == 0 ? 1 : 0]);
  }
  presence.tokens[1 + birds_seen] = is_pair ? 1 : 0;
}

STARLING_FN void place_hawk(Random& random, Shared<const Rules> rules, Helm& helm, Prowl& hawk) {
  const float x_m = random.uniform() * rules->grid.side_m;
  const float y_m = random.uniform() * rules->grid.side_m;
  helm = {random.uniform(-kernels::pi, kernels::pi), hawk_start_mps};
  hawk = prowl_at(x_m, y_m, helm);
}

}  // namespace starling::envs::murmuration
