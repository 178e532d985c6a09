/// A trace file is valid JSON of the Trace Event Format, and appears whole or not at all.
#include "engine/trace_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/refusal.hpp"
#include "tests/support/trace_events.hpp"

namespace starling::tests {
namespace {

TraceLog small_log() {
  TraceLog log;
  log.environment = "cartpole";
  log.device_name = "a \"GPU\"";
  log.device = Device::Cuda;
  log.level = TraceLevel::Stage;
  log.stage_names = {{0, "swing, judge"}};
  log.slices = {{.start_ns = 0, .end_ns = 5007, .processor = 3, .tile = 8, .rows = 16},
                {.start_ns = 7, .end_ns = 1500, .processor = 3, .stage = 0, .tile = 8, .step = 1},
                {.start_ns = 1500, .end_ns = 5007, .processor = 3, .stage = 9, .tile = 8},
                {.start_ns = 1, .end_ns = 1, .processor = 3, .lane = 1, .tile = 9}};
  log.lanes = 2;
  log.launches = 1;
  log.idle_share = 0.25;
  log.dropped_records = 12;
  return log;
}

class TraceFiles : public ::testing::Test {
 protected:
  TraceFiles() {
    std::string pattern = std::filesystem::temp_directory_path() / "starling_trace_XXXXXX";
    EXPECT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  ~TraceFiles() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ / "trace.json"; }
  std::ptrdiff_t files() const {
    return std::distance(std::filesystem::directory_iterator(folder_), {});
  }
  void write(const TraceLog& log) const { TraceFile(path()).write(log); }

  std::filesystem::path folder_;
};

TEST_F(TraceFiles, HoldEventsThatNest) {
  write(small_log());
  const nlohmann::json trace = read_trace(path());
  expect_valid_events(trace);
  const auto slices = slices_of(trace);
  ASSERT_EQ(slices.size(), 4u);
  EXPECT_EQ(slices[0].at("name"), "tile");
  EXPECT_EQ(slices[1].at("name"), "swing, judge");
  EXPECT_EQ(slices[2].at("name"), "stage 9");
  EXPECT_EQ(slices[1].at("ts"), 0.007);
  EXPECT_EQ(slices[0].at("dur"), 5.007);
  EXPECT_EQ(slices[0].at("args").at("tile"), 8);
  EXPECT_EQ(name_of_process(trace, slices[0].at("pid")), "SM 3");
}

TEST_F(TraceFiles, SayWhatWasTraced) {
  write(small_log());
  const auto about = read_trace(path()).at("otherData");
  EXPECT_EQ(about.at("environment"), "cartpole");
  EXPECT_EQ(about.at("device"), "a \"GPU\"");
  EXPECT_EQ(about.at("level"), "stage");
  EXPECT_EQ(about.at("idle_share"), 0.25);
  EXPECT_TRUE(about.at("idle_share_in_launches").is_null());
  EXPECT_EQ(about.at("dropped_records"), 12);
}

TEST_F(TraceFiles, HoldSlicesThatClocksPlaceBeforeTheBeginning) {
  TraceLog log = small_log();
  log.slices = {{.start_ns = -1500, .end_ns = 7, .processor = 3, .tile = 8}};
  write(log);
  const nlohmann::json trace = read_trace(path());
  for (const nlohmann::json& event : trace.at("traceEvents")) {
    if (event["ph"] != "X") continue;
    EXPECT_DOUBLE_EQ(event["ts"].get<double>(), -1.5);
    EXPECT_DOUBLE_EQ(event["dur"].get<double>(), 1.507);
  }
}

TEST_F(TraceFiles, AreValidWithoutSlices) {
  write(TraceLog{});
  EXPECT_TRUE(read_trace(path()).at("traceEvents").empty());
}

TEST_F(TraceFiles, AppearWhenTheyAreWhole) {
  std::ofstream(path()) << "old";
  {
    TraceFile file(path());
    EXPECT_EQ(files(), 2);
    EXPECT_EQ(std::filesystem::file_size(path()), 3u);
    file.write(small_log());
    EXPECT_EQ(files(), 1);
  }
  expect_valid_events(read_trace(path()));
}

TEST_F(TraceFiles, LeaveNothingWhereNothingIsWritten) {
  { const TraceFile file(path()); }
  EXPECT_EQ(files(), 0);
}

TEST_F(TraceFiles, FollowLinks) {
  std::ofstream(folder_ / "elsewhere.json") << "old";
  std::filesystem::create_symlink(folder_ / "elsewhere.json", path());
  write(small_log());
  EXPECT_TRUE(std::filesystem::is_symlink(path()));
  expect_valid_events(read_trace(folder_ / "elsewhere.json"));
}

TEST_F(TraceFiles, AreRefusedWhereNoneCanBe) {
  for (const std::string& path :
       {std::string("/nowhere/trace.json"), folder_.string(), std::string("/dev/null")}) {
    expect_refused(Refusal::Unavailable, {path, "cannot be written"},
                   [&] { const TraceFile file(path); });
  }
  EXPECT_EQ(files(), 0);
}

}  // namespace
}  // namespace starling::tests
