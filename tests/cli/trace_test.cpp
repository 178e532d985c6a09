/// `rollout --trace` writes a valid file and changes no result.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/trace_reader.hpp"
#include "tests/support/program.hpp"
#include "tests/support/trace_events.hpp"

namespace starling::tests {
namespace {

class CliTrace : public ::testing::Test {
 protected:
  static constexpr const char* run = "rollout cartpole --backend cpu --worlds 500 --steps 40";

  std::string path() const { return folder_.out(); }
  static nlohmann::json report_of(const std::string& arguments) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out);
  }

  detail::OutputFolder folder_;
};

TEST_F(CliTrace, IsAValidFile) {
  const auto report =
      report_of(std::string(run) + " --json --tile 50 --threads 2 --trace " + path());
  const auto trace = read_trace(path());
  expect_valid_events(trace);
  EXPECT_EQ(slices_of(trace).size(), 30u);  // ten tiles in each of three launches
  EXPECT_EQ(report.at("trace").at("slices"), 30);
  EXPECT_EQ(report.at("trace").at("dropped_records"), 0);
  EXPECT_NEAR(report.at("trace").at("idle_share"), trace.at("otherData").at("idle_share"), 1e-6);
  EXPECT_EQ(trace.at("otherData").at("environment"), "cartpole");
}

TEST_F(CliTrace, ReadsBack) {
  report_of(std::string(run) + " --json --tile 50 --threads 2 --trace " + path());
  const TraceLog log = starling::read_trace(path());
  EXPECT_EQ(log.slices.size(), 30u);
  EXPECT_EQ(log.environment, "cartpole");
  EXPECT_EQ(log.worlds, 500);
  EXPECT_EQ(log.tiles, 10);
  EXPECT_EQ(log.threads, 1);
}

TEST_F(CliTrace, ChangesNoResult) {
  const auto plain = report_of(std::string(run) + " --json");
  for (const char* level : {"automatic", "tile", "stage"}) {
    const auto traced =
        report_of(std::string(run) + " --json --trace-level " + level + " --trace " + path());
    EXPECT_EQ(traced.at("state_hash"), plain.at("state_hash"));
    expect_valid_events(read_trace(path()));
  }
  EXPECT_FALSE(plain.contains("trace"));
}

TEST_F(CliTrace, SaysWhatItDropped) {
  const Outcome outcome =
      run_program("rollout cartpole --backend cpu --worlds 500 --tile 1 --steps 1000 --trace " +
                  path() + " --trace-records 16384");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("DROPPED"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("idle lanes"), std::string::npos) << outcome.out;
  EXPECT_GT(read_trace(path()).at("otherData").at("dropped_records"), 0);
}

TEST_F(CliTrace, IsRefusedBeforeTheRunWhereItCannotBeWritten) {
  const Outcome outcome = run_program(
      "rollout cartpole --backend cpu --steps 1000000000000 --trace /nowhere/trace.json");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find("'/nowhere/trace.json'"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace starling::tests
