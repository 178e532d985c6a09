/// Hide and seek: hiders shut themselves in with boxes and ramps that they move and lock, while
/// seekers wait; then seekers look for them.
///
/// A step: agents push, use their hands, bodies move, agents halt and look about, hiders and
/// seekers are paid.
#pragma once

#include "envs/hide_and_seek/observe.hpp"
#include "envs/hide_and_seek/place.hpp"
#include "envs/hide_and_seek/scan.hpp"
#include "envs/hide_and_seek/see.hpp"
#include "systems/episode.hpp"

namespace starling::envs::hide_and_seek {

/// How its bodies are stepped.
struct Bodies {
  using Rules = hide_and_seek::Rules;
  static constexpr std::uint32_t lanes = 8;
  static constexpr std::int32_t most_moving = movers;
  static constexpr std::int32_t most_contacts = 64;
  static constexpr std::int32_t most_joints = agents;
  /// Of 61,440 steps of agents that act at random one needed more.
  STARLING_FN static constexpr systems::StepRoom usual_room() { return {10, 16, 38}; }
  static constexpr bool bounces = false;

  STARLING_FN static systems::StepRules step_rules(const Rules& of) {
    systems::StepRules rules;
    rules.gravity_mps2 = {0.0F, 0.0F, -of.gravity_mps2};
    rules.step_s = of.step_s;
    rules.substeps = of.substeps;
    rules.sleep_after_s = 0.5F;
    return rules;
  }
};

using Look = TaskGraph<EachTeam<scan>, Each<observe_self>, Each<observe_agents>,
                       Each<observe_boxes>, Each<observe_ramps>, Each<show>>;
using Restart = TaskGraph<EachWorld<draw_walls>, EachWorld<place_bodies>, Each<unlock>, Each<begin>,
                          EachWorldTeam<see>>;

struct HideAndSeek {
  static constexpr auto name = "hide_and_seek";
  using Rules = hide_and_seek::Rules;
  using World = Singletons<Hunt, systems::BodiesState, ErrorDetail, Ending>;
  using Archetypes = TypeList<PerWorld<Agent, agents>, PerWorld<Box, boxes>, PerWorld<Ramp, ramps>,
                              PerWorld<Wall, walls + 1>,
                              PerWorld<systems::ContactOfBodies, Bodies::most_contacts>>;
  using Step =
      TaskGraph<Each<act>, EachWorldTeam<use_hands>, EachWorldTeam<systems::move_bodies<Bodies>>,
                Each<halt>, EachWorldTeam<see>, EachWorld<find_hunted>, Each<score>,
                EachWorld<judge>, EpisodeOf<Look, Restart>>;
  using Inputs = TypeList<Action>;
  using Outputs =
      TypeList<view::Self, view::Agent, view::Box, view::Ramp, Presence, Reward, Ending>;
  using Tokens = TokensOf<Presence, view::Self, view::Agent, view::Box, view::Ramp>;

  static Rules set_up(Options& options, SharedData&) { return read_rules(options); }
};

}  // namespace starling::envs::hide_and_seek
