/// What a group of lanes holds in registers, what it shows to its lanes, and when.
#include "engine/group_plan.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "tests/support/parts.hpp"
#include "tests/support/schedule_text.hpp"

namespace starling::tests {
namespace {

using namespace parts;

struct View {
  std::array<float, 16> x_m{};
};

STARLING_FN void put_back(Position& position) {
  position.x_m = 0.0F;
}
STARLING_FN void follow(Rows<const Position> others, Weight& weight) {
  weight.kg = others[0].x_m;
}
STARLING_FN void look(const Position& position, View& view) {
  view.x_m[0] = position.x_m;
}
struct Bird : Archetype<Position, Speed, View> {};
struct Stone : Archetype<Position, Weight> {};
struct Lighthouse : Archetype<Position, Weight> {};

/// Six birds, one lighthouse and three stones.
struct Coast {
  static constexpr auto name = "coast";
  using World = Singletons<Wind>;
  using Archetypes = TypeList<PerWorld<Bird, 6>, Lighthouse, PerWorld<Stone, 3>>;
  using Step = TaskGraph<Each<move>>;
  using Outputs = TypeList<View>;
};

using S = detail::Schema<Coast>;
using FourLanes = detail::Deal<Coast, 4, false>;

constexpr int bird = 1;
constexpr int lighthouse = 2;
constexpr int stone = 3;

template <class... Nodes>
using PlanOf = detail::GroupPlan<detail::Program<Coast, TaskGraph<Nodes...>, true>, FourLanes>;

/// Whether the token publishes T of a table.
template <class T, int table, class Plan>
bool publishes(const Plan& plan, int token) {
  return plan.publish[static_cast<std::size_t>(token)].has(S::template column_in<T>(table));
}

TEST(Deal, NumbersTheRowsOfLongTablesThrough) {
  EXPECT_EQ(FourLanes::dealt_rows, 9);
  EXPECT_EQ(FourLanes::slots, 3);
  EXPECT_EQ(FourLanes::first_row(bird), 0);
  EXPECT_EQ(FourLanes::first_row(stone), 6);
  EXPECT_EQ(FourLanes::worlds_a_warp, 8);
}

TEST(Deal, KnowsWhichTablesASlotCanHold) {
  EXPECT_TRUE(FourLanes::fills_slot(bird, 0));
  EXPECT_FALSE(FourLanes::is_in_slot(stone, 0));
  EXPECT_TRUE(FourLanes::is_in_slot(bird, 1));  // rows 4 and 5 are birds, 6 and 7 stones
  EXPECT_TRUE(FourLanes::is_in_slot(stone, 1));
  EXPECT_FALSE(FourLanes::fills_slot(stone, 1));
  EXPECT_FALSE(FourLanes::is_in_slot(bird, 2));
}

TEST(Deal, LeavesTheRowsOfShortTablesToEveryLane) {
  EXPECT_FALSE(FourLanes::is_dealt(0));
  EXPECT_FALSE(FourLanes::is_dealt(lighthouse));
  EXPECT_EQ(FourLanes::published_row(lighthouse), 12);  // behind three slots of four
  EXPECT_EQ(FourLanes::published_rows(), 13);
}

TEST(Deal, SharesACellAmongArchetypesThatShareAComponent) {
  EXPECT_EQ(FourLanes::cell_of(S::column_in<Position>(stone)), S::column_in<Position>(bird));
  EXPECT_EQ(FourLanes::cell_of(S::column_in<Weight>(stone)), S::column_in<Weight>(stone));
  EXPECT_EQ(FourLanes::cell_of(S::column_in<Position>(lighthouse)),
            S::column_in<Position>(lighthouse));
}

TEST(GroupPlan, PublishesWhatWasWrittenJustBeforeItsReader) {
  constexpr auto plan = PlanOf<Each<move>, Each<weigh>, Each<avoid>>::make();
  EXPECT_TRUE((publishes<Position, bird>(plan, 2)));
  EXPECT_FALSE((publishes<Position, stone>(plan, 2)));  // nobody moves a stone
  EXPECT_TRUE(plan.publish[0].empty());
  EXPECT_TRUE(plan.publish[1].empty());
}

TEST(GroupPlan, PublishesNothingTwice) {
  constexpr auto plan = PlanOf<Each<move>, Each<avoid>, Each<follow>>::make();
  EXPECT_TRUE((publishes<Position, bird>(plan, 1)));
  EXPECT_TRUE(plan.publish[2].empty());
}

TEST(GroupPlan, PublishesInALoopWhatItsBodyWrites) {
  constexpr auto plan = PlanOf<Repeat<3, Each<avoid>, Each<move>>>::make();
  EXPECT_TRUE((publishes<Position, bird>(plan, 1)));
}

TEST(GroupPlan, PublishesAfterAMaskedRunWhatTheRunMayHaveWritten) {
  constexpr auto plan = PlanOf<When<is_windy, Each<put_back>>, Each<avoid>>::make();
  EXPECT_TRUE((publishes<Position, bird>(plan, 1)));
  EXPECT_TRUE((publishes<Position, stone>(plan, 1)));
  EXPECT_TRUE((publishes<Position, lighthouse>(plan, 1)));
}

TEST(GroupPlan, DoesNotTrustWhatAMaskedRunPublished) {
  constexpr auto plan = PlanOf<Each<move>, When<is_windy, Each<avoid>>, Each<follow>>::make();
  EXPECT_TRUE((publishes<Position, bird>(plan, 1)));
  EXPECT_TRUE((publishes<Position, bird>(plan, 2)));  // the run may have been left out
}

TEST(GroupPlan, LeavesWideExportsInMemory) {
  constexpr auto plan = PlanOf<Clear<View>, Each<look>>::make();
  EXPECT_FALSE(plan.held.all.has(S::column_in<View>(bird)));
  EXPECT_TRUE(plan.held.all.has(S::column_in<Position>(bird)));
}

TEST(GroupPlan, LeavesToTheNextLeafTheClearingOfAWideExport) {
  using Plan = PlanOf<Clear<View>, Each<look>, When<is_windy, Each<look>>>;
  const int view = S::column_in<View>(bird);
  EXPECT_TRUE(Plan::is_left_to_next(0, view));
  EXPECT_TRUE(Plan::starts_cleared(1, view));
  EXPECT_FALSE(Plan::starts_cleared(2, view));
  using Masked = PlanOf<Clear<View>, When<is_windy, Each<look>>>;
  EXPECT_FALSE(Masked::is_left_to_next(0, view));  // the rows left out want their T{}
}

TEST(GroupPlan, LeavesInMemoryWhatMaskedWorkAloneTouchesInDealtRows) {
  constexpr auto plan = PlanOf<Each<move>, When<is_windy, Each<weigh>>>::make();
  EXPECT_FALSE(plan.held.all.has(S::column_in<Weight>(stone)));
  EXPECT_TRUE(plan.held.all.has(S::column_in<Weight>(lighthouse)));  // a world's own is held
  EXPECT_TRUE(plan.held.all.has(S::column_in<Wind>(0)));
}

TEST(GroupPlan, StoresNoColumnThatIsOnlyRead) {
  constexpr auto plan = PlanOf<Each<move>>::make();
  EXPECT_TRUE(plan.held.load.has(S::column_in<Speed>(bird)));
  EXPECT_FALSE(plan.held.store.has(S::column_in<Speed>(bird)));
  EXPECT_TRUE(plan.held.store.has(S::column_in<Position>(bird)));
}

}  // namespace
}  // namespace starling::tests
