/// What the commands print and return when all is well.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "tests/support/program.hpp"

namespace starling::tests {
namespace {

nlohmann::json report_of(const Outcome& outcome) {
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1) << outcome.out;
  return nlohmann::json::parse(outcome.out);
}

nlohmann::json rollout(const std::string& options) {
  return report_of(run_program("rollout cartpole --backend cpu --json " + options));
}

TEST(Cli, EveryCommandHasHelp) {
  for (const char* arguments : {"--help", "envs --help", "policy --help", "policy inspect --help",
                                "replay --help", "rollout --help", "verify --help"}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.out.find("[OPTIONS]"), std::string::npos) << outcome.out;
  }
}

TEST(Cli, EnvsListsAll) {
  EXPECT_EQ(run_program("envs").out,
            "cartpole\nescape_room\nhide_and_seek\nmurmuration\novercooked\n");
}

TEST(Cli, EnvsSaysWhenAnEnvironmentHasNoOptions) {
  EXPECT_EQ(run_program("envs cartpole").out, "cartpole has no options of its own\n");
}

TEST(Cli, EnvsWritesJson) {
  EXPECT_EQ(
      report_of(run_program("envs --json")),
      (nlohmann::json{"cartpole", "escape_room", "hide_and_seek", "murmuration", "overcooked"}));
  const auto report = report_of(run_program("envs cartpole --json"));
  EXPECT_EQ(report.at("env"), "cartpole");
  EXPECT_EQ(report.at("options"), nlohmann::json::array());
  const auto& policy = report.at("policy");
  EXPECT_EQ(policy.at("agents"), 1);
  EXPECT_EQ(policy.at("types"), nlohmann::json::parse(R"([
    {"name": "observation", "features": 4, "count": 1}])"));
  EXPECT_EQ(policy.at("tokens"), 1);
  EXPECT_TRUE(policy.at("mask").is_null());
  EXPECT_EQ(policy.at("actions"), (std::vector<int>{2}));
  EXPECT_EQ(policy.at("action_tensors"), (std::vector<std::string>{"action.push"}));
}

TEST(Cli, EnvsTellsWhatAPolicyIsMadeForInARunWithOptions) {
  const auto report = report_of(run_program("envs murmuration --hawks 2 --json"));
  EXPECT_EQ(report.at("options").at(0).at("name"), "birds");
  const auto& policy = report.at("policy");
  EXPECT_EQ(policy.at("agents"), 2);
  EXPECT_EQ(policy.at("types").at(1), nlohmann::json::parse(R"(
    {"name": "birds_view", "features": 4, "count": 12})"));
  EXPECT_EQ(policy.at("mask"), "presence");
  EXPECT_EQ(policy.at("actions"), (std::vector<int>{11, 5}));
  EXPECT_EQ(policy.at("action_tensors").at(1), "action.thrust");
}

TEST(Cli, EnvsSaysWhyNoPolicyCanBeMade) {
  const auto report = report_of(run_program("envs overcooked --json"));
  EXPECT_TRUE(report.at("policy").is_null());
  EXPECT_NE(report.at("why_no_policy").get<std::string>().find("no entities in this run"),
            std::string::npos);
  const auto shown = report_of(run_program("envs overcooked --entities on --json"));
  EXPECT_EQ(shown.at("policy").at("agents"), 2);
}

TEST(Cli, JsonHoldsEveryKey) {
  const auto report = rollout("--worlds 100 --steps 200 --seed 7");
  EXPECT_EQ(report.at("env"), "cartpole");
  EXPECT_EQ(report.at("backend"), "cpu");
  EXPECT_EQ(report.at("worlds"), 100);
  EXPECT_EQ(report.at("steps"), 200);
  EXPECT_EQ(report.at("seed"), 7);
  EXPECT_FALSE(report.at("interrupted"));
  EXPECT_EQ(report.at("state_hash").get<std::string>().size(), 16u);
  EXPECT_TRUE(report.at("device").is_string());
  EXPECT_TRUE(report.at("resident").is_boolean());
  EXPECT_TRUE(report.at("errors").is_object());
  EXPECT_TRUE(report.at("errors").empty());
  EXPECT_EQ(report.at("first_errors"), nlohmann::json::array());
  EXPECT_EQ(report.at("options"), nlohmann::json::object());
  for (const char* key :
       {"seconds", "startup_s", "first_step_s", "world_steps_per_s", "agent_steps_per_s",
        "episodes", "mean_return", "mean_length", "bytes_per_world", "peak_bytes", "tile_worlds"}) {
    EXPECT_GT(report.at(key), 0) << key;
  }
}

TEST(Cli, MeansAreNullUntilAnEpisodeEnds) {
  const auto report = rollout("--worlds 100 --steps 5");
  EXPECT_EQ(report.at("episodes"), 0);
  EXPECT_TRUE(report.at("mean_return").is_null());
  EXPECT_TRUE(report.at("mean_length").is_null());
}

TEST(Cli, CartPoleReturnsItsLength) {
  for (const char* policy : {"random", "zero"}) {
    const auto report = rollout(std::string("--worlds 100 --steps 300 --policy ") + policy);
    EXPECT_GT(report.at("episodes"), 0) << policy;
    EXPECT_EQ(report.at("mean_return"), report.at("mean_length")) << policy;
  }
}

TEST(Cli, HashDoesNotDependOnHowTheRunIsCut) {
  const auto hash = rollout("--worlds 50 --steps 100").at("state_hash");
  EXPECT_EQ(hash, rollout("--worlds 50 --steps 100 --steps-per-launch 1").at("state_hash"));
  EXPECT_EQ(hash, rollout("--worlds 50 --steps 100 --steps-per-launch 7").at("state_hash"));
  EXPECT_EQ(hash, rollout("--worlds 50 --steps 100 --tile 3 --threads 2").at("state_hash"));
  EXPECT_NE(hash, rollout("--worlds 50 --steps 100 --seed 1").at("state_hash"));
  EXPECT_NE(hash, rollout("--worlds 50 --steps 101").at("state_hash"));
}

TEST(Cli, StartsWithinASecond) {
  const auto report = rollout("--worlds 1000 --steps 10");
  EXPECT_LT(report.at("startup_s").get<double>() + report.at("first_step_s").get<double>(), 1.0);
}

TEST(Cli, TableNamesWhatWasMeasured) {
  const Outcome outcome = run_program("rollout cartpole --backend cpu --worlds 10 --steps 100");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  for (const char* line : {"mean return", "world-steps/s", "start-up", "residency", "state hash"}) {
    EXPECT_NE(outcome.out.find(line), std::string::npos) << outcome.out;
  }
}

TEST(Cli, InterruptReportsWhatWasDone) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program("rollout cartpole --backend cpu --json --worlds 64 --steps 1000000000000000");
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    program.send(signal);
    const auto report = report_of(program.finish());
    EXPECT_TRUE(report.at("interrupted"));
    EXPECT_GT(report.at("steps"), 0);
    EXPECT_GT(report.at("episodes"), 0);
  }
}

TEST(Cli, VerifyFindsTheStandardSidesEqual) {
  const Outcome outcome = run_program("verify cartpole --worlds 50 --steps 200");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("cpu,steps-per-launch=64"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("DIFFERS"), std::string::npos) << outcome.out;
}

TEST(Cli, VerifyComparesTwoSides) {
  const Outcome outcome = run_program(
      "verify cartpole --worlds 50 --steps 100 --left cpu,tile=7,worlds=9 "
      "--right cpu,unfused,threads=2,steps-per-launch=64");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("equal"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace starling::tests
