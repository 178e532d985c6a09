/// CartPole-v1: balance a pole on a cart by pushing the cart left or right.
///
/// Dynamics, limits and reward are those of Gymnasium's CartPole-v1 (Farama Foundation;
/// Barto, Sutton and Anderson, 1983), in float32.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"
#include "systems/episode.hpp"

namespace starling::envs::cartpole {

inline constexpr float gravity_mps2 = 9.8F;
inline constexpr float cart_mass_kg = 1.0F;
inline constexpr float pole_mass_kg = 0.1F;
inline constexpr float total_mass_kg = cart_mass_kg + pole_mass_kg;
inline constexpr float half_pole_m = 0.5F;
inline constexpr float pole_moment_kgm = pole_mass_kg * half_pole_m;
/// Divisions by the total mass, as products: within 1e-7 of the quotient and many times faster.
inline constexpr float per_total_mass = 1.0F / total_mass_kg;
inline constexpr float pole_share = pole_mass_kg / total_mass_kg;
inline constexpr float moment_share_m = pole_moment_kgm / total_mass_kg;
inline constexpr float force_n = 10.0F;
inline constexpr float step_s = 0.02F;
inline constexpr float track_limit_m = 2.4F;
inline constexpr float angle_limit_rad = 12.0F * 2.0F * kernels::pi / 360.0F;
inline constexpr float start_range = 0.05F;
inline constexpr std::uint32_t horizon_steps = 500;

struct Cart {
  float x_m = 0.0F;
  float v_mps = 0.0F;
};

struct Pole {
  float angle_rad = 0.0F;
  float spin_radps = 0.0F;
};

struct Action {
  std::uint8_t push = 0;  ///< 0 pushes left, 1 pushes right.
  static constexpr std::array choices = {2};
};

struct Observation {
  float x_m = 0.0F;
  float v_mps = 0.0F;
  float angle_rad = 0.0F;
  float spin_radps = 0.0F;
};

/// One explicit Euler step: positions advance with the old velocities.
STARLING_FN void swing(const Action& action, Cart& cart, Pole& pole) {
  float sine = 0.0F;
  float cosine = 0.0F;
  kernels::sincos(pole.angle_rad, sine, cosine);
  const float push_n = action.push == 1 ? force_n : -force_n;
  const float swing_n = pole_moment_kgm * pole.spin_radps * pole.spin_radps * sine;
  const float thrust = (push_n + swing_n) * per_total_mass;
  const float lever = half_pole_m * (4.0F / 3.0F - pole_share * cosine * cosine);
  const float spin_rate = (gravity_mps2 * sine - cosine * thrust) / lever;
  const float acceleration = thrust - moment_share_m * spin_rate * cosine;
  cart.x_m += step_s * cart.v_mps;
  cart.v_mps += step_s * acceleration;
  pole.angle_rad += step_s * pole.spin_radps;
  pole.spin_radps += step_s * spin_rate;
}

/// Every step earns 1, the last one too. Falling or leaving the track terminates; the 500th step
/// truncates.
STARLING_FN void judge(const Cart& cart, const Pole& pole, const Clock& clock, Reward& reward,
                       Ending& ending) {
  reward.value = 1.0F;
  ending.terminated = cart.x_m < -track_limit_m || cart.x_m > track_limit_m ||
                      pole.angle_rad < -angle_limit_rad || pole.angle_rad > angle_limit_rad;
  ending.truncated = clock.step + 1 >= horizon_steps;
}

STARLING_FN void observe(const Cart& cart, const Pole& pole, Observation& observation) {
  observation = {cart.x_m, cart.v_mps, pole.angle_rad, pole.spin_radps};
}

STARLING_FN void restart(Random& random, Cart& cart, Pole& pole) {
  cart.x_m = random.uniform(-start_range, start_range);
  cart.v_mps = random.uniform(-start_range, start_range);
  pole.angle_rad = random.uniform(-start_range, start_range);
  pole.spin_radps = random.uniform(-start_range, start_range);
}

struct Balancer : Archetype<Cart, Pole, Action, Observation, Reward, Ending> {};

struct CartPole {
  static constexpr auto name = "cartpole";
  using Archetypes = TypeList<Balancer>;
  using Step = TaskGraph<Each<swing>, Each<judge>, Episode<observe, restart>>;
  using Inputs = TypeList<Action>;
  using Outputs = TypeList<Observation, Reward, Ending>;
  using Tokens = TokensOf<void, Observation>;
};

}  // namespace starling::envs::cartpole
