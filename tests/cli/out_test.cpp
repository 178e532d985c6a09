/// `rollout --out` writes all that a run exports, the same however it was run.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "systems/policy/tensor_file.hpp"
#include "tests/support/policy_files.hpp"
#include "tests/support/program.hpp"

namespace starling::tests {
namespace {

using policy::TensorFile;

class CliOut : public ::testing::Test {
 protected:
  std::string path() const { return folder_.out(); }
  std::string policy() const { return folder_.err(); }

  /// The file of a run on the CPU.
  TensorFile run(const std::string& arguments) const {
    const Outcome outcome =
        run_program("rollout " + arguments + " --backend cpu --json --out " + path());
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto report = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(report.at("out").at("file"), path());
    EXPECT_EQ(report.at("out").at("bytes"), std::filesystem::file_size(path()));
    return TensorFile::read(path());
  }

  /// All bytes of it.
  std::string bytes_of_run(const std::string& arguments) const {
    run(arguments);
    return detail::contents_of(path());
  }

  detail::OutputFolder folder_;
};

TEST_F(CliOut, HasATensorOfEveryStepForAllThatIsExported) {
  const TensorFile file = run("cartpole --worlds 5 --steps 70 --seed 4");
  const auto expect = [&](const char* name, const char* dtype, std::vector<std::int64_t> shape) {
    EXPECT_EQ(file.tensor(name).dtype, dtype) << name;
    EXPECT_EQ(file.tensor(name).shape, shape) << name;
  };
  expect("action", "U8", {70, 5, 1, 1});
  expect("observation", "F32", {70, 5, 1, 4});
  expect("final_observation", "F32", {70, 5, 1, 4});
  expect("first_observation", "F32", {1, 5, 1, 4});
  expect("reward", "F32", {70, 5, 1, 1});
  expect("ending", "BOOL", {70, 5, 1, 2});
  EXPECT_EQ(file.tensors().size(), 6U);
  EXPECT_EQ(file.metadata().at("environment"), "cartpole");
  EXPECT_EQ(file.metadata().at("steps"), "70");
  EXPECT_EQ(file.metadata().at("seed"), "4");
}

TEST_F(CliOut, IsTheSameInLaunchesOfAnyLength) {
  const std::string runs[] = {"cartpole --worlds 5 --steps 120",
                              "murmuration --worlds 2 --steps 40 --birds 64 --hawks 2",
                              "overcooked --worlds 2 --steps 420 --entities on"};
  for (const std::string& arguments : runs) {
    const std::string expected = bytes_of_run(arguments + " --steps-per-launch 1");
    for (const char* steps_per_launch : {"7", "64"}) {
      EXPECT_TRUE(bytes_of_run(arguments + " --steps-per-launch " + steps_per_launch) == expected)
          << arguments << ", " << steps_per_launch << " steps a launch";
    }
  }
}

/// A step that ends an episode has the pole, or the cart, out of bounds in its final observation
/// alone; all others have zeros there.
TEST_F(CliOut, HasFinalObservationsWhereEpisodesEnded) {
  constexpr std::int64_t steps = 200;
  constexpr std::int64_t worlds = 6;
  const TensorFile file = run("cartpole --worlds 6 --steps 200");
  const std::vector<float> finals = file.floats("final_observation", {steps, worlds, 1, 4});
  const std::vector<float> rewards = file.floats("reward", {steps, worlds, 1, 1});
  const std::vector<float> seen = file.floats("observation", {steps, worlds, 1, 4});
  int ended = 0;
  for (std::size_t row = 0; row < rewards.size(); ++row) {
    const float x_m = finals[4 * row];
    const float angle_rad = finals[4 * row + 2];
    EXPECT_LE(std::abs(seen[4 * row + 2]), 0.2095F);
    if (x_m == 0.0F && angle_rad == 0.0F) continue;
    ++ended;
    EXPECT_TRUE(std::abs(x_m) > 2.4F || std::abs(angle_rad) > 0.2094F) << row;
  }
  EXPECT_GT(ended, 20);
}

TEST_F(CliOut, HasWhatAPolicyThought) {
  const std::vector<std::byte> bytes =
      policy_text({.types = {{"observation", 4, 1}}, .actions = {2}}).bytes();
  std::ofstream(policy(), std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  const std::string arguments = "cartpole --worlds 3 --steps 30 --policy " + policy();
  const TensorFile file = run(arguments + " --steps-per-launch 8");
  const std::vector<float> chances = file.floats("log_probability", {30, 3, 1, 1});
  const std::vector<float> values = file.floats("value", {30, 3, 1, 1});
  EXPECT_EQ(std::set(values.begin(), values.end()).size(), values.size());
  EXPECT_TRUE(
      std::all_of(chances.begin(), chances.end(), [](float chance) { return chance < 0.0F; }));
  EXPECT_TRUE(bytes_of_run(arguments + " --steps-per-launch 8") ==
              bytes_of_run(arguments + " --steps-per-launch 1"));
}

TEST_F(CliOut, SaysHowManyStepsAnInterruptedRunDid) {
  Program program(
      "rollout cartpole --backend cpu --worlds 2 --steps 3000000 --json "
      "--steps-per-launch 1 --out " +
      path());
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  program.send(SIGINT);
  const Outcome outcome = program.finish();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const auto report = nlohmann::json::parse(outcome.out);
  EXPECT_TRUE(report.at("interrupted"));
  const TensorFile file = TensorFile::read(path());
  EXPECT_EQ(file.metadata().at("steps"), std::to_string(report.at("steps").get<std::int64_t>()));
  EXPECT_EQ(file.tensor("reward").shape.front(), 3'000'000);
}

TEST_F(CliOut, IsRefusedWhereItCannotBeWritten) {
  const auto expect_refused = [](const std::string& arguments, const char* word) {
    const Outcome outcome = run_program("rollout cartpole --backend cpu " + arguments);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
  };
  expect_refused("--out /nowhere/a.safetensors", "'/nowhere/a.safetensors'");
  expect_refused("--steps 1000000000000 --out " + path(), "are free there");
}

}  // namespace
}  // namespace starling::tests
