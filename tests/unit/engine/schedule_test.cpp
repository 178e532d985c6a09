/// Stages and barriers stand exactly where the hazards are.
#include <gtest/gtest.h>

#include "envs/cartpole/cartpole.hpp"
#include "tests/support/environments/herd.hpp"
#include "tests/support/parts.hpp"
#include "tests/support/schedule_text.hpp"

namespace starling::tests {
namespace {

using namespace parts;

struct Bird : Archetype<Position, Speed> {};
struct Stone : Archetype<Position, Weight> {};

struct Two {
  static constexpr auto name = "two";
  using World = Singletons<Wind, Total>;
  using Archetypes = TypeList<PerWorld<Bird, 4>, PerWorld<Stone, 3>>;
  using Step = TaskGraph<Each<move>>;
  using Outputs = TypeList<>;
};

template <class... Nodes>
std::string schedule() {
  return schedule_text<Two, TaskGraph<Nodes...>>();
}

TEST(Schedule, FusesNeighboursOverTheSameRows) {
  EXPECT_EQ((schedule<Each<drag>, Each<move>>()), "[drag move]");
}

TEST(Schedule, OwnRowsOfOtherArchetypesNeedNoBarrier) {
  // settle runs over birds and stones, move over birds alone: other rows, same owners
  EXPECT_EQ((schedule<Each<move>, Each<settle>, Each<weigh>>()), "[move] [settle] [weigh]");
}

TEST(Schedule, ReadingOtherRowsWaitsForTheirWriters) {
  EXPECT_EQ((schedule<Each<move>, Each<avoid>>()), "| [move] | [avoid]");
}

TEST(Schedule, WritingWaitsForTheReadersOfOtherRows) {
  EXPECT_EQ((schedule<Each<avoid>, Each<move>>()), "| [avoid] | [move]");
}

TEST(Schedule, RowsWaitsForWritersOfEveryArchetype) {
  EXPECT_EQ((schedule<Each<settle>, Each<avoid>>()), "| [settle] | [avoid]");
  EXPECT_EQ((schedule<Each<weigh>, Each<avoid>>()), "[weigh] [avoid]");
}

TEST(Schedule, SingletonsArePublishedByABarrier) {
  EXPECT_EQ((schedule<EachWorld<blow>, Each<drift>>()), "| [blow] | [drift]");
  EXPECT_EQ((schedule<Each<drift>, Each<move>>()), "[drift move]");
}

TEST(Schedule, WorldSystemsFuse) {
  EXPECT_EQ((schedule<EachWorld<blow>, EachWorld<lean>>()), "[blow lean]");
}

TEST(Schedule, WorldSystemsReadRowsAfterABarrier) {
  EXPECT_EQ((schedule<Each<weigh>, EachWorld<add_up>, EachWorld<lean>>()),
            "| [weigh] | [add_up lean]");
}

TEST(Schedule, ABarrierServesAllThatFollows) {
  // the barrier before drift also publishes what move wrote
  EXPECT_EQ((schedule<Each<move>, EachWorld<blow>, Each<drift>, Each<avoid>>()),
            "| [move] [blow] | [drift avoid]");
}

TEST(Schedule, LoopsOverOwnRowsJoinTheirStage) {
  EXPECT_EQ((schedule<Each<drag>, Repeat<4, Each<drag>, Each<move>>, Each<move>>()),
            "[drag 4x( drag move) move]");
}

TEST(Schedule, LoopsWithHazardsAreWalked) {
  EXPECT_EQ((schedule<Repeat<4, Each<avoid>, Each<move>>>()), "4x( | [avoid] | [move])");
}

TEST(Schedule, ALoopsEndMeetsItsBeginning) {
  // one pass through the body needs a barrier before move alone, but the second turn's avoid reads
  // what move wrote in the first; what weigh wrote is published by the barrier before move
  EXPECT_EQ((schedule<Repeat<2, Each<avoid>, Each<weigh>, Each<move>>, EachWorld<add_up>>()),
            "2x( | [avoid] [weigh] | [move]) [add_up]");
}

TEST(Schedule, GraphsNest) {
  using Inner = TaskGraph<Each<drag>, TaskGraph<Each<move>>>;
  EXPECT_EQ((schedule<TaskGraph<Inner, Repeat<2, Repeat<3, Inner>>>>()),
            "[drag move 2x( 3x( drag move))]");
}

TEST(Schedule, MaskedSystemsStayInTheStage) {
  EXPECT_EQ((schedule<Each<drag>, When<is_fast, Each<move>>, Each<move>>()), "[drag move move]");
}

TEST(Schedule, MasksAreReadsToo) {
  EXPECT_EQ((schedule<EachWorld<blow>, When<is_windy, Each<move>>>()), "| [blow] | [move]");
}

TEST(Schedule, EveryStepFollowsAnother) {
  // the steps of a launch are a loop: the next step's drift waits for this step's blow
  EXPECT_EQ((schedule<Each<drift>, EachWorld<blow>>()), "| [drift] | [blow]");
}

TEST(Schedule, UnfusedIsAPassAndABarrierASystem) {
  using Graph = TaskGraph<Each<drag>, Repeat<2, Each<move>>>;
  EXPECT_EQ((schedule_text<Two, Graph, false>()), "| [drag] 2x( | [move])");
}

TEST(Schedule, CountsBarriersAsOftenAsTheyRun) {
  using Tokens = detail::Flatten<TaskGraph<Repeat<4, Each<avoid>, Each<move>>>>;
  constexpr auto plan = detail::PlanOf<Two, Tokens>::make(true);
  EXPECT_EQ(plan.stages, 2);
  EXPECT_EQ(plan.barriers, 8);
}

TEST(Schedule, CartPoleIsOneStage) {
  using Rollout = detail::ProgramOf<envs::cartpole::CartPole, ProgramKind::Rollout, true>;
  static_assert(Rollout::access(Rollout::plan.first_leaf(0)).world_space);
  EXPECT_EQ(Rollout::plan.stages, 1);
  EXPECT_EQ(Rollout::plan.barriers, 0);
}

TEST(Schedule, TheHerdSynchronisesWhereRowsMeet) {
  EXPECT_EQ((schedule_text<herd::Herd, herd::Herd::Step>()),
            "| [blow] [steer] 3x( | [repel accelerate] | [move] [count_substep]) "
            "| [find_centre judge] | [earn] [forget_endings tick] [look add_to_return] "
            "| [keep close_tally] | [count_ending begin_episode] | [scatter] [halt] | [look]");
}

}  // namespace
}  // namespace starling::tests
