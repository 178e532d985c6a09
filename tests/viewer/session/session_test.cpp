// A session plays, pauses and steps as it is told, and hands out frames.
#include "viewer/session/session.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/output_folder.hpp"
#include "viewer/session/live_source.hpp"
#include "viewer/session/replay_source.hpp"

namespace starling::viewer {
namespace {

std::unique_ptr<Session> paused_session() {
  const Settings settings{.environment = "cartpole", .worlds = 8, .threads = 1};
  return std::make_unique<Session>(std::make_unique<LiveSource>(settings, "random"), 30.0, false);
}

/// The frame of what stands now.
Frame frame_of(Session& session) {
  Frame frame;
  session.wait_until_idle();
  while (!session.take(frame))
    session.wait_until_idle();
  return frame;
}

TEST(Session, StepsAsOftenAsItIsTold) {
  const auto session = paused_session();
  session->post(Advance{37});
  const Frame frame = frame_of(*session);
  EXPECT_EQ(frame.step, 37);
  EXPECT_FALSE(frame.is_playing);
  EXPECT_EQ(frame.page.size(), 8U);
  EXPECT_EQ(frame.policy, "random");
}

TEST(Session, PlaysUntilItIsPaused) {
  const auto session = paused_session();
  session->post(SetSpeed{0});
  session->post(Play{true});
  Frame frame;
  while (!session->take(frame) || frame.step < 50) {
  }
  EXPECT_TRUE(frame.is_playing);
  session->post(Play{false});
  const std::int64_t step = frame_of(*session).step;
  session->post(Advance{1});
  session->wait_until_idle();
  EXPECT_EQ(frame_of(*session).step, step + 1);
}

TEST(Session, SaysWhatCannotBeDoneAndGoesOn) {
  const auto session = paused_session();
  const Change reset = ResetWorld{99};
  session->post(reset);
  EXPECT_NE(frame_of(*session).message.find("world 99"), std::string::npos);
  session->post(Advance{1});
  const Frame frame = frame_of(*session);
  EXPECT_EQ(frame.step, 1);
  EXPECT_TRUE(frame.message.empty());
}

TEST(Session, ShowsOtherWorldsWhilePaused) {
  const auto session = paused_session();
  session->want({.first = 2, .count = 3, .selected = 4});
  Frame frame;
  while (!session->take(frame) || frame.wanted.first != 2) {
  }
  ASSERT_EQ(frame.page.size(), 3U);
  EXPECT_EQ(frame.page[0].world, 2);
  EXPECT_EQ(frame.selected->world, 4);
}

TEST(Session, EndsWhilePlaying) {
  for (int time = 0; time < 20; ++time) {
    const auto session = paused_session();
    session->post(Play{true});
  }
}

TEST(Session, WaitsForNoStepThatCannotBeDone) {
  using namespace std::chrono_literals;
  const tests::detail::OutputFolder folder;
  const std::string path = folder.out().string();
  const Settings settings{.environment = "cartpole", .worlds = 8, .threads = 1};
  LiveSource(settings, "random", path).finish();  // a recording without a step
  Session session(std::make_unique<ReplaySource>(path, ReplaySettings{.threads = 1}), 30.0, true);
  session.post(Advance{std::int64_t{1} << 40});
  EXPECT_TRUE(session.wait_until_idle(5s));
  EXPECT_FALSE(frame_of(session).is_playing);
}

/// A run that goes on elsewhere.
class ElsewhereSource final : public Source {
 public:
  const Run& run() const override { return run_; }
  const PreparedEnvironment& environment() const override { return environment_; }
  Abilities abilities() const override { return {}; }
  std::int64_t step() const override { return 0; }
  int most_steps() const override { return 1; }
  void advance(int) override {}
  void seek(std::int64_t) override {}
  void change(const Change&) override {}
  void show(Frame&) override {}
  void count(Numbers&) override {}

 private:
  Run run_;
  PreparedEnvironment environment_{"cartpole", {}};
};

TEST(Session, TracesWhetherOrNotItIsLookedAt) {
  Settings settings{.environment = "cartpole", .worlds = 8, .threads = 1};
  settings.trace = TraceLevel::Tile;
  Session session(std::make_unique<LiveSource>(settings, "random"), 30.0, false);
  session.post(Advance{20});
  session.wait_until_idle();
  const std::optional<TraceLog> trace = session.take_trace();
  ASSERT_TRUE(trace);
  ASSERT_FALSE(trace->slices.empty());
  EXPECT_EQ(trace->slices.front().step, 0);
  EXPECT_EQ(trace->slices.back().step, 16);  // of the second launch
  EXPECT_FALSE(session.take_trace());
}

TEST(Session, SaysThatARunElsewhereCannotBeStepped) {
  using namespace std::chrono_literals;
  Session session(std::make_unique<ElsewhereSource>(), 30.0, false);
  session.post(Advance{5});
  ASSERT_TRUE(session.wait_until_idle(5s));
  EXPECT_NE(frame_of(session).message.find("cannot be stepped"), std::string::npos);
}

TEST(Session, LeavesAWholeRecordingWhereItIsStopped) {
  const tests::detail::OutputFolder folder;
  const std::string path = folder.out().string();
  const Settings settings{.environment = "cartpole", .worlds = 8, .threads = 1};
  Session session(std::make_unique<LiveSource>(settings, "random", path), 30.0, false);
  session.post(Advance{20});
  session.wait_until_idle();
  session.stop();
  const Replay replay(path, {.threads = 1});
  EXPECT_TRUE(replay.reader().is_whole());
  EXPECT_EQ(replay.steps(), 20);
}

}  // namespace
}  // namespace starling::viewer
