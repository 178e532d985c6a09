/// A trace file reads back as the log it was written from; whatever else stands in a file is
/// refused in a sentence.
#include "engine/trace_reader.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>

#include "engine/trace_file.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests {
namespace {

TraceLog full_log() {
  TraceLog log;
  log.environment = "herd";
  log.device_name = "a \"GPU\" \\ of \xc3\xa9toiles";
  log.device = Device::Cuda;
  log.level = TraceLevel::Stage;
  log.stage_period = 64;
  log.stage_names = {{0, "swing, judge"}, {7, "clear Cells"}, {12, "clear Cells"}};
  log.threads = 128;
  log.processors = 132;
  log.worlds = 4096;
  log.tiles = 512;
  log.slices = {
      {.start_ns = -1500, .end_ns = 5007, .tile = 3, .step = 64, .rows = 8, .active_lanes = 128},
      {.start_ns = 7, .end_ns = 9, .stage = 7, .tile = 3, .step = 64, .rows = 9, .active_lanes = 1},
      {.start_ns = 9, .end_ns = 5007, .stage = 12, .tile = 3, .step = 65, .rows = 4'000'000'000},
      {.start_ns = 5007, .end_ns = 6000, .tile = 4, .step = 1'000'000'000'000},
      {.start_ns = 0, .end_ns = 86'400'000'000'001, .lane = 2, .tile = 9},
      {.start_ns = 3, .end_ns = 3, .processor = 131, .tile = 10}};
  log.lanes = 264;
  log.launches = 2;
  log.dropped_records = 12;
  log.idle_share = 1.0 / 3;
  log.timer_step_ns = 32;
  log.clock_error_ns = 4931.0625;
  return log;
}

class TraceReader : public ::testing::Test {
 protected:
  TraceReader() {
    std::string pattern = std::filesystem::temp_directory_path() / "starling_reader_XXXXXX";
    EXPECT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  ~TraceReader() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ / "trace.json"; }
  std::string text_of(const TraceLog& log) const {
    TraceFile(path()).write(log);
    std::ostringstream text;
    text << std::ifstream(path()).rdbuf();
    return text.str();
  }
  TraceLog read(std::string text) const {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        fmemopen(text.data(), text.size(), "r"), &std::fclose);
    EXPECT_TRUE(file);
    return read_trace(file.get(), path());
  }
  /// The file of `full_log`, with one of its texts replaced by another.
  std::string changed(const std::string& from, const std::string& to) const {
    std::string text = text_of(full_log());
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return text.replace(place, from.size(), to);
  }
  void expect_no_trace(const std::string& text, std::initializer_list<std::string> words) const {
    expect_refused(Refusal::Usage, {path(), "at byte"}, [&] { read(text); });
    expect_refused(Refusal::Usage, words, [&] { read(text); });
  }

  std::filesystem::path folder_;
};

TEST_F(TraceReader, GivesTheLogThatWasWritten) {
  for (const TraceLog& log : {full_log(), TraceLog{}}) {
    EXPECT_EQ(read(text_of(log)), log);
    EXPECT_EQ(read_trace(path()), log);
  }
}

TEST_F(TraceReader, NumbersTheStagesOfOldFilesInTheOrderInWhichTheyAppear) {
  const TraceLog log = read(
      R"({"otherData":{"environment":"e","backend":"cuda","device":"d","level":"stage",
        "stage_period":64,"lanes":1,"launches":1,"idle_share":null,"idle_share_in_launches":0.5,
        "dropped_records":0,"timer_step_ns":32,"clock_error_ns":9},"traceEvents":[
        {"ph":"X","name":"tile","cat":"tile","pid":1,"tid":1,"ts":0,"dur":9,
         "args":{"tile":0,"step":0,"rows":1,"active_lanes":1}},
        {"ph":"X","name":"fly","cat":"stage","pid":1,"tid":1,"ts":1,"dur":1,
         "args":{"tile":0,"step":0,"rows":1,"active_lanes":1}},
        {"ph":"X","name":"eat","cat":"stage","pid":1,"tid":1,"ts":2.5,"dur":1,
         "args":{"tile":0,"step":0,"rows":1,"active_lanes":1}},
        {"ph":"X","name":"fly","cat":"stage","pid":1,"tid":1,"ts":4,"dur":1,
         "args":{"tile":0,"step":1,"rows":1,"active_lanes":1}}]})");
  ASSERT_EQ(log.slices.size(), 4u);
  EXPECT_EQ(log.stage_names, (StageNames{{0, "fly"}, {1, "eat"}}));
  EXPECT_EQ(log.slices[1].stage, 0);
  EXPECT_EQ(log.slices[2].stage, 1);
  EXPECT_EQ(log.slices[2].start_ns, 2500);
  EXPECT_EQ(log.slices[3].stage, 0);
  EXPECT_EQ(log.threads, 0);
  EXPECT_EQ(log.idle_share_in_launches, 0.5);
}

TEST_F(TraceReader, RefusesAFileThatIsNotThere) {
  expect_refused(Refusal::Unavailable, {"'/nowhere/trace.json'", "cannot be read"},
                 [] { read_trace("/nowhere/trace.json"); });
  expect_refused(Refusal::Unavailable, {folder_, "cannot be read"}, [&] { read_trace(folder_); });
}

TEST_F(TraceReader, RefusesAFileThatEndsAnywhere) {
  const std::string whole = text_of(full_log());
  for (std::size_t size = 0; size + 1 < whole.size(); ++size)
    expect_no_trace(whole.substr(0, size), {});
  EXPECT_EQ(read(whole.substr(0, whole.size() - 1)), full_log());  // a line's end is no loss
}

TEST_F(TraceReader, RefusesWhatIsNoTrace) {
  expect_no_trace("", {"at byte 0", "stands no object"});
  expect_no_trace("{}", {"no otherData or no traceEvents"});
  expect_no_trace("[1]", {"stands no object"});
  expect_no_trace(text_of(full_log()) + "x", {"something follows the end"});
  expect_no_trace(R"({"traceEvents":{}})", {"stands no array"});
  expect_no_trace(R"({"traceEvents":[7]})", {"at byte 16", "stands no object"});
  expect_no_trace(R"({"otherData":{"environment":"e"},"traceEvents":[]})",
                  {"otherData ends without 'backend'"});
  expect_no_trace(std::string("{\"x\":\"") + std::string(5000, 'y'), {"4096 bytes"});
  expect_no_trace("{\"x\":" + std::string(1'000'000, '['), {"more than 32"});
  expect_no_trace("{\"x\":" + std::string(1'000'000, '7') + "}", {"64"});
  expect_no_trace(R"({"x":"\ud800"})", {"surrogate"});
  expect_no_trace(R"({"x":tru})", {"stands no value"});
}

TEST_F(TraceReader, RefusesWrongTypesAndMissingOrDoubleMembers) {
  expect_no_trace(changed("\"cuda\"", "\"abacus\""), {"'abacus'"});
  expect_no_trace(changed("\"cuda\"", "7"), {"stands no text"});
  expect_no_trace(changed("\"lanes\":264", "\"lanes\":\"264\""), {"stands no number"});
  expect_no_trace(changed("\"lanes\":264", "\"lanes\":1,\"lanes\":2"), {"'lanes' comes twice"});
  expect_no_trace(changed("\"7\":", "\"0\":"), {"'0' comes twice"});
  expect_no_trace(changed("\"7\":", "\"-7\":"), {"'-7' is no index"});
  expect_no_trace(changed("\"pid\":1,\"tid\":1,\"ts\"", "\"tid\":1,\"ts\""), {"without 'pid'"});
  expect_no_trace(changed("\"rows\":8,", ""), {"without 'rows'"});
  expect_no_trace(changed("\"rows\":8,", "\"rows\":8,\"rows\":8,"), {"'rows' comes twice"});
  expect_no_trace(changed("\"ph\":\"X\"", "\"ph\":\"B\""), {"'B'"});
  expect_no_trace(changed("\"traceEvents\"", "\"otherData\""), {"'otherData' comes twice"});
}

TEST_F(TraceReader, RefusesNumbersOutOfRange) {
  expect_no_trace(changed("\"stage_period\":64", "\"stage_period\":0"), {"from 1 to 2147483647"});
  expect_no_trace(changed("\"rows\":8,", "\"rows\":-8,"), {"not whole and from 0"});
  expect_no_trace(changed("\"rows\":8,", "\"rows\":8.5,"), {"not whole"});
  expect_no_trace(changed("\"rows\":8,", "\"rows\":1e300,"), {"not whole"});
  expect_no_trace(changed("\"rows\":8,", "\"rows\":1e999,"), {"out of range"});
  expect_no_trace(changed("\"rows\":8,", "\"rows\":NaN,"), {"stands no number"});
  expect_no_trace(changed("\"rows\":8,", "\"rows\":08,"), {"needless 0"});
  expect_no_trace(changed("\"dur\":6.507", "\"dur\":-6.507"), {"a time is out of range"});
  expect_no_trace(changed("\"ts\":-1.500", "\"ts\":-1e13"), {"a time is out of range"});
  expect_no_trace(changed("\"pid\":132,\"tid\":1,\"ts\"", "\"pid\":1000000,\"tid\":1,\"ts\""),
                  {"from 1 to 4096"});
  expect_no_trace(changed("\"tile\":10,", "\"tile\":4000000000,"), {"from 0 to"});
}

TEST_F(TraceReader, RefusesMoreThan1024Stages) {
  TraceLog log = full_log();
  log.slices.resize(1);
  for (int stage = 0; stage < 1024; ++stage)
    log.slices.push_back({.start_ns = 9, .end_ns = 9, .stage = stage});
  EXPECT_EQ(read(text_of(log)), log);
  log.slices.push_back({.start_ns = 9, .end_ns = 9, .stage = 1024});
  expect_no_trace(text_of(log), {"stage 1025"});
}

TEST_F(TraceReader, RefusesSlicesOutOfOrder) {
  TraceLog log = full_log();
  std::swap(log.slices[0], log.slices[3]);
  expect_no_trace(text_of(log), {"starts before the one before it ends"});
  log = full_log();
  std::swap(log.slices[4], log.slices[5]);
  expect_no_trace(text_of(log), {"lane before"});
  log = full_log();
  log.slices.erase(log.slices.begin());
  expect_no_trace(text_of(log), {"a stage stands before its tile"});
  log = full_log();
  log.slices[2].end_ns = 5008;
  expect_no_trace(text_of(log), {"a stage ends after its tile"});
}

/// A changed byte gives a log or a refusal, and nothing worse.
TEST_F(TraceReader, SurvivesChangedBytes) {
  const std::string whole = text_of(full_log());
  constexpr int rounds = 4000;  // 10 us each
  std::mt19937 random(6);
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    std::string text = whole;
    for (int change = 0; change <= round % 3; ++change)
      text[random() % text.size()] = static_cast<char>(random());
    try {
      const TraceLog log = read(text);
      EXPECT_LE(log.slices.size(), text.size());
    } catch (const Error& error) {
      ++refused;
      EXPECT_EQ(error.refusal(), Refusal::Usage);
    }
  }
  EXPECT_GT(refused, rounds / 2);
}

}  // namespace
}  // namespace starling::tests
