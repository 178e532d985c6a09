/// Episodes of hide and seek with random actions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/hide_and_seek_worlds.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::hiding {
namespace {

using kernels::Vec3;
using systems::Joint;
using systems::Mass;
using systems::Pose;
using systems::Shape;

/// Contacts are found once a step, from rest, in which an agent comes 0.47 m at most (480 N along
/// both axes, 1 kg: 679 N / 1440), and the end of a thing that is hit there twice as far (679 N,
/// four times 1 / 2 kg). Two agents that run into each other come 0.94 m.
constexpr float step_m = 0.48F;
constexpr float deepest_allowed_m = 2 * step_m;

/// Agents come no nearer to walls' faces, 17.8 m out, than half of a thing's thinnest side and a
/// step more; no middle is as low as half of that side; and nothing stands on more than the 2 m of
/// one thing, upright or tilted.
void expect_inside(const Arena& arena, std::int64_t world) {
  const std::vector<Pose> poses = arena.of_movers<Pose>();
  const std::vector<Shape> shapes = arena.of_movers<Shape>();
  for (std::size_t body = 0; body < poses.size(); ++body) {
    const Vec3 at = poses[body].position_m;
    const kernels::Quat turn = poses[body].rotation;
    EXPECT_TRUE(std::isfinite(at.x + at.y + at.z + turn.w + turn.x + turn.y + turn.z));
    if (!is_there(shapes[body])) continue;
    EXPECT_LT(std::abs(at.x), 17.8F - 0.75F + step_m) << body << " of world " << world;
    EXPECT_LT(std::abs(at.y), 17.8F - 0.75F + step_m) << body << " of world " << world;
    EXPECT_GT(at.z, 0.375F) << body << " of world " << world;
    EXPECT_LT(at.z, 4.0F) << body << " of world " << world;
  }
}

/// How deep bodies are in others, of pairs (a, b) that `counts(a, b)`.
template <class Counts>
float deepest_m(const Arena& arena, const Counts& counts) {
  const std::vector<Pose> poses = arena.of_bodies<Pose>();
  const std::vector<Shape> shapes = arena.of_bodies<Shape>();
  float deepest = 0.0F;
  for (std::size_t a = 0; a < game::movers; ++a) {
    for (std::size_t b = a + 1; b < poses.size(); ++b) {
      if (!is_there(shapes[a]) || !is_there(shapes[b]) || !counts(a, b)) continue;
      deepest = std::max(deepest, depth_m(shapes[a], poses[a], shapes[b], poses[b]));
    }
  }
  return deepest;
}

TEST(HideAndSeekEpisodes, OfRandomActionsEndWithoutErrors) {
  const std::int64_t number = scaled(1000, 10);
  Worlds worlds(number, {}, Actions::Random);
  worlds.step(240);
  EXPECT_TRUE(worlds.simulator().errors().empty());
  EXPECT_EQ(worlds.simulator().tally().episodes, number);
  for (std::int64_t world = 0; world < number; ++world)
    EXPECT_EQ(worlds.at(world).singleton<Clock>().episode, 1u);
}

TEST(HideAndSeekEpisodes, OfTheOtherVariantsEndWithoutErrors) {
  for (const OptionTexts& options : {OptionTexts{{"scale", "original"}, {"most-ramps", "2"}},
                                     OptionTexts{{"variant", "quadrant"}},
                                     OptionTexts{{"fewest-boxes", "9"}, {"most-boxes", "9"}}}) {
    Worlds worlds(scaled(60, 3), options, Actions::Random);
    worlds.step(240);
    EXPECT_TRUE(worlds.simulator().errors().empty());
  }
}

TEST(HideAndSeekEpisodes, KeepTheirBodiesInTheArena) {
  const std::int64_t number = scaled(1000, 8);
  Worlds worlds(number, {}, Actions::Random);
  for (const int steps : {1, 20, 40, 35, 1, 3, 20, 40, 40, 39}) {
    worlds.step(steps);
    for (std::int64_t world = 0; world < number; ++world) {
      const Arena arena = worlds.at(world);
      expect_inside(arena, world);
      EXPECT_LT(deepest_m(arena, [](std::size_t, std::size_t) { return true; }), deepest_allowed_m)
          << "world " << world;
    }
  }
}

TEST(HideAndSeekEpisodes, LeaveSeekersWhereTheyWait) {
  const std::int64_t number = scaled(100, 4);
  Worlds worlds(number, {}, Actions::Random);
  std::vector<std::vector<Pose>> before;
  for (std::int64_t world = 0; world < number; ++world)
    before.push_back(worlds.at(world).all<game::Agent, Pose>());
  for (int turn = 0; turn < 8; ++turn) {
    worlds.step(12);
    for (std::int64_t world = 0; world < number; ++world) {
      for (std::size_t seeker = 3; seeker < 5; ++seeker) {
        const auto now = worlds.at(world).agent<Pose>(seeker);
        const Pose& then = before[static_cast<std::size_t>(world)][seeker];
        EXPECT_EQ(now.position_m, then.position_m);
        EXPECT_EQ(now.rotation, then.rotation);
      }
    }
  }
}

/// The things of a world: who locked them, and where they are.
struct Things {
  explicit Things(const Arena& arena) : poses(arena.of_movers<Pose>()) {
    for (const std::vector<game::Lock>& of_kind :
         {arena.all<game::Box, game::Lock>(), arena.all<game::Ramp, game::Lock>()})
      locks.insert(locks.end(), of_kind.begin(), of_kind.end());
  }
  std::vector<game::Lock> locks;
  std::vector<Pose> poses;
};

/// A joint holds a thing that is there and not locked; what is locked weighs nothing that could be
/// pushed, and what is not weighs 2 kg.
void expect_consistent(const Arena& arena, const Things& things) {
  for (std::size_t agent = 0; agent < game::agents; ++agent) {
    const auto joint = arena.agent<Joint>(agent);
    if (!systems::is_active(joint)) continue;
    EXPECT_EQ(joint.a, static_cast<std::int32_t>(agent));
    ASSERT_GE(joint.b, game::first_box);
    ASSERT_LT(joint.b, game::movers);
    EXPECT_EQ(things.locks[static_cast<std::size_t>(game::lock_row(joint.b))].team, nobody);
    EXPECT_TRUE(is_there(arena.of_movers<Shape>()[static_cast<std::size_t>(joint.b)]));
  }
  const std::vector<Mass> masses = arena.of_movers<Mass>();
  const std::vector<Shape> shapes = arena.of_movers<Shape>();
  for (std::size_t row = 0; row < game::things; ++row) {
    const bool is_heavy = is_there(shapes[6 + row]) && things.locks[row].team == nobody;
    EXPECT_EQ(masses[6 + row].mass_kg, is_heavy ? 2.0F : 0.0F) << row;
  }
}

/// What is locked in two steps one after the other lies in the second as in the first.
TEST(HideAndSeekEpisodes, LeaveWhatIsLockedWhereItIs) {
  const std::int64_t number = scaled(40, 3);
  Worlds worlds(number, {}, Actions::Random);
  std::vector<Things> before;
  for (std::int64_t world = 0; world < number; ++world)
    before.emplace_back(worlds.at(world));
  int locked = 0;
  for (int step = 0; step < 239; ++step) {
    worlds.step();
    for (std::int64_t world = 0; world < number; ++world) {
      const Arena arena = worlds.at(world);
      Things& then = before[static_cast<std::size_t>(world)];
      const Things now(arena);
      expect_consistent(arena, now);
      for (std::size_t row = 0; row < game::things; ++row) {
        if (now.locks[row].team == nobody || then.locks[row].team == nobody) continue;
        EXPECT_EQ(now.poses[6 + row].position_m, then.poses[6 + row].position_m);
        EXPECT_EQ(now.poses[6 + row].rotation, then.poses[6 + row].rotation);
        ++locked;
      }
      then = now;
    }
  }
  EXPECT_GT(locked, scaled(1000, 0));
}

/// Bodies that rest: which can give way, and which are held together.
class Rest {
 public:
  explicit Rest(const Arena& arena) : masses_(arena.of_movers<Mass>()) {
    masses_.resize(game::bodies);
    for (std::size_t agent = 0; agent < game::agents; ++agent) {
      const auto joint = arena.agent<Joint>(agent);
      if (systems::is_active(joint)) held_.emplace_back(agent, static_cast<std::size_t>(joint.b));
    }
  }
  /// Two that are locked, or a wall and one, stay in each other as they were when they were locked,
  /// and so do those that joints hold together.
  bool can_part(std::size_t a, std::size_t b) const {
    const bool can_move = masses_[a].mass_kg > 0 || masses_[b].mass_kg > 0;
    return can_move && (holder_of(a) != holder_of(b) || holder_of(a) == nothing);
  }

 private:
  static constexpr std::size_t nothing = game::bodies;

  /// The thing that an agent holds, or that is held.
  std::size_t holder_of(std::size_t body) const {
    for (const auto& [agent, thing] : held_) {
      if (agent == body || thing == body) return thing;
    }
    return nothing;
  }

  std::vector<Mass> masses_;
  std::vector<std::pair<std::size_t, std::size_t>> held_;
};

/// Overlaps are mended by contacts of 30 Hz and tenfold damping, at 3 m/s at most, and by
/// softness().rate_per_s = 8.7 of what is left a second; at half of that where an agent is between
/// another and a wall. Of 0.96 m that leaves 0.34 m after 0.2 s, and after the rest of 50 steps
/// exp(-4.4 * 1.45) of it, 0.6 mm, beside what a contact gives way to a weight, g / (2 pi 30)^2 =
/// 0.3 mm.
constexpr int mending_steps = 50;
constexpr float deepest_mended_m = 2e-3F;

/// But what is mended has no speed of it at the end of a step, so that bodies count as still
/// meanwhile, and sleep with what half a second leaves: exp(-8.7 * 0.5), an eightieth of the
/// overlap that they were still with. 5 mm is an eightieth of 0.4 m.
constexpr float deepest_at_rest_m = 5e-3F;

void expect_mended(bool stays_awake, float deepest_allowed) {
  const std::int64_t number = scaled(60, 4);
  Worlds worlds(number, {}, Actions::Random);
  for (int turn = 0; turn < scaled(10, 2); ++turn) {
    worlds.step(41);
    worlds.act({});
    for (int rest = 0; rest < mending_steps; ++rest) {
      for (std::int64_t world = 0; world < number && stays_awake; ++world) {
        for (const char* kind : {"Agent.Rest.still_s", "Box.Rest.still_s", "Ramp.Rest.still_s"})
          worlds.set(world, kind, 0, 0.0F);
        for (std::int64_t agent = 1; agent < 5; ++agent)
          worlds.set(world, "Agent.Rest.still_s", agent, 0.0F);
      }
      worlds.simulator().step(1, Actions::Tensor);
    }
    for (std::int64_t world = 0; world < number; ++world) {
      const Arena arena = worlds.at(world);
      const Rest rest(arena);
      const auto can_part = [&](std::size_t a, std::size_t b) { return rest.can_part(a, b); };
      EXPECT_LT(deepest_m(arena, can_part), deepest_allowed) << "world " << world;
    }
  }
}

TEST(HideAndSeekEpisodes, OverlapsAreMendedWhileAgentsAreAwake) {
  expect_mended(true, deepest_mended_m);
}

TEST(HideAndSeekEpisodes, NothingOverlapsOnceAgentsRest) {
  expect_mended(false, deepest_at_rest_m);
}

}  // namespace
}  // namespace starling::tests::hiding
