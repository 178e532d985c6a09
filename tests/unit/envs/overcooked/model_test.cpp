/// The plain model of Overcooked where golden data says little: collisions of many, bonuses,
/// shaping and the clock in its corners, and planes for any number of players.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "tests/support/overcooked_golden.hpp"
#include "tests/support/overcooked_model.hpp"
#include "tests/support/overcooked_planes.hpp"
#include "tests/support/overcooked_text.hpp"

namespace starling::tests::overcooked {
namespace {

/// A world of a kitchen text, stepped by letters.
struct Game {
  Kitchen kitchen;
  World world;

  explicit Game(const std::string& text)
      : kitchen(envs::overcooked::parse_kitchen(text, "test")), world(start(kitchen)) {}

  Rewards act(const std::string& letters) {
    return step(kitchen, world, detail::read_actions(letters));
  }
  std::string state() const { return to_text(kitchen, world); }
};

TEST(OvercookedMoves, LeaveEverybodyWhereTwoShareATarget) {
  Game game("grid\n1.2.3.\n");
  game.act("EWE");
  EXPECT_EQ(game.state(), "0,0,E,-;2,0,W,-;4,0,E,-|");
}

TEST(OvercookedMoves, LeaveEverybodyWhereTwoSwap) {
  Game game("grid\n12.3.\n");
  game.act("EWE");
  EXPECT_EQ(game.state(), "0,0,E,-;1,0,W,-;3,0,E,-|");
}

TEST(OvercookedMoves, LeaveEverybodyWhereOneWalksIntoAPlayerThatStays) {
  Game game("grid\n12.3.\n");
  game.act("E.E");
  EXPECT_EQ(game.state(), "0,0,E,-;1,0,N,-;3,0,E,-|");
}

TEST(OvercookedMoves, FollowOneAnotherAndGoAround) {
  Game row("grid\n12.\n");
  row.act("EE");
  EXPECT_EQ(row.state(), "1,0,E,-;2,0,E,-|");
  Game ring("grid\n12\n43\n");
  ring.act("ESWN");
  EXPECT_EQ(ring.state(), "1,0,E,-;1,1,S,-;0,1,W,-;0,0,N,-|");
}

TEST(OvercookedMoves, StopAtTheEdgeOfTheGrid) {
  Game game("start_held 1 dish\ngrid\n1\n");
  for (const char* letter : {"N", "E", "S", "W", "*"})
    game.act(letter);
  EXPECT_EQ(game.state(), "0,0,W,dish|");
}

TEST(OvercookedInteractions, SeeWhatPlayersOfLowerIndexDid) {
  Game given("start_held 1 onion\ngrid\n...\n1X2\n");
  given.act("EW");
  given.act("**");
  EXPECT_EQ(given.state(), "0,1,E,-;2,1,W,onion|");
  Game taken("start_held 2 onion\ngrid\n...\n1X2\n");
  taken.act("EW");
  taken.act("**");
  EXPECT_EQ(taken.state(), "0,1,E,-;2,1,W,-|1,1:onion");
}

TEST(OvercookedCooking, TicksOnTheStepThatStartsIt) {
  Game game("start_object 0,0 soup(o,i)\ngrid\nP\n1\n");
  game.act("*");
  EXPECT_EQ(game.state(), "0,1,N,-|0,0:soup(o,c1)");
}

TEST(OvercookedCooking, StartsByItselfUnderOldDynamicsAlone) {
  const std::string kitchen = "start_object 0,0 soup(oot,i)\ngrid\nP\n1\n";
  Game old("dynamics old\n" + kitchen);
  old.act(".");
  EXPECT_EQ(old.state(), "0,1,N,-|0,0:soup(oot,c1)");
  Game game(kitchen);
  game.act(".");
  EXPECT_EQ(game.state(), "0,1,N,-|0,0:soup(oot,i)");
}

TEST(OvercookedCooking, IsNotStartedByAHandUnderOldDynamics) {
  Game game("dynamics old\nstart_object 0,0 soup(oo,i)\ngrid\nP\n1\n");
  game.act("*");
  EXPECT_EQ(game.state(), "0,1,N,-|0,0:soup(oo,i)");
}

TEST(OvercookedCooking, StopsWhenItIsReady) {
  Game game("recipe o time 2\nstart_object 0,0 soup(o,c0)\ngrid\nP\n1\n");
  for (int steps = 0; steps < 5; ++steps)
    game.act(".");
  EXPECT_EQ(game.state(), "0,1,N,-|0,0:soup(o,r)");
  EXPECT_EQ(game.world.objects[0].cooked_steps, 2);
}

double served(const std::string& lines) {
  return Game(lines + "start_held 1 soup(ot,r)\ngrid\nS\n1\n").act("*").sparse[0];
}

TEST(OvercookedServing, PaysTheValueTheBonusOrNothing) {
  EXPECT_EQ(served("recipe ot value 7\n"), 7);
  EXPECT_EQ(served("recipe ot value 7\nbonus_orders ot\norder_bonus 1.5\n"), 10.5);
  EXPECT_EQ(served("bonus_orders ot\norder_bonus inf\n"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(served("orders o t\n"), 0);
}

/// What the first player is paid for a dish, in a kitchen with three pots and a counter.
double dish_reward(const std::string& lines, const std::string& players = "12",
                   const std::string& actions = "*.") {
  return Game(lines + "grid\nDD.\n" + players + ".\nPPP\nXXX\n").act(actions).shaped[0];
}

TEST(OvercookedShaping, PaysADishWhileAPotWantsOne) {
  EXPECT_EQ(dish_reward(""), 0);
  EXPECT_EQ(dish_reward("start_object 0,2 soup(o,i)\n"), 3);
  EXPECT_EQ(dish_reward("start_object 0,2 soup(ooo,i)\n"), 0);
  EXPECT_EQ(dish_reward("start_object 0,2 soup(ooo,c3)\n"), 3);
  EXPECT_EQ(dish_reward("start_object 0,2 soup(ooo,r)\n"), 3);
  EXPECT_EQ(dish_reward("start_object 0,2 soup(o,i)\nstart_held 2 dish\n"), 0);
  EXPECT_EQ(dish_reward("start_object 0,2 soup(o,i)\nstart_object 1,2 soup(o,i)\n"
                        "start_held 2 dish\n"),
            3);
  EXPECT_EQ(dish_reward("start_object 0,2 soup(o,i)\nstart_object 0,3 dish\n"), 0);
}

TEST(OvercookedShaping, PaysADishToTwoPlayersAlone) {
  EXPECT_EQ(dish_reward("start_object 0,2 soup(o,i)\n", "1.", "*"), 0);
  Game three("start_object 0,2 soup(o,i)\ngrid\nDDD\n123\nPPP\n");
  EXPECT_EQ(three.act("*..").shaped[0], 0);
}

TEST(OvercookedShaping, CountsDishesAfterPlayersOfLowerIndexAndPotsBeforeAnybody) {
  Game dishes("start_object 0,2 soup(o,i)\ngrid\nDD\n12\nPX\n");
  EXPECT_EQ(dishes.act("**").shaped, (std::vector<double>{3, 0}));
  Game pots("start_held 1 onion\ngrid\nPD\n12\n");
  EXPECT_EQ(pots.act("**").shaped, (std::vector<double>{3, 0}));
}

std::uint8_t plane_at(const Game& game, std::size_t observer, Others others, Cell cell, int plane) {
  const int players = static_cast<int>(game.world.players.size());
  const int count = plane_count(players, others);
  const auto planes = planes_of(game.kitchen, game.world, observer, others);
  EXPECT_EQ(planes.size(), game.kitchen.terrain.size() * static_cast<std::size_t>(count));
  const int at = (cell.x * game.kitchen.height + cell.y) * count + plane;
  return planes.at(static_cast<std::size_t>(at));
}

TEST(OvercookedPlanes, AreFiveAPlayerAndSixteen) {
  EXPECT_EQ(plane_count(1, Others::Apart), 21);
  EXPECT_EQ(plane_count(2, Others::Apart), 26);
  EXPECT_EQ(plane_count(30, Others::Apart), 166);
  EXPECT_EQ(plane_count(1, Others::Merged), 26);
  EXPECT_EQ(plane_count(30, Others::Merged), 26);
}

TEST(OvercookedPlanes, ShowTheObserverFirstAndTheOthersByIndex) {
  Game game("grid\n1.2.3\n");
  game.act("S.W");
  for (const auto& [cell, place, facing] :
       {std::tuple{Cell{2, 0}, 0, 3}, {{0, 0}, 1, 7 + 1}, {{3, 0}, 2, 11 + 3}}) {
    EXPECT_EQ(plane_at(game, 1, Others::Apart, cell, place), 1) << cell.x;
    EXPECT_EQ(plane_at(game, 1, Others::Apart, cell, facing), 1) << cell.x;
  }
}

TEST(OvercookedPlanes, ShowAllOthersAsOneWhereMerged) {
  Game game("grid\n1.2.3\n");
  game.act("S.W");
  for (const auto& [cell, place, facing] :
       {std::tuple{Cell{2, 0}, 0, 2}, {{0, 0}, 1, 6 + 1}, {{3, 0}, 1, 6 + 3}}) {
    EXPECT_EQ(plane_at(game, 1, Others::Merged, cell, place), 1) << cell.x;
    EXPECT_EQ(plane_at(game, 1, Others::Merged, cell, facing), 1) << cell.x;
  }
}

TEST(OvercookedPlanes, ShowAHeldSoupAtItsHolderAndALongCookingTimeAs255) {
  Game game(
      "recipe o time 300\nstart_object 0,0 soup(o,c0)\nstart_held 1 soup(ott,r)\n"
      "grid\nP\n1\n");
  const auto shown = [&](Cell cell, Plane plane) {
    return plane_at(game, 0, Others::Merged, cell, 10 + static_cast<int>(plane));
  };
  EXPECT_EQ(shown({0, 0}, Plane::CookStepsLeft), 255);
  EXPECT_EQ(shown({0, 1}, Plane::OnionsInSoup), 1);
  EXPECT_EQ(shown({0, 1}, Plane::TomatoesInSoup), 2);
  EXPECT_EQ(shown({0, 1}, Plane::SoupReady), 1);
}

TEST(OvercookedPlanes, ShowHurryInTheLastStepsOfAnyHorizon) {
  Game game("horizon 42\ngrid\n1\n");
  const int last = plane_count(1, Others::Apart) - 1;
  for (int steps = 0; steps < 3; ++steps, game.act("."))
    EXPECT_EQ(plane_at(game, 0, Others::Apart, {0, 0}, last), 0);
  EXPECT_EQ(plane_at(game, 0, Others::Apart, {0, 0}, last), 1);
}

}  // namespace
}  // namespace starling::tests::overcooked
