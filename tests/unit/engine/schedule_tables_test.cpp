/// Barriers stand exactly where commands, commits, lookups and rows written by others ask for them.
#include <gtest/gtest.h>

#include "tests/support/environments/colony.hpp"
#include "tests/support/parts.hpp"
#include "tests/support/schedule_text.hpp"

namespace starling::tests {
namespace {

using namespace parts;

struct Bird : Archetype<Position, Speed> {};
struct Stone : Archetype<Position, Weight> {};
struct Call : Archetype<Total> {};

struct Growing {
  static constexpr auto name = "growing";
  using World = Singletons<Wind>;
  using Archetypes = TypeList<UpTo<Bird, 8>, PerWorld<Stone, 3>, Temporary<Call, 4>>;
  using Step = TaskGraph<Each<move>>;
  using Outputs = TypeList<>;
};

template <class... Nodes>
std::string schedule() {
  return schedule_text<Growing, TaskGraph<Nodes...>>();
}

STARLING_FN void hatch(const Speed& speed, Commands<Bird> birds) {
  birds.spawn(speed);
}
STARLING_FN void fall(const Position&, const Speed&, Entity self, Commands<Bird> birds) {
  birds.destroy(self);
}
STARLING_FN void shout(const Speed& speed, Commands<Call> calls) {
  calls.spawn(Total{speed.x_mps});
}
STARLING_FN void lean(Lookup<const Position> positions, Weight& weight) {
  weight.kg += positions.get({}).x_m;
}
STARLING_FN void listen(Rows<const Total> calls, Wind& wind) {
  wind.mps += static_cast<float>(calls.size());
}
STARLING_FN void line_up(Rows<Position> positions) {
  if (positions.size() > 0) positions.set(0, {});
}
STARLING_FN void pull(Lookup<Position> positions) {
  positions.set({}, {});
}
STARLING_FN void census(const Population<Bird>& birds, Wind& wind) {
  wind.mps = static_cast<float>(birds.rows);
}
STARLING_FN void flutter(Random& random, Speed& speed) {
  speed.x_mps = random.uniform();
}

TEST(TableSchedule, SystemsCommandSideBySide) {
  EXPECT_EQ((schedule<Each<hatch>, Each<shout>>()), "[hatch shout]");
}

TEST(TableSchedule, ACommitWaitsForCommandsAndIsWaitedFor) {
  EXPECT_EQ((schedule<Each<hatch>, Commit, Each<move>>()), "[hatch] | [commit] | [move]");
}

TEST(TableSchedule, ACommitIsAStageOfItsOwn) {
  EXPECT_EQ((schedule<Commit, Commit>()), "| [commit] | [commit]");
}

TEST(TableSchedule, ACommitMayChangeHandlesInEveryTable) {
  EXPECT_EQ((schedule<Commit, Each<weigh>>()), "| [commit] | [weigh]");
  EXPECT_EQ((schedule<Commit, EachWorld<blow>>()), "| [commit] | [blow]");
}

TEST(TableSchedule, ACommitServesAllThatFollows) {
  EXPECT_EQ((schedule<Commit, Each<move>, Each<weigh>, Each<flutter>>()),
            "| [commit] | [move] [weigh] [flutter]");
}

TEST(TableSchedule, SpawnsDoNotDisturbReadersOfTheLiving) {
  // spawned rows wait behind the living, whom avoid and lean read
  EXPECT_EQ((schedule<Each<hatch>, Each<avoid>>()), "[hatch avoid]");
  EXPECT_EQ((schedule<Each<hatch>, Each<lean>>()), "[hatch] [lean]");
  EXPECT_EQ((schedule<Each<fall>, EachWorld<census>>()), "[fall] [census]");
}

TEST(TableSchedule, CommandsReadTheirOwnRowLikeAnySystem) {
  EXPECT_EQ((schedule<Each<move>, Each<hatch>>()), "[move hatch]");
  EXPECT_EQ((schedule<EachWorld<line_up>, Each<fall>>()), "| [line_up] | [fall]");
}

TEST(TableSchedule, ClearingWaitsForSpawnsAndTheyForIt) {
  EXPECT_EQ((schedule<Each<hatch>, Clear<Speed>>()), "| [hatch] | [clear]");
  EXPECT_EQ((schedule<Each<hatch>, Clear<Weight>>()), "[hatch] [clear]");
}

TEST(TableSchedule, LookupsWaitForWritersInEveryArchetype) {
  EXPECT_EQ((schedule<Each<move>, Each<lean>>()), "| [move] | [lean]");
  EXPECT_EQ((schedule<Each<settle>, Each<lean>>()), "| [settle] | [lean]");
  EXPECT_EQ((schedule<Each<drag>, Each<lean>>()), "[drag] [lean]");
}

TEST(TableSchedule, WritersWaitForLookups) {
  EXPECT_EQ((schedule<Each<lean>, Each<move>>()), "| [lean] | [move]");
}

TEST(TableSchedule, RowsSetByTheWorldArePublishedByABarrier) {
  EXPECT_EQ((schedule<EachWorld<line_up>, Each<move>>()), "| [line_up] | [move]");
  EXPECT_EQ((schedule<Each<move>, EachWorld<line_up>>()), "| [move] | [line_up]");
  EXPECT_EQ((schedule<EachWorld<line_up>, Each<weigh>>()), "| [line_up] [weigh]");
  EXPECT_EQ((schedule<EachWorld<line_up>, Each<avoid>>()), "| [line_up] | [avoid]");
}

TEST(TableSchedule, RowsFoundByHandleAndSetAreTreatedAlike) {
  EXPECT_EQ((schedule<EachWorld<pull>, Each<move>>()), "| [pull] | [move]");
  EXPECT_EQ((schedule<EachWorld<pull>, Each<lean>>()), "| [pull] | [lean]");
  EXPECT_EQ((schedule<EachWorld<pull>, EachWorld<line_up>>()), "| [pull] | [line_up]");
}

TEST(TableSchedule, PopulationsChangeAtACommitAlone) {
  EXPECT_EQ((schedule<Each<move>, EachWorld<census>>()), "[move] [census]");
  EXPECT_EQ((schedule<Commit, EachWorld<census>>()), "| [commit] | [census]");
}

TEST(TableSchedule, ACommitInALoopMeetsTheLoopsBeginning) {
  EXPECT_EQ((schedule<Repeat<2, Each<hatch>, Commit>>()), "2x( | [hatch] | [commit])");
}

TEST(TableSchedule, CommandsInLoopsOverOwnRowsStayInTheirStage) {
  EXPECT_EQ((schedule<Each<drag>, Repeat<2, Each<move>, Each<hatch>>, Commit>()),
            "| [drag 2x( move hatch)] | [commit]");
}

TEST(TableSchedule, MasksDoNotHoldForACommit) {
  EXPECT_EQ((schedule<When<is_windy, Each<hatch>, Commit>, Each<move>>()),
            "[hatch] | [commit] | [move]");
}

struct Shouting : Growing {
  using Step = TaskGraph<Each<shout>, Commit, EachWorld<listen>>;
};

TEST(TableSchedule, TemporaryRowsAreDroppedBeforeAStep) {
  using Graph = decltype(detail::ProgramGraphs<Shouting>::template graph<ProgramKind::Step>());
  EXPECT_EQ((schedule_text<Shouting, Graph>()), "| [drop] | [shout] | [commit] | [listen tick]");
}

TEST(TableSchedule, TheColonySynchronisesWhereItsTablesChange) {
  EXPECT_EQ(
      (schedule_text<colony::Colony, colony::Colony::Step>()),
      "[warm] | [serve] | [commit] | [eat live] | [commit] | [visit] [judge forget_endings tick] "
      "[look add_to_return] | [keep keep close_tally] "
      "| [count_ending begin_episode disband] | [commit] | [found] | [commit] | [awake] "
      "| [look]");
}

STARLING_FN void pay(Reward& reward) {
  reward.value += 1.0F;
}
STARLING_FN void show(Rows<Weight> weights) {
  if (weights.size() > 0) weights.set(0, {1.0F});
}

struct Worker : Archetype<Reward> {};
struct Boss : Archetype<Reward, Weight> {};

struct Office {
  static constexpr auto name = "office";
  using World = Singletons<Ending>;
  using Archetypes = TypeList<UpTo<Worker, 4>, PerWorld<Boss, 2>>;
  using Step = TaskGraph<Each<pay>, EpisodeOf<EachWorld<show>, Each<pay>>>;
  using Outputs = TypeList<Weight>;
};

TEST(TableColumns, RowsThatComeAndGoCloseNoTally) {
  using S = detail::Schema<Office>;
  EXPECT_LT(S::column_in<Tally>(1), 0);
  EXPECT_LT(S::column_in<Return>(1), 0);
  EXPECT_GE(S::column_in<Tally>(2), 0);
  EXPECT_GE(S::column_in<Return>(2), 0);
}

TEST(TableColumns, ObservationsSetThroughRowsAreKeptAtAnEpisodesEnd) {
  EXPECT_GE(detail::Schema<Office>::column_in<Final<Weight>>(2), 0);
}

}  // namespace
}  // namespace starling::tests
