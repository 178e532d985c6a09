// A session plays, pauses and steps as it is told, and hands out frames.
#include "viewer/session/session.hpp"

#include <gtest/gtest.h>

#include "viewer/session/live_source.hpp"

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
  session->post(Change{ResetWorld{99}});
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

}  // namespace
}  // namespace starling::viewer
