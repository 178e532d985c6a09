// `rollout --serve` lets a run be watched, changes no result, and refuses in one sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/serve/publisher.hpp"
#include "engine/serve/subscriber.hpp"
#include "tests/support/program.hpp"
#include "tests/unit/engine/serve/watching.hpp"

namespace starling::tests {
namespace {

/// A port that was free a moment ago.
int free_port() {
  const serve::Publisher publisher({"127.0.0.1", 0});
  return address_of(publisher).port;
}

TEST(CliServe, LetsARunBeWatchedUntilItEnds) {
  const int port = free_port();
  Program program(
      "rollout cartpole --backend cpu --threads 1 --worlds 200 --json --steps "
      "1000000000000 --serve " +
      std::to_string(port));
  serve::Subscriber subscriber({"127.0.0.1", port});
  subscriber.watch(3);
  ASSERT_TRUE(eventually(
      [&] {
        subscriber.update();
        return subscriber.run() && subscriber.numbers() && subscriber.worlds();
      },
      [] {}));
  EXPECT_EQ(subscriber.run()->worlds, 200);
  EXPECT_EQ(subscriber.run()->steps_asked, 1'000'000'000'000);
  EXPECT_EQ(subscriber.run()->policy, "random");
  EXPECT_EQ(subscriber.worlds()->snapshots.size(), 8U);
  EXPECT_FALSE(subscriber.numbers()->finished);

  program.send(SIGINT);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  ASSERT_TRUE(
      eventually([&] { return subscriber.update(), subscriber.numbers()->finished; }, [] {}));
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(report.at("steps"), subscriber.numbers()->steps);
  EXPECT_EQ(report.at("episodes"), subscriber.numbers()->overall.episodes);
  EXPECT_EQ(report.at("serve"), "127.0.0.1:" + std::to_string(port));
  EXPECT_NE(outcome.err.find("watched at 127.0.0.1:" + std::to_string(port)), std::string::npos)
      << outcome.err;
}

TEST(CliServe, ChangesNoResult) {
  const std::string run = "rollout cartpole --backend cpu --worlds 500 --steps 40 --json";
  const auto hash_of = [](const std::string& arguments) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out).at("state_hash").get<std::string>();
  };
  EXPECT_EQ(hash_of(run + " --serve 0"), hash_of(run));
  EXPECT_FALSE(nlohmann::json::parse(run_program(run).out).contains("serve"));
}

TEST(CliServe, RefusesWhereItCannotListenBeforeTheRun) {
  const serve::Publisher taken({"127.0.0.1", 0});
  const Outcome outcome = run_program(
      "rollout cartpole --backend cpu --steps 1000000000000 "
      "--serve " +
      taken.address());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(taken.address()), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace starling::tests
