/// Test environment: walkers before doors that open and close at random, of which a mask of actions
/// tells. Counts what went through an open door, against a closed one, and how often none was open.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"
#include "systems/episode.hpp"

namespace starling::tests::doors {

inline constexpr int walkers = 3;
inline constexpr int ways = 3;
inline constexpr int knocks = 4;
inline constexpr int door_count = ways + knocks;

struct Rules {
  std::int32_t mask_bytes = door_count;
};

struct Action {
  std::uint8_t way = 0;
  std::uint8_t knock = 0;
  static constexpr std::array choices = {ways, knocks};
};
/// Not 0 where a door is open: of each way, then of each knock.
struct Doors {
  std::array<std::uint8_t, door_count> open{};
};
struct Place {
  float x_m = 0.0F;
};
/// What a walker sees: nothing of the doors.
struct View {
  float x_m = 0.0F;
  float steps = 0.0F;
};
struct Moves {
  std::array<bool, door_count> may{};
};
/// The same as bytes, as many as a run says.
struct MovesOfARun {
  using Element = std::uint8_t;
  static constexpr auto length = &Rules::mask_bytes;
};
/// Of the ways and knocks of a walker in this step.
struct Passages {
  std::uint32_t allowed = 0;
  std::uint32_t forbidden = 0;
  std::uint32_t free = 0;  ///< No door was open, so that all are allowed.
};

STARLING_FN void pass(const Doors& doors, std::int32_t first, std::int32_t count,
                      std::int32_t choice, Passages& passages) {
  bool any = false;
  for (std::int32_t door = first; door < first + count; ++door)
    any = any || doors.open[static_cast<std::size_t>(door)] != 0;
  const bool is_open = doors.open[static_cast<std::size_t>(first + choice)] != 0;
  passages.allowed += any && is_open ? 1U : 0U;
  passages.forbidden += any && !is_open ? 1U : 0U;
  passages.free += any ? 0U : 1U;
}

STARLING_FN void walk(const Action& action, const Doors& doors, Place& place, Passages& passages,
                      Report& report) {
  if (action.way >= ways || action.knock >= knocks) {
    report(ErrorKind::InvalidAction);
    return;
  }
  pass(doors, 0, ways, action.way, passages);
  pass(doors, ways, knocks, action.knock, passages);
  place.x_m = 0.5F * place.x_m + static_cast<float>(action.way) - 1.0F;
}

/// Each is open one time in three, so that often one is and now and then none.
STARLING_FN void turn(Random& random, Doors& doors) {
  for (std::size_t door = 0; door < doors.open.size(); ++door)
    doors.open[door] = random.below(3) == 0 ? 1 : 0;
}

STARLING_FN void judge(const Passages& passages, Reward& reward) {
  reward.value = static_cast<float>(passages.allowed);
}

STARLING_FN void end(Random& random, Ending& ending) {
  ending.terminated = random.below(9) == 0;
}

STARLING_FN void look(const Place& place, const Clock& clock, View& view) {
  view = {place.x_m, 0.125F * static_cast<float>(clock.step)};
}

STARLING_FN void tell(const Doors& doors, Moves& moves) {
  for (std::size_t door = 0; door < doors.open.size(); ++door)
    moves.may[door] = doors.open[door] != 0;
}

/// Any number that is not 0 means that a door is open.
STARLING_FN void tell_run(const Doors& doors, Strip<MovesOfARun> moves) {
  for (RowIndex door = 0; door < moves.size() && door < door_count; ++door) {
    const bool is_open = doors.open[static_cast<std::size_t>(door)] != 0;
    moves[door] = is_open ? static_cast<std::uint8_t>(1 << door) : 0;
  }
}

STARLING_FN void enter(Random& random, Place& place) {
  place.x_m = random.uniform(-1.0F, 1.0F);
}

struct Walker : Archetype<Action, Doors, Place, View, Moves, Passages, Reward> {};
struct WalkerOfARun : Archetype<Action, Doors, Place, View, MovesOfARun, Passages, Reward> {};

template <class Agent, class Mask, auto tell_mask>
struct House {
  using World = Singletons<Ending>;
  using Archetypes = TypeList<PerWorld<Agent, walkers>>;
  using Step = TaskGraph<
      Each<walk>, Each<turn>, Each<judge>, EachWorld<end>,
      EpisodeOf<TaskGraph<Each<look>, Each<tell_mask>>, TaskGraph<Each<turn>, Each<enter>>>>;
  using Inputs = TypeList<Action>;
  using Outputs = TypeList<View, Mask, Passages, Reward, Ending>;
  using Tokens = TokensOf<void, View>;
  using ActionMask = Mask;
};

struct Doorways : House<Walker, Moves, tell> {
  static constexpr auto name = "doors";
};

/// `--mask-bytes` says how long the mask is.
struct DoorwaysOfARun : House<WalkerOfARun, MovesOfARun, tell_run> {
  static constexpr auto name = "doors_of_a_run";
  using Rules = doors::Rules;

  static Rules set_up(Options& options, SharedData&) {
    const auto bytes = options.number("mask-bytes", "Bytes of the mask", 0, 64, door_count);
    return {static_cast<std::int32_t>(bytes)};
  }
};

}  // namespace starling::tests::doors
