/// Agents of hide and seek that stand before something and use their hands.
#pragma once

#include <gtest/gtest.h>

#include "tests/support/hide_and_seek_worlds.hpp"

namespace starling::tests::hiding {

/// Two hiders, a seeker, two cubes and a ramp in an arena without inner walls; all far from each
/// other, and seekers act.
class Hands : public testing::Test {
 protected:
  static constexpr game::Action still{};
  static constexpr game::Action grabs{5, 5, 5, 1, 0};
  static constexpr game::Action locks{5, 5, 5, 0, 1};
  static constexpr std::size_t other_hider = 1;

  Hands() {
    worlds.put(0, "Agent", 0, upright({-12, -12, 1}));
    worlds.put(0, "Agent", 1, upright({-6, -12, 1}));
    worlds.put(0, "Agent", first_seeker, upright({0, -12, 1}));
    worlds.put(0, "Box", 0, upright({-12, 12, 1}));
    worlds.put(0, "Box", 1, upright({-6, 12, 1}));
    worlds.put(0, "Ramp", 0, upright({6, 12, 1}));
    worlds.set_clock(0, 96);
  }

  /// The first hider at the origin, so far from the first box's near face.
  void stand_before_a_box(float gap_m) {
    worlds.put(0, "Agent", 0, upright({0, 0, 1}));
    worlds.put(0, "Box", 0, upright({0, 2 + gap_m, 1}));
    worlds.look();
  }
  /// Beside the box that the first hider stands before.
  void stand_beside(std::size_t agent) {
    const bool is_right = agent != other_hider;
    const Vec3 box_m = box().position_m;
    const float side = is_right ? 1.0F : -1.0F;
    worlds.put(0, "Agent", static_cast<std::int64_t>(agent),
               upright(box_m + Vec3{side * 2.5F, 0, 0}, side * kernels::pi / 2));
    worlds.look();
  }
  void once(std::size_t agent, const game::Action& action) {
    worlds.act(still);
    worlds.act(agent, action);
    worlds.step();
    worlds.act(still);
  }

  systems::Joint joint(std::size_t agent = 0) { return worlds.at(0).agent<systems::Joint>(agent); }
  bool holds(std::size_t agent = 0) { return systems::is_active(joint(agent)); }
  std::int32_t locked_by(std::size_t box = 0) { return worlds.at(0).box<game::Lock>(box).team; }
  systems::Pose box(std::size_t row = 0) { return worlds.at(0).box<systems::Pose>(row); }
  systems::Pose agent(std::size_t row = 0) { return worlds.at(0).agent<systems::Pose>(row); }

  using Vec3 = kernels::Vec3;
  Worlds worlds{1, open_arena(2, 1, 2, 1)};
};

}  // namespace starling::tests::hiding
