// What a player's tokens are of is marked, and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "envs/overcooked/draw.hpp"
#include "tests/support/drawn_kitchens.hpp"

namespace starling::envs::overcooked {
namespace {

using tests::DrawnKitchens;
using View = WorldView<Overcooked>;
using Subjects = std::set<std::pair<int, int>>;

std::pair<int, int> key(Subject subject) {
  return {subject.table, subject.row};
}

/// The square that a token shows, from its offset to a player.
template <class Tokens>
Place place_of(const View& world, int player, int token) {
  const auto floats = world.strip<Onlooker, Tokens>(player);
  const Body body = world.rows<Player, Body>()[static_cast<std::size_t>(player)];
  const auto at = static_cast<std::size_t>(token * Tokens::features);
  return {body.x + static_cast<int>(std::lround(8.0F * floats[at])),
          body.y + static_cast<int>(std::lround(8.0F * floats[at + 1]))};
}

int thing_at(const View& world, Place place) {
  const auto spots = world.rows<Thing, Spot>();
  for (std::size_t row = 0; row < spots.size(); ++row) {
    if (spots[row].holder == Spot::nobody && spots[row].x == place.x && spots[row].y == place.y)
      return static_cast<int>(row);
  }
  return -1;
}

/// By what the tokens themselves say.
Subjects observed_by(const View& world, int player) {
  Subjects observed;
  const auto mask = world.strip<Onlooker, TokenMask>(player);
  const Rules& rules = world.rules();
  const House& house =
      world.shared<House>()[static_cast<std::size_t>(world.singleton<Address>().kitchen)];
  for (int token = 0; token < rules.tokens; ++token) {
    if (mask[static_cast<std::size_t>(token)] == 0) continue;
    const int station = token - rules.players;
    const int thing = station - rules.station_tokens;
    if (token == 0) {
      observed.insert(key(View::subject<Player>(player)));
    } else if (station < 0) {
      const Place place = place_of<CookTokens>(world, player, token - 1);
      for (int other = 0; other < house.players; ++other) {
        const Body body = world.rows<Player, Body>()[static_cast<std::size_t>(other)];
        if (body.x == place.x && body.y == place.y)
          observed.insert(key(View::subject<Player>(other)));
      }
    } else if (thing < 0) {
      const Place place = place_of<StationTokens>(world, player, station);
      observed.insert(key(View::subject<Square>(place.y * house.width + place.x)));
    } else {
      const Place place = place_of<ThingTokens>(world, player, thing);
      observed.insert(key(View::subject<Thing>(thing_at(world, place))));
    }
  }
  return observed;
}

Subjects marked_on(const starling::Canvas& canvas) {
  Subjects marked;
  for (const FlatShape& shape : canvas.flat_shapes())
    marked.insert(key(shape.subject));
  return marked;
}

TEST(KitchenSight, MarksWhatThePresentTokensAreOf) {
  DrawnKitchens kitchens(true);
  std::size_t things = 0;
  for (int step = 0; step < 120; ++step) {
    kitchens.worlds.simulator.step();
    if (step % 10 != 0) continue;
    for (const WorldSnapshot& snapshot : kitchens.worlds.simulator.snapshot(0, 11)) {
      const View world(snapshot, kitchens.worlds.environment);
      for (int player = 0; player < world.count<Player>(); ++player) {
        const starling::Canvas canvas = kitchens.worlds.draw_agent(snapshot, {player, {}});
        const Subjects marked = marked_on(canvas);
        if (world.rows<Player, Body>()[static_cast<std::size_t>(player)].present == 0) {
          EXPECT_TRUE(marked.empty());
          continue;
        }
        EXPECT_EQ(marked, observed_by(world, player));
        for (const auto& [table, row] : marked)
          things += table == View::subject<Thing>(0).table ? 1 : 0;
      }
    }
  }
  EXPECT_GT(things, 100U);
}

TEST(KitchenSight, MarksWhatIsAttendedToMoreStronger) {
  DrawnKitchens kitchens(true);
  const WorldSnapshot snapshot = kitchens.worlds.snapshot(0);
  const View world(snapshot, kitchens.worlds.environment);
  const int first_station = world.rules().players;
  std::vector<float> attention(static_cast<std::size_t>(world.rules().tokens), 0.01F);
  attention[static_cast<std::size_t>(first_station)] = 0.5F;
  const starling::Canvas canvas = kitchens.worlds.draw_agent(snapshot, {0, attention});
  const House house = world.shared<House>().front();
  const Station station = world.shared<Station>()[static_cast<std::size_t>(house.first_station)];
  const Subject strongest = View::subject<Square>(station.y * house.width + station.x);
  std::map<bool, float> most;
  for (const FlatShape& shape : canvas.flat_shapes()) {
    if (shape.edge.stroke == 0.0F) continue;
    float& alpha = most[shape.subject == strongest];
    alpha = std::max(alpha, shape.color.alpha);
  }
  EXPECT_FLOAT_EQ(most[true], 1.0F);
  EXPECT_LT(most[false], 0.3F);
}

/// The greatest alpha of a ring of the subject.
float strength_of(const starling::Canvas& canvas, Subject subject) {
  float most = 0.0F;
  for (const FlatShape& shape : canvas.flat_shapes()) {
    if (shape.subject == subject && shape.edge.stroke > 0.0F)
      most = std::max(most, shape.color.alpha);
  }
  return most;
}

TEST(KitchenSight, ACooksTokenIsOfTheCookAtItsOffset) {
  DrawnKitchens kitchens(true);
  int cooks = 0;
  for (const WorldSnapshot& snapshot : kitchens.worlds.simulator.snapshot(0, 11)) {
    const View world(snapshot, kitchens.worlds.environment);
    const auto bodies = world.rows<Player, Body>();
    for (int player = 0; player < world.count<Player>(); ++player) {
      for (int token = 1; token < world.rules().players; ++token) {
        if (world.strip<Onlooker, TokenMask>(player)[static_cast<std::size_t>(token)] == 0)
          continue;
        std::vector<float> attention(static_cast<std::size_t>(world.rules().tokens));
        attention[static_cast<std::size_t>(token)] = 1.0F;
        const starling::Canvas canvas = kitchens.worlds.draw_agent(snapshot, {player, attention});
        const Place place = place_of<CookTokens>(world, player, token - 1);
        for (int other = 0; other < world.count<Player>(); ++other) {
          const Body body = bodies[static_cast<std::size_t>(other)];
          if (body.present == 0) continue;
          const bool is_of_token = body.x == place.x && body.y == place.y;
          EXPECT_EQ(strength_of(canvas, View::subject<Player>(other)) == 1.0F, is_of_token);
          ++cooks;
        }
      }
    }
  }
  EXPECT_GT(cooks, 20);
}

TEST(KitchenSight, MarksNothingWherePlayersSeeNoTokens) {
  DrawnKitchens kitchens(false);
  const WorldSnapshot snapshot = kitchens.worlds.snapshot(0);
  for (int agent = -1; agent < 9; ++agent)
    EXPECT_EQ(tests::count_shapes(kitchens.worlds.draw_agent(snapshot, {agent, {}})), 0U);
}

}  // namespace
}  // namespace starling::envs::overcooked
