/// Bad input ends in one sentence on stderr: status 2 for usage, 1 for what cannot be run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "tests/support/program.hpp"

namespace starling::tests {
namespace {

struct BadInput {
  const char* arguments;
  int status;
  const char* names;  ///< What the sentence must name: the value or the limit.
};

void PrintTo(const BadInput& input, std::ostream* stream) {
  *stream << input.arguments;
}

void expect_one_sentence(const Outcome& outcome, const BadInput& input) {
  EXPECT_EQ(outcome.status, input.status) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(input.names), std::string::npos) << outcome.err;
}

class Refusals : public testing::TestWithParam<BadInput> {};

TEST_P(Refusals, AreOneSentence) {
  expect_one_sentence(run_program(GetParam().arguments), GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    OfCommands, Refusals,
    testing::Values(
        BadInput{"", 2, "envs, policy, replay, rollout, verify"}, BadInput{"fly", 2, "'fly'"},
        BadInput{"--fly", 2, "'--fly'"}, BadInput{"envs nowhere", 2, "nowhere"},
        BadInput{"envs --fly 3", 2, "--fly"}, BadInput{"envs --fly", 2, "--fly"},
        BadInput{"envs --json --fly 3", 2, "--fly"}, BadInput{"envs cartpole --fly 3", 2, "--fly"},
        BadInput{"envs cartpole --json --fly 3", 2, "'fly'; it has none"},
        BadInput{"envs nowhere --json", 2, "nowhere"}, BadInput{"envs cartpole herd", 2, "herd"},
        BadInput{"policy", 2, "inspect"},
        BadInput{"policy eat", 2, "'eat' is none of the commands inspect"},
        BadInput{"policy inspect", 2, "FILE"}, BadInput{"policy inspect /nowhere", 2, "/nowhere"},
        BadInput{"policy inspect /dev/null", 2, "/dev/null"}, BadInput{"rollout", 2, "ENV"},
        BadInput{"rollout cartpole twice", 2, "twice"},
        BadInput{"rollout cartpole --fly", 2, "--fly"},
        BadInput{"rollout cartpole --fly 3", 2, "'fly'; it has none"},
        BadInput{"rollout cartpole --fly=3", 2, "'fly'"}, BadInput{"rollout --fly 3", 2, "ENV"},
        BadInput{"verify cartpole --fly 3", 2, "'fly'"}, BadInput{"rollout nowhere", 2, "nowhere"},
        BadInput{"verify", 2, "ENV"}, BadInput{"verify nowhere", 2, "nowhere"}));

INSTANTIATE_TEST_SUITE_P(
    OfNumbers, Refusals,
    testing::Values(BadInput{"rollout cartpole --worlds 0", 2, "'0'"},
                    BadInput{"rollout cartpole --worlds -1", 2, "'-1'"},
                    BadInput{"rollout cartpole --worlds 2147483648", 2, "2147483647"},
                    BadInput{"rollout cartpole --worlds 1e30", 2, "'1e30'"},
                    BadInput{"rollout cartpole --worlds abc", 2, "'abc'"},
                    BadInput{"rollout cartpole --worlds 3.5", 2, "'3.5'"},
                    BadInput{"rollout cartpole --worlds 3x", 2, "'3x'"},
                    BadInput{"rollout cartpole --worlds", 2, "--worlds"},
                    BadInput{"rollout cartpole --worlds 1 --worlds 2", 2, "--worlds"},
                    BadInput{"rollout cartpole --steps 0", 2, "'0'"},
                    BadInput{"rollout cartpole --steps 9223372036854775808", 2, "from 1 to"},
                    BadInput{"rollout cartpole --seed -1", 2, "'-1'"},
                    BadInput{"rollout cartpole --seed 18446744073709551616", 2, "from 0 to"},
                    BadInput{"rollout cartpole --threads 0", 2, "'0'"},
                    BadInput{"rollout cartpole --threads 100000", 2, "1024"},
                    BadInput{"rollout cartpole --tile 0", 2, "'0'"},
                    BadInput{"rollout cartpole --tile 2147483648", 2, "from 1 to"},
                    BadInput{"rollout cartpole --trace-records 16383", 2, "from 16384"},
                    BadInput{"rollout cartpole --steps-per-launch 0", 2, "'0'"},
                    BadInput{"rollout cartpole --steps-per-launch many", 2, "'many'"},
                    BadInput{"verify cartpole --worlds 0", 2, "'0'"},
                    BadInput{"verify cartpole --steps -5", 2, "'-5'"}));

INSTANTIATE_TEST_SUITE_P(
    OfChoices, Refusals,
    testing::Values(BadInput{"rollout cartpole --backend tpu", 2, "'tpu'"},
                    BadInput{"rollout cartpole --policy trained.safetensors", 2,
                             "trained.safetensors"},
                    BadInput{"rollout cartpole --trace x --trace-level all", 2, "'all'"},
                    BadInput{"rollout cartpole --trace /dev/null", 1, "'/dev/null'"},
                    BadInput{"rollout cartpole --serve here", 2, "'here'"},
                    BadInput{"rollout cartpole --serve 70000", 2, "65535"},
                    BadInput{"rollout cartpole --serve ::1:5555", 2, "brackets"},
                    BadInput{"rollout cartpole --serve 192.0.2.1:5555", 1, "192.0.2.1:5555"},
                    BadInput{"rollout cartpole --serve nowhere.invalid:1", 1, "nowhere.invalid:1"},
                    BadInput{"rollout cartpole --serve 0 --serve-rate 0", 2, "'0'"},
                    BadInput{"verify cartpole --left cpu,fly", 2, "'fly'"},
                    BadInput{"verify cartpole --right cpu,tile=0", 2, "'0'"},
                    BadInput{"verify cartpole --right cpu,residency=moon", 2, "moon"}));

INSTANTIATE_TEST_SUITE_P(
    OfWhatMemoryDoesNotHold, Refusals,
    testing::Values(BadInput{
        "rollout cartpole --backend cpu --worlds 2147483647 --steps-per-launch 1000", 1,
        "2147483647"}));

TEST(Cli, RefusesCudaWithoutGpu) {
  setenv("CUDA_VISIBLE_DEVICES", "", 1);  // no GPU, for the programs that this test starts
  for (const char* arguments : {"rollout cartpole --backend cuda", "verify cartpole --left cuda"}) {
    expect_one_sentence(run_program(arguments), {arguments, 1, "CUDA"});
  }
  EXPECT_EQ(run_program("rollout cartpole --backend auto --steps 1").status, 0);
  unsetenv("CUDA_VISIBLE_DEVICES");
}

}  // namespace
}  // namespace starling::tests
