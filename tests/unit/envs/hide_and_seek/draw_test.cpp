// Hide and seek is drawn where its components say that it is, and locks and holds are seen.
#include "envs/hide_and_seek/draw.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/drawn_worlds.hpp"
#include "tests/support/settings.hpp"

namespace starling::envs::hide_and_seek {
namespace {

using tests::DrawnWorlds;
using View = WorldView<HideAndSeek>;

constexpr std::int64_t worlds_count = 8;

Settings random_play() {
  Settings settings = tests::make_settings("hide_and_seek", worlds_count);
  settings.seed = 7;
  settings.actions = Actions::Random;
  return settings;
}

SolidKind solid_kind(const Shape& shape) {
  return systems::kind_of(shape) == systems::ShapeKind::Wedge ? SolidKind::Wedge : SolidKind::Box;
}

/// The first solid of each row that has a shape is its body, and the others have nothing.
template <class Kind>
void expect_bodies(const Canvas& canvas, const View& world, int rows) {
  for (int row = 0; row < rows; ++row) {
    const auto index = static_cast<std::size_t>(row);
    const Shape shape = world.rows<Kind, Shape>()[index];
    const auto solids = tests::solid_shapes_of(canvas, View::subject<Kind>(row));
    const bool is_there = systems::kind_of(shape) != systems::ShapeKind::None;
    ASSERT_EQ(!solids.empty(), is_there);
    EXPECT_TRUE(is_there || tests::flat_shapes_of(canvas, View::subject<Kind>(row)).empty());
    if (!is_there) continue;
    EXPECT_EQ(solids[0].kind, solid_kind(shape));
    EXPECT_EQ(solids[0].half, shape.half_m);
    EXPECT_EQ(solids[0].center, (world.rows<Kind, Pose>()[index].position_m));
  }
}

template <class Shapes, class Claim>
bool any_of(const Shapes& shapes, Claim claim) {
  return std::any_of(shapes.begin(), shapes.end(), claim);
}

bool is_colored(Color a, Color b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

TEST(HideAndSeekDrawing, ShowsWhatThereIsWhereItIs) {
  DrawnWorlds worlds(random_play());
  for (int step = 0; step < 120; ++step) {
    worlds.simulator.step();
    if (step % 20 != 0) continue;
    for (const WorldSnapshot& snapshot : worlds.simulator.snapshot(0, worlds_count)) {
      const View world(snapshot, worlds.environment);
      const Canvas canvas = worlds.draw(snapshot);
      expect_bodies<Agent>(canvas, world, agents);
      expect_bodies<Box>(canvas, world, boxes);
      expect_bodies<Ramp>(canvas, world, ramps);
      expect_bodies<Wall>(canvas, world, hide_and_seek::walls);
    }
  }
}

TEST(HideAndSeekDrawing, WhatIsLockedHasAnOutlineOfTheTeam) {
  DrawnWorlds worlds(random_play());
  int locked = 0;
  for (int step = 0; step < 200; ++step) {
    worlds.simulator.step();
    const WorldSnapshot snapshot = worlds.snapshot(step % worlds_count);
    const View world(snapshot, worlds.environment);
    const Canvas canvas = worlds.draw(snapshot);
    for (int row = 0; row < boxes; ++row) {
      const Lock lock = world.rows<Box, Lock>()[static_cast<std::size_t>(row)];
      const bool is_outlined = any_of(
          tests::flat_shapes_of(canvas, View::subject<Box>(row)), [&](const FlatShape& shape) {
            return shape.edge.stroke > 0.0F && is_colored(shape.color, color_of_team(lock.team));
          });
      EXPECT_EQ(is_outlined, is_locked(lock));
      locked += is_locked(lock) ? 1 : 0;
    }
  }
  EXPECT_GT(locked, 0);
}

TEST(HideAndSeekDrawing, ARodIsOverWhatAnAgentHolds) {
  DrawnWorlds worlds(random_play());
  int holds = 0;
  for (int step = 0; step < 200; ++step) {
    worlds.simulator.step();
    const WorldSnapshot snapshot = worlds.snapshot(step % worlds_count);
    const View world(snapshot, worlds.environment);
    const Canvas canvas = worlds.draw(snapshot);
    for (int row = 0; row < agents; ++row) {
      const auto joint = world.rows<Agent, systems::Joint>()[static_cast<std::size_t>(row)];
      const auto solids = tests::solid_shapes_of(canvas, View::subject<Agent>(row));
      const bool has_rod =
          any_of(solids, [](const SolidShape& body) { return body.kind == SolidKind::Capsule; });
      EXPECT_EQ(has_rod, is_active(joint));
      holds += has_rod ? 1 : 0;
    }
  }
  EXPECT_GT(holds, 0);
}

TEST(HideAndSeekDrawing, SeekersAreDimWhileTheyWait) {
  DrawnWorlds worlds(random_play());
  const auto color_of = [&](int agent) {
    return tests::solid_shapes_of(worlds.draw(worlds.snapshot(0)), View::subject<Agent>(agent))
        .front()
        .color;
  };
  for (int step = 1; step < Rules{}.preparation_steps; ++step)
    worlds.simulator.step();
  EXPECT_TRUE(is_colored(color_of(0), hider_color));
  EXPECT_FALSE(is_colored(color_of(most_of_a_team), seeker_color));
  worlds.simulator.step();
  EXPECT_TRUE(is_colored(color_of(0), hider_color));
  EXPECT_TRUE(is_colored(color_of(most_of_a_team), seeker_color));
}

TEST(HideAndSeekDrawing, TakesPlacesThatAreNoNumbers) {
  DrawnWorlds worlds(random_play());
  WorldSnapshot snapshot = worlds.snapshot(0);
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    if (round == 0) {
      tests::fill_with_nan(snapshot);
    } else {
      tests::fill_with_noise(snapshot, random);
    }
    EXPECT_LE(tests::count_shapes(worlds.draw(snapshot)), 600U);
  }
}

TEST(HideAndSeekDrawing, AltersNothing) {
  DrawnWorlds drawn(random_play());
  Simulator undrawn(random_play());
  for (int step = 0; step < 20; ++step) {
    drawn.simulator.step();
    undrawn.step();
    const WorldSnapshot before = drawn.snapshot(0);
    drawn.draw(before);
    EXPECT_EQ(drawn.snapshot(0).bytes, before.bytes);
  }
  EXPECT_EQ(drawn.simulator.state_hash(), undrawn.state_hash());
}

}  // namespace
}  // namespace starling::envs::hide_and_seek
