// What is watched is the run; who watches, how, and how many change nothing.
#include <gtest/gtest.h>

#include "engine/serve/counter.hpp"
#include "tests/support/refusal.hpp"
#include "tests/unit/engine/serve/watching.hpp"

namespace starling::tests {
namespace {

using namespace serve;

void expect_worlds_of_now(const Worlds& worlds, Simulator& simulator) {
  const std::int64_t first = worlds.page * 64;
  const auto count = static_cast<std::int64_t>(worlds.snapshots.size());
  EXPECT_EQ(count, std::min<std::int64_t>(64, simulator.settings().worlds - first));
  const std::vector<WorldSnapshot> now = simulator.snapshot(first, count);
  for (std::size_t world = 0; world < now.size(); ++world) {
    EXPECT_EQ(worlds.snapshots[world].world, now[world].world);
    EXPECT_EQ(worlds.snapshots[world].bytes, now[world].bytes);
  }
}

TEST(Watch, ShowsTheRunItsNumbersAndItsWorlds) {
  ServedRun run;
  Subscriber subscriber(run.address());
  EXPECT_EQ(subscriber.link(), Link::Connecting);
  ASSERT_TRUE(sees(subscriber, run, 2));
  EXPECT_EQ(subscriber.link(), Link::Live);
  EXPECT_EQ(subscriber.run()->environment, "cartpole");
  EXPECT_EQ(subscriber.run()->worlds, 130);
  EXPECT_EQ(subscriber.environment().description.name, "cartpole");
  EXPECT_EQ(subscriber.refusal(), "");

  const std::int64_t last = run.simulator().steps_done();
  EXPECT_LE(subscriber.worlds()->step, last);
  ASSERT_TRUE(eventually([&] { return subscriber.update(), subscriber.worlds()->step == last; },
                         [&] { run.publisher().look(run.simulator()); }));
  expect_worlds_of_now(*subscriber.worlds(), run.simulator());
}

TEST(Watch, CountsWhatTheRunCounts) {
  ServedRun run;
  Subscriber subscriber(run.address());
  ASSERT_TRUE(sees(subscriber, run, 0));
  while (run.simulator().steps_done() < 500)
    run.step();
  ASSERT_TRUE(eventually(
      [&] {
        subscriber.update();
        return subscriber.numbers()->steps == run.simulator().steps_done();
      },
      [&] { run.publisher().look(run.simulator()); }));
  const Numbers& numbers = *subscriber.numbers();
  const EpisodeTally tally = run.simulator().tally();
  EXPECT_EQ(numbers.overall, tally);
  EXPECT_EQ(numbers.rows, (std::vector<std::int64_t>{130, 130}));
  EXPECT_FALSE(numbers.finished);
}

TEST(Watch, LastsToTheEndOfTheRun) {
  std::optional<ServedRun> run(std::in_place);
  Subscriber subscriber(run->address());
  ASSERT_TRUE(sees(subscriber, *run, 0));
  run->publisher().finish(run->simulator());
  const std::int64_t last = run->simulator().steps_done();
  run.reset();
  ASSERT_TRUE(
      eventually([&] { return subscriber.update(), subscriber.numbers()->finished; }, [] {}));
  EXPECT_EQ(subscriber.numbers()->steps, last);
}

TEST(Watch, BeginsWhenItLikes) {
  ServedRun run;
  for (int step = 0; step < 200; ++step)
    run.step();
  Subscriber subscriber(run.address());
  ASSERT_TRUE(sees(subscriber, run, 1));
  EXPECT_GT(subscriber.worlds()->step, 200);
}

TEST(Watch, ShowsEveryViewerItsOwnPage) {
  ServedRun run;
  Subscriber first(run.address());
  Subscriber second(run.address());
  ASSERT_TRUE(sees(first, run, 0));
  ASSERT_TRUE(sees(second, run, 1));
  ASSERT_TRUE(sees(first, run, 2));
  first.watch(std::nullopt);
  ASSERT_TRUE(sees(second, run, 0));
}

TEST(Watch, GoesOnWhenAnotherViewerVanishes) {
  ServedRun run;
  std::optional<Subscriber> first(run.address());
  Subscriber second(run.address());
  ASSERT_TRUE(sees(*first, run, 0));
  ASSERT_TRUE(sees(second, run, 0));
  first.reset();
  const std::int64_t step = run.simulator().steps_done();
  ASSERT_TRUE(eventually([&] { return second.update(), second.worlds()->step > step; },
                         [&] { run.step(); }));
}

TEST(Watch, FollowsARunThatTakesTheOthersPlace) {
  std::optional<ServedRun> run(std::in_place, 130, 0);
  const Address address = run->address();
  Subscriber subscriber(address);
  ASSERT_TRUE(sees(subscriber, *run, 1));
  run.reset();
  ASSERT_TRUE(
      eventually([&] { return subscriber.update(), subscriber.link() == Link::Stalled; }, [] {}));
  EXPECT_GT(subscriber.silent_s(), 1);
  run.emplace(70, 5, address.port);
  ASSERT_TRUE(eventually([&] { return subscriber.update(), subscriber.run()->seed == 5; },
                         [&] { run->step(); }));
  ASSERT_TRUE(sees(subscriber, *run, 1));
  EXPECT_EQ(subscriber.worlds()->snapshots.size(), 6U);
}

TEST(Watch, ChangesNoResult) {
  ServedRun watched;
  Subscriber subscriber(watched.address());
  ASSERT_TRUE(sees(subscriber, watched, 0));
  ServedRun alone;
  while (alone.simulator().steps_done() < watched.simulator().steps_done())
    alone.step();
  EXPECT_EQ(alone.simulator().state_hash(), watched.simulator().state_hash());
}

TEST(Watch, OfAnotherBuildIsRefusedInASentence) {
  Simulator simulator(make_settings("cartpole", 10));
  Publisher publisher({"127.0.0.1", 0});
  RunDescription run = describe_run(simulator, "random", 10);
  run.fingerprint += 1;
  publisher.announce(run, simulator.description(), 15);
  Subscriber subscriber(address_of(publisher));
  ASSERT_TRUE(
      eventually([&] { return subscriber.update(), subscriber.link() == Link::Refused; }, [] {}));
  EXPECT_NE(subscriber.refusal().find("same build"), std::string::npos) << subscriber.refusal();
  EXPECT_FALSE(subscriber.run());
}

TEST(Publisher, LooksOnlyWhereSomeoneWatches) {
  Simulator simulator(make_settings("cartpole", 4096));
  Publisher publisher({"127.0.0.1", 0});
  publisher.announce(describe_run(simulator, "random", 10), simulator.description(), 1000);
  const auto start = std::chrono::steady_clock::now();
  for (int look = 0; look < 1'000'000; ++look)  // as many snapshots would take minutes
    publisher.look(simulator);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Publisher, ListensWhereNobodyElseDoes) {
  const Publisher publisher({"127.0.0.1", 0});
  EXPECT_TRUE(publisher.address().starts_with("127.0.0.1:")) << publisher.address();
  expect_refused(Refusal::Unavailable, {publisher.address(), "in use"},
                 [&] { Publisher second(address_of(publisher)); });
  expect_refused(Refusal::Unavailable, {"192.0.2.1:5555"}, [] {
    Publisher elsewhere({"192.0.2.1", 5555});
  });
  EXPECT_EQ(Publisher({"*", 0}).address().find("127.0.0.1"), std::string::npos);
}

TEST(Counter, AddsUpTheTalliesOfWorlds) {
  for (const char* environment : {"cartpole", "murmuration", "colony"}) {
    Settings settings = make_settings(environment, 9, 100);
    settings.actions = Actions::Random;
    Simulator simulator(settings);
    simulator.step(100);
    const Numbers numbers = Counter(1).count(simulator);
    EXPECT_EQ(numbers.overall, simulator.tally()) << environment;
    EXPECT_EQ(numbers.newly, numbers.overall) << environment;

    std::vector<std::int64_t> alive(simulator.description().tables.size());
    for (const WorldSnapshot& world : simulator.snapshot(0, 9)) {
      for (std::size_t table = 0; table < alive.size(); ++table)
        alive[table] += world.rows[table];
    }
    EXPECT_EQ(simulator.rows_alive(), alive) << environment;
  }
}

}  // namespace
}  // namespace starling::tests
