/// Escape room: two agents leave three rooms in a row, whose doors open to buttons that are
/// pressed, by agents or by cubes that they push and drag.
///
/// A step: agents push and grab, doors move, bodies move, agents halt, buttons and doors answer.
#pragma once

#include "envs/escape_room/act.hpp"
#include "envs/escape_room/build.hpp"
#include "envs/escape_room/doors.hpp"
#include "envs/escape_room/observe.hpp"
#include "envs/escape_room/scan.hpp"
#include "envs/escape_room/score.hpp"
#include "systems/episode.hpp"

namespace starling::envs::escape_room {

/// How its bodies are stepped.
struct Bodies {
  using Rules = NoRules;
  static constexpr std::uint32_t lanes = 8;
  static constexpr std::int32_t most_moving = agents + cubes;
  static constexpr std::int32_t most_contacts = 24;
  static constexpr std::int32_t most_joints = agents;
  /// While a door moves all cubes are awake, and 58 points were the most of a million steps.
  STARLING_FN static constexpr systems::StepRoom usual_room() { return {7, 18, 58}; }
  static constexpr bool bounces = false;

  STARLING_FN static systems::StepRules step_rules(const Rules&) {
    systems::StepRules rules;
    rules.step_s = 0.04F;
    rules.sleep_after_s = 0.5F;
    return rules;
  }
};

using Look = TaskGraph<EachTeam<scan>, Each<observe>>;
using Build = TaskGraph<EachWorld<draw_gaps>, Each<build_wall>, Each<build_door>,
                        Each<place_button>, Each<place_cube>, Each<place_agent>>;

struct EscapeRoom {
  static constexpr auto name = "escape_room";
  using World = Singletons<Gaps, systems::BodiesState, ErrorDetail, Ending>;
  using Archetypes = TypeList<PerWorld<Agent, agents>, PerWorld<Cube, cubes>, PerWorld<Door, doors>,
                              PerWorld<Wall, walls + 1>, PerWorld<Button, buttons>,
                              PerWorld<systems::ContactOfBodies, Bodies::most_contacts>>;
  using Step = TaskGraph<Each<act>, Each<move_door>, Each<wake_by_doors>, Each<grab>,
                         EachWorldTeam<systems::move_bodies<Bodies>>, Each<halt>, Each<press>,
                         Each<open_door>, Each<score>, Each<score_together>, EachWorld<judge>,
                         EpisodeOf<Look, Build>>;
  using Inputs = TypeList<Action>;
  using Outputs =
      TypeList<SelfView, LidarView, PartnerView, EntitiesView, DoorView, Presence, Reward, Ending>;
  using Tokens = TokensOf<Presence, SelfView, LidarView, PartnerView, EntitiesView, DoorView>;
};

}  // namespace starling::envs::escape_room
