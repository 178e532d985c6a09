/// `rollout --record` changes no result, and `replay` plays what it wrote.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "tests/support/policy_files.hpp"
#include "tests/support/program.hpp"

namespace starling::tests {
namespace {

class CliRecord : public ::testing::Test {
 protected:
  std::string path() const { return folder_.out(); }
  static nlohmann::json report_of(const Outcome& outcome) {
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return nlohmann::json::parse(outcome.out);
  }
  static nlohmann::json report_of(const std::string& arguments) {
    return report_of(run_program(arguments));
  }
  static void expect_refused(const std::string& arguments, int status, const std::string& word) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
  }

  detail::OutputFolder folder_;
};

TEST_F(CliRecord, ChangesNoResultAndIsPlayedAgain) {
  for (const std::string run :
       {"rollout cartpole --worlds 100 --steps 300", "rollout murmuration --worlds 8 --steps 100",
        "rollout overcooked --worlds 20 --steps 100 --policy zero",
        "rollout murmuration --worlds 8 --steps 40 --hawks 2 --policy zero"}) {
    const std::string arguments = run + " --backend cpu --json --seed 5";
    const auto plain = report_of(arguments);
    const auto recorded = report_of(arguments + " --threads 1 --tile 3 --record " + path());
    EXPECT_EQ(recorded.at("state_hash"), plain.at("state_hash"));
    EXPECT_EQ(recorded.at("mean_return"), plain.at("mean_return"));
    EXPECT_EQ(recorded.at("recording").at("file"), path());
    EXPECT_EQ(recorded.at("recording").at("bytes"), std::filesystem::file_size(path()));
    EXPECT_FALSE(plain.contains("recording"));
    const auto replay = report_of("replay --json --threads 2 " + path());
    EXPECT_EQ(replay.at("state_hash"), plain.at("state_hash"));
    EXPECT_EQ(replay.at("steps"), plain.at("steps"));
    EXPECT_TRUE(replay.at("whole"));
    EXPECT_TRUE(replay.at("difference").is_null());
    EXPECT_GE(replay.at("hashes_checked"), 2);
  }
}

TEST_F(CliRecord, PlaysThePolicysActionsAgain) {
  const std::filesystem::path policy = folder_.err();
  const std::vector<std::byte> bytes = balancing_policy().bytes();
  std::ofstream(policy, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  const auto run = report_of(
      "rollout cartpole --worlds 30 --steps 200 --backend cpu --json "
      "--policy " +
      policy.string() + " --record " + path());
  std::filesystem::remove(policy);  // the actions are in the recording
  const auto replay = report_of("replay --json " + path());
  EXPECT_EQ(replay.at("state_hash"), run.at("state_hash"));
  EXPECT_EQ(replay.at("policy"), policy.string());
}

TEST_F(CliRecord, KeepsSomeWorldsAndStopsWhereItIsTold) {
  report_of(
      "rollout cartpole --worlds 500 --steps 100 --backend cpu --json --policy zero "
      "--record-worlds 0-3,77,300-301 --record-hashes 10 --record " +
      path());
  const auto replay = report_of("replay --json --to 55 " + path());
  EXPECT_EQ(replay.at("worlds"), 7);
  EXPECT_EQ(replay.at("batch_worlds"), 500);
  EXPECT_EQ(replay.at("steps"), 55);
  EXPECT_EQ(replay.at("recorded_steps"), 100);
  const auto shorter = report_of(
      "rollout cartpole --worlds 500 --steps 55 --backend cpu --json "
      "--policy zero --record-worlds 0-3,77,300-301 --record " +
      path());
  const auto again = report_of("replay --json " + path());
  EXPECT_EQ(again.at("state_hash"), replay.at("state_hash"));
  EXPECT_NE(again.at("state_hash"), shorter.at("state_hash"));  // which is of all worlds
}

TEST_F(CliRecord, InterruptLeavesAWholeOne) {
  Program program(
      "rollout cartpole --backend cpu --json --worlds 64 --policy zero "
      "--steps 1000000000000000 --record " +
      path());
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  program.send(SIGINT);
  const auto run = report_of(program.finish());
  EXPECT_TRUE(run.at("interrupted"));
  const auto replay = report_of("replay --json " + path());
  EXPECT_TRUE(replay.at("whole"));
  EXPECT_EQ(replay.at("steps"), run.at("steps"));
  EXPECT_EQ(replay.at("state_hash"), run.at("state_hash"));
}

TEST_F(CliRecord, OfARunThatWasKilledIsPlayedUpToTheCut) {
  Program program(
      "rollout cartpole --backend cpu --json --worlds 64 --policy zero "
      "--steps 1000000000000000 --record " +
      path());
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  program.send(SIGKILL);
  EXPECT_EQ(program.finish().status, -SIGKILL);
  const Outcome outcome = run_program("replay --to 100 " + path());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("cut off"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("all agree"), std::string::npos) << outcome.out;
}

TEST_F(CliRecord, RefusesInOneSentence) {
  const std::string run = "rollout cartpole --backend cpu --worlds 10 --steps 10 ";
  expect_refused(run + "--record-worlds 1", 2, "--record-worlds");
  expect_refused(run + "--record-hashes 1", 2, "--record-hashes");
  expect_refused(run + "--record-worlds 10 --record " + path(), 2, "world 10");
  expect_refused(run + "--record-hashes 0 --record " + path(), 2, "--record-hashes");
  expect_refused(run + "--record /nowhere/run", 1, "'/nowhere/run'");
  expect_refused("replay /nowhere/run", 2, "'/nowhere/run'");
  report_of(run + "--json --record " + path());
  expect_refused("replay --to 11 " + path(), 2, "10 steps");
  expect_refused("replay --backend none " + path(), 2, "--backend");
}

}  // namespace
}  // namespace starling::tests
