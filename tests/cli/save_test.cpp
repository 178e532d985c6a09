/// `rollout --save` and `--load`: a run that was stopped, or killed, goes on as if it never had
/// been.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>

#include "tests/support/policy_files.hpp"
#include "tests/support/program.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests {
namespace {

class CliSave : public ::testing::Test {
 protected:
  std::string path() const { return folder_.out(); }
  static nlohmann::json report_of(const std::string& arguments) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return nlohmann::json::parse(outcome.out);
  }
  static void expect_refused(const std::string& arguments, int status, const std::string& word) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
  }

  detail::OutputFolder folder_;
};

TEST_F(CliSave, GoesOnAsItWouldHave) {
  for (const std::string environment :
       {"cartpole", "murmuration --hawks 2", "overcooked --policy zero"}) {
    const std::string run = "rollout " + environment + " --backend cpu --json";
    const auto whole = report_of(run + " --seed 3 --worlds 20 --steps 150");
    const auto begun =
        report_of(run + " --seed 3 --worlds 20 --steps 50 --tile 3 --save " + path());
    EXPECT_EQ(begun.at("save").at("steps"), 50);
    EXPECT_EQ(begun.at("save").at("bytes"), std::filesystem::file_size(path()));
    const auto loaded =
        report_of(run + " --steps 150 --threads 1 --steps-per-launch 7 --load " + path());
    EXPECT_EQ(loaded.at("state_hash"), whole.at("state_hash"));
    EXPECT_EQ(loaded.at("episodes"), whole.at("episodes"));
    EXPECT_EQ(loaded.at("mean_return"), whole.at("mean_return"));
    EXPECT_EQ(loaded.at("steps"), 150);
    EXPECT_EQ(loaded.at("steps_loaded"), 50);
  }
}

TEST_F(CliSave, GoesOnWithThePolicysChoices) {
  const std::filesystem::path policy = folder_.err();
  const std::vector<std::byte> bytes = balancing_policy().bytes();
  std::ofstream(policy, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  const std::string run =
      "rollout cartpole --backend cpu --json --policy " + policy.string() + " --steps ";
  const auto whole = report_of(run + "100 --worlds 30");
  report_of(run + "41 --worlds 30 --save " + path());
  EXPECT_EQ(report_of(run + "100 --load " + path()).at("state_hash"), whole.at("state_hash"));
}

TEST_F(CliSave, GoesOnWithSomeWorlds) {
  report_of("rollout cartpole --backend cpu --json --worlds 50 --steps 50 --save " + path());
  const std::string some = "rollout cartpole --backend cpu --json --steps 90 --load-worlds 10-29";
  const std::filesystem::path later = folder_.err();
  const auto loaded = report_of(some + " --load " + path() + " --save " + later.string());
  EXPECT_EQ(loaded.at("worlds"), 20);
  report_of("rollout cartpole --backend cpu --json --worlds 50 --steps 90 --save " + path());
  EXPECT_EQ(report_of(some + " --load " + path()).at("state_hash"), loaded.at("state_hash"));
  EXPECT_EQ(report_of("rollout cartpole --backend cpu --json --steps 90 --load " + later.string())
                .at("state_hash"),
            loaded.at("state_hash"));
}

/// At whatever moment it is killed, the file is whole: that of the last period, or the one before.
TEST_F(CliSave, KilledAtAnyMomentGoesOnFromAWholeCheckpoint) {
  constexpr int kills = scaled(10, 3);
  constexpr int most_ms = 400;
  const std::string run = "rollout murmuration --backend cpu --json --threads 1 ";
  std::mt19937 rng(1);
  int loads = 0;
  for (int kill = 0; kill < kills; ++kill) {
    std::filesystem::remove(path());
    Program program(run + "--worlds 16 --steps 1000000 --save-every 3 --save " + path());
    std::this_thread::sleep_for(std::chrono::milliseconds(rng() % most_ms));
    program.send(SIGKILL);
    EXPECT_EQ(program.finish().status, -SIGKILL);
    if (!std::filesystem::exists(path())) continue;  // before the first was there
    const auto now = report_of(run + "--steps 1 --load " + path());
    const std::int64_t saved = now.at("steps");
    EXPECT_EQ(saved % 3, 0);
    const std::string steps = "--steps " + std::to_string(saved + 20);
    const auto loaded = report_of(run + steps + " --load " + path());
    EXPECT_EQ(loaded.at("steps_loaded"), saved);
    EXPECT_EQ(loaded.at("state_hash"), report_of(run + steps + " --worlds 16").at("state_hash"));
    ++loads;
  }
  EXPECT_GT(loads, 0);
}

TEST_F(CliSave, RefusesInOneSentence) {
  const std::string run = "rollout cartpole --backend cpu --steps 10 --json ";
  expect_refused(run + "--save-every 3", 2, "--save-every");
  expect_refused(run + "--load-worlds 0-3", 2, "--load-worlds");
  expect_refused(run + "--save /nowhere/a", 1, "'/nowhere/a'");
  expect_refused(run + "--load /nowhere/a", 2, "'/nowhere/a'");
  report_of(run + "--worlds 5 --save " + path());
  EXPECT_FALSE(std::filesystem::exists(path() + ".part"));
  expect_refused(run + "--worlds 5 --load " + path(), 2, "--worlds");
  expect_refused(run + "--seed 5 --load " + path(), 2, "--seed");
  expect_refused(run + "--load-worlds 5 --load " + path(), 2, "world 5");
  expect_refused(run + "--load-worlds 0,3 --load " + path(), 2, "--load-worlds");
  expect_refused("rollout overcooked --backend cpu --load " + path(), 2,
                 "environment 'cartpole', not of 'overcooked'");
  report_of("rollout murmuration --backend cpu --json --birds 64 --worlds 2 --steps 3 --save " +
            path());
  expect_refused("rollout murmuration --backend cpu --birds 65 --load " + path(), 2,
                 "other options");
}

}  // namespace
}  // namespace starling::tests
