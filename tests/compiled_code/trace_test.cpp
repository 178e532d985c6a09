/// A trace costs nothing where it is off: kernels with its hooks are those without.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/compiled_code/ptx.hpp"

namespace starling::tests {
namespace {

/// A kernel's instructions, without what only tells of source lines, which differ.
std::string instructions_of(const std::string& path, const std::string& kernel) {
  std::istringstream code(code_in(path, kernel));
  std::string kept;
  const std::regex of_source_lines(R"(\s*(\.loc|//|\$L__tmp|\$L__func).*)");
  for (std::string line; std::getline(code, line);) {
    if (!std::regex_match(line, of_source_lines)) kept += line + "\n";
  }
  return kept;
}

bool reads_a_clock(const std::string& code) {
  return std::regex_search(code, std::regex("%(clock|globaltimer|smid)"));
}

TEST(CompiledTrace, IsTheSameCodeWithoutHooksWhereItIsOff) {
  for (const char* kernel :
       {"cartpole_rollout", "herd_rollout_in_registers", "herd_rollout_in_shared_memory"}) {
    const std::string code = instructions_of(STARLING_PTX_WITH_HOOKS, kernel);
    ASSERT_FALSE(code.empty()) << kernel;
    EXPECT_FALSE(reads_a_clock(code)) << kernel;
    EXPECT_TRUE(code == instructions_of(STARLING_PTX_WITHOUT_HOOKS, kernel)) << kernel;
  }
}

TEST(CompiledTrace, ReadsTheClockWhereItIsOn) {
  const char* kernel = "traced_cartpole_rollout";
  EXPECT_TRUE(reads_a_clock(instructions_of(STARLING_PTX_WITH_HOOKS, kernel)));
  EXPECT_FALSE(reads_a_clock(instructions_of(STARLING_PTX_WITHOUT_HOOKS, kernel)));
}

}  // namespace
}  // namespace starling::tests
