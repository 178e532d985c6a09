// What cannot be shown is refused in one sentence: no display, no OpenGL, and no sense.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "tests/support/program.hpp"
#include "tests/viewer/window/virtual_display.hpp"

namespace starling::tests {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 20s;

/// Sets a variable of the environment, or takes it away, for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    value == nullptr ? unsetenv(name) : setenv(name, value, 1);
  }
  ~Variable() { before_.empty() ? unsetenv(name_) : setenv(name_, before_.c_str(), 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string before_;
};

void expect_one_sentence(const Outcome& outcome, int status, const std::string& names) {
  EXPECT_EQ(outcome.status, status) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.rfind("starling-viewer: ", 0), 0U) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(names), std::string::npos) << outcome.err;
}

TEST(Viewer, SaysThatThereIsNoDisplayAndWhatNeedsNone) {
  const Variable display("DISPLAY", nullptr);
  const Variable wayland("WAYLAND_DISPLAY", nullptr);
  expect_one_sentence(Program("cartpole --backend cpu").finish_within(patience), 1, "--headless");
}

TEST(Viewer, SaysThatADisplayIsNotThere) {
  const Variable display("DISPLAY", ":54321");
  const Variable wayland("WAYLAND_DISPLAY", nullptr);
  expect_one_sentence(Program("cartpole --backend cpu").finish_within(patience), 1, "--headless");
}

TEST(Viewer, SaysThatADisplayHasNoOpenGl) {
  const VirtualDisplay display({640, 480}, "-extension GLX");
  if (!display.is_there()) GTEST_SKIP() << "there is no Xvfb";
  expect_one_sentence(Program("cartpole --backend cpu").finish_within(patience), 1, "OpenGL 3.3");
}

TEST(Viewer, SaysThatThereIsNoOpenGlToDrawWith) {
  const Variable vendors("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null");
  expect_one_sentence(
      Program("cartpole --backend cpu --headless --shot /dev/null").finish_within(patience), 1,
      "OpenGL 3.3");
}

struct BadInput {
  const char* arguments;
  int status;
  const char* names;  ///< What the sentence must name: the value or the limit.
};

void PrintTo(const BadInput& input, std::ostream* stream) {
  *stream << input.arguments;
}

class Refusals : public testing::TestWithParam<BadInput> {};

TEST_P(Refusals, AreOneSentence) {
  Program program(std::string(GetParam().arguments) + " --headless --shot /dev/null");
  expect_one_sentence(program.finish_within(patience), GetParam().status, GetParam().names);
}

INSTANTIATE_TEST_SUITE_P(
    OfTheViewer, Refusals,
    testing::Values(
        BadInput{"", 2, "--connect"}, BadInput{"fly --worlds 3", 2, "'fly'"},
        BadInput{"cartpole --fly", 2, "--fly"}, BadInput{"cartpole --fly 3", 2, "'fly'"},
        BadInput{"cartpole --worlds 0", 2, "'0'"}, BadInput{"cartpole --shown 1025", 2, "1024"},
        BadInput{"cartpole --width 63", 2, "64"}, BadInput{"cartpole --height 8193", 2, "8192"},
        BadInput{"cartpole --speed nan", 2, "--speed"},
        BadInput{"cartpole --speed -1", 2, "--speed"}, BadInput{"cartpole --tab sky", 2, "sky"},
        BadInput{"cartpole --worlds 5 --world 5", 2, "0 to 4"},
        BadInput{"overcooked --agent 2", 2, "0 to 1"},
        BadInput{"cartpole --worlds 2147483647", 1, "worlds fit"},
        BadInput{"cartpole --policy /nowhere", 2, "/nowhere"},
        BadInput{"cartpole --policy /", 2, "/"},
        BadInput{"cartpole --record /nowhere/run", 1, "/nowhere/run"},
        BadInput{"cartpole --connect 5", 2, "--connect"}, BadInput{"/dev/null", 2, "/dev/null"},
        BadInput{"/", 2, "'/'"}, BadInput{"--connect 0", 2, "65535"},
        BadInput{"--connect ::: ", 2, ":::"}, BadInput{"--connect 5 --steps 3", 2, "--steps"},
        BadInput{"--connect 5 --record run", 2, "--record"},
        BadInput{"--connect 5 --birds 70", 2, "--birds"}));

class Files : public testing::Test {
 protected:
  std::string path() const { return (folder_.out().parent_path() / "subject").string(); }
  Outcome shown(const std::string& arguments = {}) const {
    return Program(path() + " --headless --shot /dev/null " + arguments).finish_within(patience);
  }

 private:
  detail::OutputFolder folder_;
};

TEST_F(Files, ThatArePipesAreNotWaitedFor) {
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
  expect_one_sentence(shown(), 2, path());
}

TEST_F(Files, ThatHoldNothingAreRefused) {
  std::ofstream(path()).close();
  expect_one_sentence(shown(), 2, path());
}

TEST_F(Files, TakeNoOptionsOfEnvironments) {
  std::ofstream(path()).close();
  expect_one_sentence(shown("--wrold 3"), 2, "--wrold");
  expect_one_sentence(shown("--worlds 3"), 2, "--worlds");
}

TEST_F(Files, ThatWereCutOffAreShownUpToThere) {
  const Outcome whole = Program(
                            "cartpole --backend cpu --threads 1 --steps 40 --headless --shot "
                            "/dev/null --record " +
                            path())
                            .finish_within(patience);
  ASSERT_EQ(whole.status, 0) << whole.err;
  std::filesystem::resize_file(path(), std::filesystem::file_size(path()) * 2 / 3);
  const Outcome outcome = shown("--steps 1000");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

}  // namespace
}  // namespace starling::tests
