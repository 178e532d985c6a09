/// `starling policy inspect`, and rollouts by a policy file.
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/golden.hpp"
#include "tests/support/policy_files.hpp"
#include "tests/support/program.hpp"

namespace starling::tests {
namespace {

std::string inspect(const std::string& name, const std::string& flags = "") {
  const std::string file = golden_folder() / "policy" / (name + ".safetensors");
  const Outcome outcome = run_program("policy inspect " + file + " " + flags);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome.out;
}

TEST(CliPolicy, ShowsTheNetworkOfAFile) {
  EXPECT_EQ(
      inspect("policy_small"),
      "tokens      5: 1 x self of 6 features, 4 x other of 5 features\n"
      "actions     1 of 5 choices\n"
      "d_model     32, 2 heads of 16\n"
      "layers      1, d_ff 64\n"
      "parameters  9,222 (36.0 KiB)\n"
      "an agent    0.087 MFLOP and 128 bytes of observations and answers, all tokens there\n");
}

TEST(CliPolicy, WritesJson) {
  const auto report = nlohmann::json::parse(inspect("policy_hide_and_seek", "--json"));
  EXPECT_EQ(report.at("tokens"), 17);
  EXPECT_EQ(report.at("types").at(2).at("name"), "box");
  EXPECT_EQ(report.at("actions"), (std::vector<int>{11, 11, 11, 2, 2}));
  EXPECT_EQ(report.at("d_model"), 64);
  EXPECT_EQ(report.at("parameters"), 107'558);
  EXPECT_EQ(report.at("agent_flops"), 3'522'688.0);
  EXPECT_EQ(report.at("agent_bytes"), 1'012.0);
}

/// Rollouts of cartpole by a policy file.
class CliPlay : public ::testing::Test {
 protected:
  CliPlay() {
    const std::vector<std::byte> bytes = balancing_policy().bytes();
    std::ofstream(path(), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }

  std::string path() const { return folder_.out(); }
  nlohmann::json rollout(const std::string& arguments) const {
    const Outcome outcome =
        run_program("rollout cartpole --backend cpu --json --policy " + path() + " " + arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out);
  }
  void expect_refused(const std::string& arguments, int status, const std::string& word) const {
    const Outcome outcome = run_program("rollout " + arguments);
    EXPECT_EQ(outcome.status, status) << arguments;
    EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
  }

  detail::OutputFolder folder_;
};

TEST_F(CliPlay, BalancesGreedily) {
  const auto report = rollout("--worlds 8 --steps 600 --greedy");
  EXPECT_EQ(report.at("episodes"), 8);
  EXPECT_EQ(report.at("mean_return"), 500.0);
  EXPECT_EQ(report.at("policy"), path());
  EXPECT_EQ(report.at("play"), "greedy");
  EXPECT_EQ(report.at("precision"), "fp32");
}

TEST_F(CliPlay, SamplesUnlessTold) {
  const auto report = rollout("--worlds 8 --steps 50");
  EXPECT_EQ(report.at("play"), "sample");
  EXPECT_EQ(report.at("state_hash"), rollout("--worlds 8 --steps 50 --sample").at("state_hash"));
  EXPECT_EQ(report.at("state_hash"),
            rollout("--worlds 8 --steps 50 --threads 1 --tile 3").at("state_hash"));
  EXPECT_NE(report.at("state_hash"), rollout("--worlds 8 --steps 50 --seed 1").at("state_hash"));
}

TEST_F(CliPlay, PlaysTheSameInLaunchesOfAnyLength) {
  const auto hash = rollout("--worlds 8 --steps 50").at("state_hash");
  for (const std::string steps_per_launch : {"1", "7", "50", "64"}) {
    const auto report =
        rollout("--worlds 8 --steps 50 --precision fp32 --steps-per-launch " + steps_per_launch);
    EXPECT_EQ(report.at("state_hash"), hash) << steps_per_launch;
    EXPECT_EQ(std::to_string(report.at("steps_per_launch").get<int>()), steps_per_launch);
  }
}

TEST_F(CliPlay, SaysHowItPlays) {
  const Outcome outcome =
      run_program("rollout cartpole --backend cpu --worlds 2 --steps 3 --policy " + path());
  EXPECT_NE(outcome.out.find("policy           " + path() + ", sample, fp32\n"), std::string::npos)
      << outcome.out;
}

TEST_F(CliPlay, RefusesWhatItCannotPlay) {
  expect_refused("cartpole --greedy", 2, "--greedy is for policy files");
  expect_refused("cartpole --policy zero --sample", 2, "--sample is for policy files");
  expect_refused("cartpole --policy " + path() + " --sample --greedy", 2, "--sample");
  expect_refused("cartpole --precision fp32", 2, "--precision is for policy files");
  expect_refused("cartpole --policy " + path() + " --precision fp64", 2, "none of bf16 and fp32");
  expect_refused("cartpole --backend cpu --policy " + path() + " --precision bf16", 2,
                 "only --backend cuda has");
  expect_refused("cartpole --policy Random", 2, "none of random and zero");
  expect_refused("murmuration --policy " + path(), 2, "12 x 'birds_view' of 4 features");
}

}  // namespace
}  // namespace starling::tests
