/// Where golden data is read from, and that what cannot be compared with is no silent success.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>

#include "tests/support/cartpole_golden.hpp"
#include "tests/support/golden.hpp"

namespace starling::tests {
namespace {

/// STARLING_GOLDEN with another value until the end of a test.
class ChosenFolder {
 public:
  explicit ChosenFolder(const char* folder) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, folder, 1);
  }
  ~ChosenFolder() {
    if (before_) {
      setenv(name, before_->c_str(), 1);
    } else {
      unsetenv(name);
    }
  }
  ChosenFolder(const ChosenFolder&) = delete;
  ChosenFolder& operator=(const ChosenFolder&) = delete;

 private:
  static constexpr const char* name = "STARLING_GOLDEN";
  std::optional<std::string> before_;
};

TEST(ReferenceData, IsReadFromTheFolderThatTheEnvironmentNames) {
  const ChosenFolder chosen("/somewhere/else");
  EXPECT_EQ(golden_folder(), "/somewhere/else");
}

TEST(ReferenceData, IsTheProjectsOwnWhereNoneIsNamed) {
  const ChosenFolder chosen("");
  EXPECT_EQ(golden_folder(), STARLING_GOLDEN_FOLDER);
  EXPECT_EQ(golden_files("cartpole_", ".txt").size(), 3u);
}

TEST(ReferenceData, OfTheProjectHasEpisodesThatEndAndOnesThatDoNot) {
  const ChosenFolder chosen("");
  int ended = 0;
  int cut = 0;
  for (const auto& path : golden_files("cartpole_", ".txt")) {
    for (const CartPoleEpisode& episode : read_cartpole_golden(path))
      (episode.steps.back().terminated ? ended : cut) += 1;
  }
  EXPECT_GT(ended, 0);
  EXPECT_GT(cut, 0);
}

/// The reader's sentence about a file with these lines, or "" if it takes it.
std::string complaint_about(const std::string& lines) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("starling_reference_" + std::to_string(getpid()) + ".txt");
  std::ofstream(path) << lines;
  std::string complaint;
  try {
    read_cartpole_golden(path);
  } catch (const std::runtime_error& error) {
    complaint = error.what();
  }
  std::filesystem::remove(path);
  return complaint;
}

TEST(ReferenceData, IsTakenInItsFormatAlone) {
  const std::string step = "0x1p-4 0 0 0 1 0x1p-4 0.2 0 -0.3 1 0\n";
  EXPECT_EQ(complaint_about("# comment\nepisode 3\n" + step + "end 1 steps\n"), "");
  EXPECT_NE(complaint_about("# comment\n"), "");
  EXPECT_NE(complaint_about("episode 3\nend 0 steps\n"), "");
  EXPECT_NE(complaint_about("episode 3\n" + step + "end 2 steps\n"), "");
  EXPECT_NE(complaint_about(step), "");
  EXPECT_NE(complaint_about("episode 3\n0 0 0\nend 1 steps\n"), "");
  EXPECT_NE(complaint_about("episode 3\n0 0 0 0 1 0 zero 0 0 1 0\nend 1 steps\n"), "");
}

}  // namespace
}  // namespace starling::tests
