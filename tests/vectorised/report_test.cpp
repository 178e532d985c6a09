/// The loops over worlds of the CPU backend are vectorised, by the compiler's own word.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace starling::tests {
namespace {

/// Line of the loop `header` in a function of CpuPass.
int line_of(const std::string& function, const std::string& header) {
  std::ifstream source(STARLING_PASSES);
  bool in_function = false;
  int number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    in_function = in_function || line.find("void " + function + "(") != std::string::npos;
    if (in_function && line.find(header) != std::string::npos) return number;
  }
  return 0;
}

/// Whether the report on a source calls the loop on a line vectorised, eight floats at a time.
bool is_vectorised(const std::string& report_name, int line_number) {
  const std::string place = "cpu_pass.hpp:" + std::to_string(line_number) + ":";
  std::ifstream report(STARLING_REPORTS "/" + report_name + ".txt");
  for (std::string line; std::getline(report, line);) {
    if (line.find(place) != std::string::npos &&
        line.find("loop vectorized using 32 byte vectors") != std::string::npos) {
      return true;
    }
  }
  return false;
}

TEST(Vectorised, CartPoleStep) {
  const int row_loop = line_of("run_everywhere", "for (RowIndex world");
  EXPECT_TRUE(is_vectorised("cartpole_step", row_loop));
}

TEST(Vectorised, CollisionsOfAllPairs) {
  const int row_loop = line_of("run_everywhere", "for (RowIndex world");
  EXPECT_TRUE(is_vectorised("arena_passes", row_loop));
}

TEST(Vectorised, WideObservations) {
  const int staged_loop = line_of("run_staged_row", "for (RowIndex lane");
  EXPECT_TRUE(is_vectorised("arena_passes", staged_loop));
}

}  // namespace
}  // namespace starling::tests
