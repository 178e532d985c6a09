/// Barriers around the nodes that look at many rows stand exactly where the hazards are.
#include <gtest/gtest.h>

#include "tests/support/parts.hpp"
#include "tests/support/schedule_text.hpp"

namespace starling::tests {
namespace {

using namespace parts;

struct Bird : Archetype<Position, Speed> {};
struct Stone : Archetype<Position, Weight> {};
struct Cell : Archetype<RangeOf<Bird>> {};
struct Touch {
  Entity entity;
};
struct Contact : Archetype<Touch> {};

struct Heaviest {
  float kg = 0.0F;
};

struct Meadow {
  static constexpr auto name = "meadow";
  using World = Singletons<Wind, Total, Heaviest>;
  using Archetypes =
      TypeList<UpTo<Bird, 40>, PerWorld<Stone, 3>, PerWorld<Cell, 9>, Temporary<Contact, 100>>;
  using Step = TaskGraph<Each<move>>;
  using Outputs = TypeList<>;
};

STARLING_FN Heaviest weight_of(const Weight& weight) {
  return {weight.kg};
}
STARLING_FN Heaviest heavier(const Heaviest& a, const Heaviest& b) {
  return {a.kg > b.kg ? a.kg : b.kg};
}
STARLING_FN void sink(const Heaviest& heaviest, Weight& weight) {
  weight.kg -= heaviest.kg;
}
STARLING_FN std::uint32_t place_of(const Position& position) {
  return static_cast<std::uint32_t>(position.x_m);
}
STARLING_FN void count_cells(Rows<const RangeOf<Bird>> cells, Speed& speed) {
  speed.x_mps = static_cast<float>(cells[0].count);
}
STARLING_FN void touch(Entity self, const Position& own, Other<const Position> other,
                       Commands<Contact> contacts) {
  if (own.x_m == other->x_m) contacts.spawn(Touch{self});
}
STARLING_FN void hear(Rows<const Touch> touches, Weight& weight) {
  weight.kg += static_cast<float>(touches.size());
}
STARLING_FN void survey(Team team, Rows<const Position> birds, Weight& weight) {
  weight.kg = birds[static_cast<RowIndex>(team.size() - team.size())].x_m;
}

STARLING_FN void jostle(TeamOf<8> team, Rows<const Position> all, Rows<Weight> weights) {
  if (team.rank() == 0) weights.set(0, {all[0].x_m});
}

template <class... Nodes>
std::string schedule() {
  return schedule_text<Meadow, TaskGraph<Nodes...>>();
}

TEST(RowNodes, ReduceWaitsForWritersAndIsWaitedFor) {
  using Weigh = Reduce<weight_of, heavier>;
  EXPECT_EQ((schedule<Each<weigh>, Weigh, Each<sink>>()), "[weigh] | [weight_of] | [sink]");
  EXPECT_EQ((schedule<Each<move>, Weigh, EachWorld<blow>>()), "[move] | [weight_of] [blow]");
}

TEST(RowNodes, ReduceIsAStageOfItsOwn) {
  using Weigh = Reduce<weight_of, heavier>;
  EXPECT_EQ((schedule<EachWorld<lean>, When<is_windy, Weigh>>()), "| [lean] | [weight_of]");
}

TEST(RowNodes, SortByWaitsForAllThatTouchesItsRows) {
  using Sort = SortBy<Bird, place_of>;
  EXPECT_EQ((schedule<Each<move>, Sort, Each<move>>()), "[move] | [place_of] | [move]");
  EXPECT_EQ((schedule<Each<weigh>, Sort, Each<weigh>>()), "[weigh] | [place_of] [weigh]");
  EXPECT_EQ((schedule<Sort, Each<count_cells>>()), "| [place_of] | [count_cells]");
}

TEST(RowNodes, EachPairReadsTheOtherRowsOfOthers) {
  EXPECT_EQ((schedule<Each<settle>, EachPair<touch>>()), "| [settle] | [touch]");
  EXPECT_EQ((schedule<Each<weigh>, EachPair<touch>>()), "[weigh] [touch]");
  EXPECT_EQ((schedule<EachPair<touch>, Each<settle>>()), "| [touch] | [settle]");
}

TEST(RowNodes, EachPairCommandsForTheNextCommit) {
  EXPECT_EQ((schedule<EachPair<touch>, Commit, Each<hear>>()), "[touch] | [commit] | [hear]");
}

TEST(RowNodes, EachTeamWritesRowsThatOthersOwn) {
  EXPECT_EQ((schedule<Each<move>, EachTeam<survey>, Each<weigh>>()), "[move] | [survey] | [weigh]");
}

TEST(RowNodes, EachWorldTeamTouchesRowsThatOthersOwn) {
  EXPECT_EQ((schedule<Each<move>, EachWorldTeam<jostle>, Each<weigh>>()),
            "[move] | [jostle] | [weigh]");
}

}  // namespace
}  // namespace starling::tests
