/// CartPole's state as four floats: from golden data, to worlds, and out of them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "envs/cartpole/cartpole.hpp"
#include "tests/support/cartpole_golden.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/tolerance.hpp"

namespace starling::tests {

/// The same four numbers as an observation's, in the same order.
using CartPoleValues = envs::cartpole::Observation;

inline CartPoleValues rounded(const CartPoleState& state) {
  return {static_cast<float>(state[0]), static_cast<float>(state[1]), static_cast<float>(state[2]),
          static_cast<float>(state[3])};
}

/// Equal bit by bit, but that -0 is 0.
inline bool same(const CartPoleValues& a, const CartPoleValues& b) {
  return a.x_m == b.x_m && a.v_mps == b.v_mps && a.angle_rad == b.angle_rad &&
         a.spin_radps == b.spin_radps;
}

/// An action as the tensor holds it.
using Push = decltype(envs::cartpole::Action::push);

/// One step of the dynamics, as the environment's own system computes it.
inline CartPoleValues stepped(const CartPoleValues& before, Push push) {
  envs::cartpole::Cart cart{before.x_m, before.v_mps};
  envs::cartpole::Pole pole{before.angle_rad, before.spin_radps};
  envs::cartpole::swing(envs::cartpole::Action{push}, cart, pole);
  return {cart.x_m, cart.v_mps, pole.angle_rad, pole.spin_radps};
}

/// A push that keeps the pole up, and the cart on its track, for a whole horizon.
inline Push balancing_push(const CartPoleValues& seen) {
  const float lean = 0.1F * seen.x_m + 0.2F * seen.v_mps + 3.0F * seen.angle_rad + seen.spin_radps;
  return lean > 0.0F ? 1 : 0;
}

inline void set_state(Simulator& simulator, std::int64_t world, const CartPoleValues& state) {
  set_scalar(simulator, world, "Balancer.Cart.x_m", state.x_m);
  set_scalar(simulator, world, "Balancer.Cart.v_mps", state.v_mps);
  set_scalar(simulator, world, "Balancer.Pole.angle_rad", state.angle_rad);
  set_scalar(simulator, world, "Balancer.Pole.spin_radps", state.spin_radps);
}

inline bool is_start(const CartPoleValues& state) {
  for (const float value : {state.x_m, state.v_mps, state.angle_rad, state.spin_radps}) {
    if (value < -0.05F || value > 0.05F) return false;
  }
  return true;
}

/// Calls visit(place, transition) for every golden transition; place: "FILE episode SEED step N".
template <class Visit>
void for_each_golden_transition(Visit visit) {
  for (const auto& path : golden_files("cartpole_", ".txt")) {
    for (const CartPoleEpisode& episode : read_cartpole_golden(path)) {
      const std::string place =
          path.filename().string() + " episode " + std::to_string(episode.seed) + " step ";
      for (std::size_t step = 0; step < episode.steps.size(); ++step) {
        visit(place + std::to_string(step), episode.steps[step]);
      }
    }
  }
}

inline void expect_golden_state(const std::string& place, const CartPoleValues& got,
                                const CartPoleState& want) {
  EXPECT_TRUE(matches_golden(got.x_m, want[0])) << place << ": x " << got.x_m;
  EXPECT_TRUE(matches_golden(got.v_mps, want[1])) << place << ": x_dot " << got.v_mps;
  EXPECT_TRUE(matches_golden(got.angle_rad, want[2])) << place << ": theta " << got.angle_rad;
  EXPECT_TRUE(matches_golden(got.spin_radps, want[3])) << place << ": theta_dot " << got.spin_radps;
}

/// Whether float32 and float64 must agree on the judgement of this state.
inline bool is_clear_of_limits(const CartPoleState& state) {
  constexpr double angle_limit_rad = 12.0 * 2.0 * 3.14159265358979323846 / 360.0;
  return is_clear_of(state[0], 2.4) && is_clear_of(state[2], angle_limit_rad);
}

}  // namespace starling::tests
