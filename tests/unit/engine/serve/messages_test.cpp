// What is sent of a run arrives as it was; topics are exact.
#include <gtest/gtest.h>

#include <limits>

#include "engine/serve/envelope.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/settings.hpp"
#include "tests/unit/engine/serve/messages.hpp"

namespace starling::tests {
namespace {

using namespace serve;

TEST(Topics, AreReadAsTheyAreWritten) {
  for (const Topic& topic : {Topic{Kind::Run}, Topic{Kind::Numbers}, Topic{Kind::Worlds, 0},
                             Topic{Kind::Worlds, 12}, Topic{Kind::Worlds, 4'000'000'000'000}}) {
    EXPECT_EQ(parse_topic(text_of(topic)), topic) << text_of(topic);
    EXPECT_EQ(topic_of(seal(topic, {})), topic) << text_of(topic);
  }
  EXPECT_EQ(text_of({Kind::Worlds, 12}), "worlds/12/");
}

TEST(Topics, OfNoMessageAreNone) {
  for (const char* text :
       {"", "/", "run", "run/1", "runs/", "worlds/", "worlds//", "worlds/1", "worlds/01/",
        "worlds/-1/", "worlds/+1/", "worlds/1 /", "worlds/1/2/", "worlds/x/", "Worlds/1/",
        "worlds/99999999999999999999/", "worlds/1/x", "%s%n/", "../../worlds/1/"}) {
    EXPECT_EQ(parse_topic(text), std::nullopt) << text;
  }
}

TEST(Messages, OfARunArriveAsTheyWere) {
  Settings settings = make_settings("crowd", 70, 4);
  settings.seed = std::numeric_limits<std::uint64_t>::max();
  settings.first_world = 40;
  const Simulator simulator(settings);
  RunDescription run = run_of(simulator);
  EXPECT_EQ(run.first_world, 40);
  run.options = {{"kitchen", ""}, {"kitchen", std::string(100'000, 'x')}};
  run.first_world = 1'234'567'890'123;
  EXPECT_EQ(decode_run(encode(run)), run);
  EXPECT_EQ(run.steps_asked, 1000);
  EXPECT_EQ(run.seed, settings.seed);
}

TEST(Messages, OfARunWithTooLongOptionsAreNotMade) {
  RunDescription run = run_of(Simulator(make_settings("cartpole", 1)));
  run.options = {{"kitchen", std::string(2'000'000, 'x')}};
  expect_refused(Refusal::Unavailable, {"1048576"}, [&] { encode(run); });
}

TEST(Messages, OfNumbersArriveAsTheyWere) {
  const Numbers numbers = some_numbers();
  EXPECT_EQ(decode_numbers(encode(numbers), 3), numbers);
  expect_refused(Refusal::Usage, {"tables", "3"}, [&] { decode_numbers(encode(numbers), 2); });
}

TEST(Messages, OfWorldsArriveAsTheyWere) {
  for (const char* environment : {"cartpole", "murmuration", "overcooked", "colony", "crowd"}) {
    Settings settings = make_settings(environment, 70, 8);
    settings.actions = Actions::Random;
    Simulator simulator(settings);
    simulator.step(8);
    for (const std::int64_t page : {0, 1}) {
      const Worlds sent = worlds_of(simulator, page);
      const Worlds seen =
          decode_worlds(encode(sent, simulator.description()), simulator.description(), 70);
      EXPECT_EQ(seen.step, 8);
      EXPECT_EQ(seen.run_id, sent.run_id);
      ASSERT_EQ(seen.snapshots.size(), page == 0 ? 64U : 6U);
      for (std::size_t world = 0; world < seen.snapshots.size(); ++world) {
        EXPECT_EQ(seen.snapshots[world].world, sent.snapshots[world].world);
        EXPECT_EQ(seen.snapshots[world].rows, sent.snapshots[world].rows);
        EXPECT_EQ(seen.snapshots[world].begins, sent.snapshots[world].begins);
        EXPECT_EQ(seen.snapshots[world].bytes, sent.snapshots[world].bytes) << environment;
      }
    }
  }
}

TEST(Messages, PagesAreSmallerWhereWorldsAreLarge) {
  EnvironmentDescription description = Simulator(make_settings("cartpole", 1)).description();
  EXPECT_EQ(worlds_a_page(description), 64);
  EXPECT_EQ(pages_of(description, 64), 1);
  EXPECT_EQ(pages_of(description, 65), 2);
  for (ColumnDescription& column : description.columns)
    column.size_bytes = 1 << 20;
  EXPECT_LT(worlds_a_page(description), 64);
  EXPECT_GE(worlds_a_page(description), 1);
  for (ColumnDescription& column : description.columns)
    column.size_bytes = 1 << 30;
  EXPECT_EQ(worlds_a_page(description), 1);
}

TEST(Messages, OfAnotherBuildOrOtherOptionsAreRefused) {
  RunDescription run = run_of(Simulator(make_settings("cartpole", 5)));
  EXPECT_EQ(prepare(run).description.name, "cartpole");
  run.fingerprint += 1;
  expect_refused(Refusal::Usage, {"cartpole", "same build"}, [&] { prepare(run); });
  run.environment = "nowhere" + std::string(1000, '/');
  expect_refused(Refusal::Usage, {"unknown environment 'nowhere//", "//...'"},
                 [&] { prepare(run); });
  run.environment = "cartpole";
  run.options = {{"fly", "3"}};
  expect_refused(Refusal::Usage, {"fly"}, [&] { prepare(run); });
}

}  // namespace
}  // namespace starling::tests
