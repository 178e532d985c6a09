// A window goes on while it is resized, and ends cleanly however it ends.
#include <gtest/gtest.h>

#include "tests/support/program.hpp"
#include "tests/viewer/window/virtual_display.hpp"

namespace starling::tests {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 20s;
const std::string run = "cartpole --backend cpu --threads 1 --worlds 16";

class Windows : public testing::Test {
 protected:
  void SetUp() override {
    if (!display_.is_there()) GTEST_SKIP() << "there is no Xvfb";
  }

  VirtualDisplay& display() { return display_; }
  std::string recording() const { return (folder_.out().parent_path() / "run.starling").string(); }

  /// Of a run that was stopped a second after its window came.
  void expect_whole_recording() const {
    const Outcome replayed = Program("replay --json " + recording(), STARLING_REPLAYER).finish();
    EXPECT_EQ(replayed.status, 0) << replayed.err;
    EXPECT_NE(replayed.out.find("\"whole\":true"), std::string::npos) << replayed.out;
    EXPECT_EQ(replayed.out.find("\"steps\":0,"), std::string::npos) << replayed.out;
  }

 private:
  VirtualDisplay display_{{640, 480}};
  detail::OutputFolder folder_;
};

TEST_F(Windows, CloseAfterAsManyFramesAsAreAsked) {
  const Outcome outcome = Program(run + " --quit-after 20").finish_within(patience);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out.rfind("20 frames in ", 0), 0U) << outcome.out;
}

TEST_F(Windows, AreNoLargerThanTheScreen) {
  Program program(run + " --width 8000 --height 8000");
  ASSERT_TRUE(display().wait_for_window());
  EXPECT_EQ(display().window_size(), (Size{640, 480}));
  display().ask_window_to_close();
  EXPECT_EQ(program.finish_within(patience).status, 0);
}

TEST_F(Windows, GoOnWhileTheyAreResized) {
  Program program(run + " --width 500 --height 400");
  ASSERT_TRUE(display().wait_for_window());
  for (const Size size : {Size{300, 200}, Size{1, 1}, Size{5, 400}, Size{400, 5}, Size{2000, 1500},
                          Size{64, 64}, Size{640, 480}}) {
    display().resize_window(size);
    std::this_thread::sleep_for(150ms);
    ASSERT_FALSE(program.has_ended()) << program.finish().err;
    EXPECT_EQ(display().window_size(), size);
  }
  display().ask_window_to_close();
  const Outcome outcome = program.finish_within(patience);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Windows, CloseWhileTheRunPlaysAndLeaveAWholeRecording) {
  Program program(run + " --speed 0 --record " + recording());
  ASSERT_TRUE(display().wait_for_window());
  std::this_thread::sleep_for(300ms);
  display().ask_window_to_close();
  const Outcome outcome = program.finish_within(patience);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  expect_whole_recording();
}

TEST_F(Windows, EndAtCtrlCAndLeaveAWholeRecording) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program(run + " --record " + recording());
    ASSERT_TRUE(display().wait_for_window());
    std::this_thread::sleep_for(1s);
    program.send(signal);
    EXPECT_EQ(program.finish_within(patience).status, 0) << signal;
    expect_whole_recording();
    display().forget_window();
  }
}

TEST_F(Windows, SayThatTheyAreLostAndLeaveAWholeRecording) {
  Program program(run + " --record " + recording());
  ASSERT_TRUE(display().wait_for_window());
  std::this_thread::sleep_for(1s);
  display().disconnect_window();
  const Outcome outcome = program.finish_within(patience);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("starling-viewer: the window was lost\n"), std::string::npos)
      << outcome.err;
  expect_whole_recording();
}

TEST_F(Windows, EndWithTheServer) {
  Program program(run + " --record " + recording());
  ASSERT_TRUE(display().wait_for_window());
  std::this_thread::sleep_for(1s);
  display().end_server();
  const Outcome outcome = program.finish_within(patience);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("starling-viewer: the window was lost\n"), std::string::npos)
      << outcome.err;
  expect_whole_recording();
}

}  // namespace
}  // namespace starling::tests
