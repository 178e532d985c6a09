// A kitchen is drawn as its components say that it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "envs/overcooked/draw.hpp"
#include "tests/support/drawn_kitchens.hpp"

namespace starling::envs::overcooked {
namespace {

using tests::DrawnKitchens;
using tests::flat_shapes_of;
using tests::solid_shapes_of;
using View = WorldView<Overcooked>;

bool is_at(Vec2 a, Vec2 b) {
  return kernels::length(a - b) < 1e-4F;
}

/// Whether a body or a flat shape of the subject has its centre at a place.
bool is_drawn_at(const starling::Canvas& canvas, Subject subject, Vec2 at) {
  const auto solids = solid_shapes_of(canvas, subject);
  const auto flats = flat_shapes_of(canvas, subject);
  return std::any_of(solids.begin(), solids.end(),
                     [&](const SolidShape& shape) {
                       return is_at({shape.center.x, shape.center.y}, at);
                     }) ||
         std::any_of(flats.begin(), flats.end(),
                     [&](const FlatShape& shape) { return is_at(shape.a, at); });
}

bool is_drawn(const starling::Canvas& canvas, Subject subject) {
  return !solid_shapes_of(canvas, subject).empty() || !flat_shapes_of(canvas, subject).empty();
}

/// The middle of a square, the first row at the top.
Vec2 middle_of(const House& house, int x, int y) {
  return {static_cast<float>(x) + 0.5F,
          static_cast<float>(house.height) - static_cast<float>(y) - 0.5F};
}

const House& house_of(const View& world) {
  return world.shared<House>()[static_cast<std::size_t>(world.singleton<Address>().kitchen)];
}

TEST(KitchenDrawing, ShowsPresentCooksOnTheirSquaresAndNoOthers) {
  DrawnKitchens kitchens(false);
  int absent = 0;
  std::set<int> facings;
  kitchens.play(100, [&](const View& world, const starling::Canvas& canvas) {
    for (int player = 0; player < world.count<Player>(); ++player) {
      const Subject subject = View::subject<Player>(player);
      const Body body = world.rows<Player, Body>()[static_cast<std::size_t>(player)];
      ASSERT_EQ(is_drawn(canvas, subject), body.present != 0);
      absent += body.present == 0 ? 1 : 0;
      if (body.present == 0) continue;
      const Vec2 at = middle_of(house_of(world), body.x, body.y);
      EXPECT_TRUE(is_drawn_at(canvas, subject, at));
      constexpr std::array ways = {Vec2{0.0F, 1.0F}, Vec2{0.0F, -1.0F}, Vec2{1.0F, 0.0F},
                                   Vec2{-1.0F, 0.0F}};
      for (const FlatShape& shape : flat_shapes_of(canvas, subject)) {
        if (shape.kind != FlatKind::Triangle) continue;
        EXPECT_TRUE(is_at(kernels::normalize(shape.a - at), ways[body.facing]));
      }
      facings.insert(body.facing);
    }
  });
  EXPECT_GT(absent, 0);
  EXPECT_EQ(facings.size(), 4U);
}

TEST(KitchenDrawing, ShowsEverySquareOfItsKitchenAndNoOthers) {
  DrawnKitchens kitchens(false);
  int beyond = 0;
  kitchens.play(1, [&](const View& world, const starling::Canvas& canvas) {
    const House& house = house_of(world);
    const auto grounds = world.shared<Ground>();
    const int first = world.singleton<Address>().kitchen * world.rules().squares;
    for (int row = 0; row < world.count<Square>(); ++row) {
      const Subject subject = View::subject<Square>(row);
      const bool is_inside = row < house.width * house.height;
      ASSERT_EQ(is_drawn(canvas, subject), is_inside);
      beyond += is_inside ? 0 : 1;
      if (!is_inside) continue;
      EXPECT_TRUE(
          is_drawn_at(canvas, subject, middle_of(house, row % house.width, row / house.width)));
      const auto terrain =
          static_cast<Terrain>(grounds[static_cast<std::size_t>(first + row)].terrain);
      EXPECT_EQ(solid_shapes_of(canvas, subject).empty(), terrain == Terrain::Floor);
    }
    EXPECT_LT(canvas.view().lowest.x, 0.0F);
    EXPECT_GT(canvas.view().highest.x, static_cast<float>(house.width));
    EXPECT_GT(canvas.view().highest.y, static_cast<float>(house.height));
  });
  EXPECT_GT(beyond, 0);
}

TEST(KitchenDrawing, ShowsThingsWhereTheyLieOrInTheHandsThatHoldThem) {
  DrawnKitchens kitchens(false);
  int held = 0;
  int lying = 0;
  kitchens.play(200, [&](const View& world, const starling::Canvas& canvas) {
    for (int row = 0; row < world.count<Thing>(); ++row) {
      const Spot spot = world.rows<Thing, Spot>()[static_cast<std::size_t>(row)];
      Vec2 at = middle_of(house_of(world), spot.x, spot.y);
      if (spot.holder == Spot::nobody) {
        ++lying;
      } else {
        const Body body = world.rows<Player, Body>()[spot.holder];
        at = middle_of(house_of(world), body.x, body.y) + direction_of(body.facing) * 0.34F;
        ++held;
      }
      EXPECT_TRUE(is_drawn_at(canvas, View::subject<Thing>(row), at));
    }
    EXPECT_FALSE(is_drawn(canvas, View::subject<Thing>(world.count<Thing>())));
  });
  EXPECT_GT(held, 100);
  EXPECT_GT(lying, 100);
}

/// The shape that shows how long a soup in a pot has cooked.
std::optional<FlatShape> progress_of(const starling::Canvas& canvas, Subject subject) {
  for (const FlatShape& shape : flat_shapes_of(canvas, subject)) {
    if (shape.kind == FlatKind::Sector) return shape;
  }
  return std::nullopt;
}

TEST(KitchenDrawing, ShowsHowFarASoupIsAndWhatIsInIt) {
  DrawnKitchens kitchens(false);
  int cooking = 0;
  int ready = 0;
  kitchens.play(200, [&](const View& world, const starling::Canvas& canvas) {
    for (int row = 0; row < world.count<Thing>(); ++row) {
      const auto at = static_cast<std::size_t>(row);
      const Food food = world.rows<Thing, Food>()[at];
      const int cooked = world.rows<Thing, Timer>()[at].cooked_steps;
      if (food.item != static_cast<std::uint8_t>(Item::Soup)) continue;
      int onions = 0;
      int tomatoes = 0;
      bool shines = false;
      for (const FlatShape& shape : flat_shapes_of(canvas, View::subject<Thing>(row))) {
        onions += shape.color.red == onion_color.red && shape.color.blue == onion_color.blue;
        tomatoes += shape.color.red == tomato_color.red && shape.color.blue == tomato_color.blue;
        shines = shines || shape.edge.softness > 0.0F;
      }
      EXPECT_EQ(onions, food.onions);
      EXPECT_EQ(tomatoes, food.tomatoes);
      if (food.in_pot == 0) continue;
      const int recipe = world.singleton<Address>().kitchen * recipe_kinds +
                         recipe_index(food.onions, food.tomatoes);
      const int steps = world.shared<MenuItem>()[static_cast<std::size_t>(recipe)].cook_steps;
      const bool is_ready = cooked >= steps && cooked >= 0;
      EXPECT_EQ(shines, is_ready);
      const auto progress = progress_of(canvas, View::subject<Thing>(row));
      ASSERT_EQ(progress.has_value(), cooked > 0 || is_ready);
      if (!progress) continue;
      const float share = is_ready ? 1.0F : static_cast<float>(cooked) / static_cast<float>(steps);
      EXPECT_NEAR(progress->b.y, kernels::pi * share, 1e-5F);
      (is_ready ? ready : cooking) += 1;
    }
  });
  EXPECT_GT(cooking, 20);
  EXPECT_GT(ready, 20);
}

TEST(KitchenDrawing, TakesABoundedNumberOfShapes) {
  DrawnKitchens kitchens(false);
  kitchens.play(20, [&](const View& world, const starling::Canvas& canvas) {
    const int entities = house_of(world).width * house_of(world).height + world.count<Player>() +
                         world.count<Thing>();
    EXPECT_LT(tests::count_shapes(canvas), static_cast<std::size_t>(22 * entities + 4));
  });
}

TEST(KitchenDrawing, DrawsWhateverComponentsSay) {
  DrawnKitchens kitchens(true);
  std::mt19937 random(1);
  std::size_t most = 0;
  const auto column =
      static_cast<std::size_t>(kitchens.worlds.environment.description.column_of("Address", 0));
  for (std::int64_t index = 0; index < 200; ++index) {
    const std::int64_t which = index % kitchens.worlds.simulator.settings().worlds;
    WorldSnapshot snapshot = kitchens.worlds.snapshot(which);
    const View world(snapshot, kitchens.worlds.environment);
    const std::size_t address = snapshot.begins[column];
    const std::vector<std::byte> kept(
        snapshot.bytes.begin() + static_cast<long>(address),
        snapshot.bytes.begin() + static_cast<long>(address) + sizeof(Address));
    tests::fill_with_noise(snapshot, random);
    // every other time the kitchen stays one of the run's, so that it is drawn
    const bool is_known = index % 2 == 0;
    if (is_known)
      std::copy(kept.begin(), kept.end(), snapshot.bytes.begin() + static_cast<long>(address));
    const int agents = world.count<Player>();
    most = std::max(most, tests::count_shapes(kitchens.worlds.draw(snapshot)));
    for (int agent = -1; agent <= agents; ++agent)
      most = std::max(most, tests::count_shapes(kitchens.worlds.draw_agent(snapshot, {agent, {}})));
    EXPECT_EQ(tests::count_shapes(kitchens.worlds.draw(snapshot)) > 0, is_known);
  }
  EXPECT_LT(most, 10000U);
}

TEST(KitchenDrawing, AltersNothing) {
  DrawnKitchens kitchens(true);
  Simulator undrawn(kitchens.worlds.simulator.settings());
  for (int step = 0; step < 20; ++step) {
    kitchens.worlds.simulator.step();
    undrawn.step();
    const WorldSnapshot before = kitchens.worlds.snapshot(0);
    kitchens.worlds.draw(before);
    kitchens.worlds.draw_agent(before, {});
    EXPECT_EQ(kitchens.worlds.snapshot(0).bytes, before.bytes);
  }
  EXPECT_EQ(kitchens.worlds.simulator.state_hash(), undrawn.state_hash());
}

}  // namespace
}  // namespace starling::envs::overcooked
