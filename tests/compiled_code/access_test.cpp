/// What the compiled kernels load and store, counted in their PTX.
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/compiled_code/ptx.hpp"

namespace starling::tests {
namespace {

std::string code_of(const std::string& kernel) {
  return code_in(STARLING_PTX, kernel);
}

/// Bytes that all instructions `operation`.`space` of a kernel move, vectors counted whole.
int bytes(const std::string& code, const std::string& operation, const std::string& space) {
  const std::regex pattern("\\b" + operation + "\\." + space +
                           "(\\.v([24]))?\\.[usfb](8|16|32|64)\\b");
  int sum = 0;
  for (std::sregex_iterator at(code.begin(), code.end(), pattern), end; at != end; ++at) {
    const int lanes = (*at)[2].matched ? std::stoi((*at)[2]) : 1;
    sum += lanes * std::stoi((*at)[3]) / 8;
  }
  return sum;
}

int count(const std::string& code, const std::string& pattern) {
  const std::regex expression(pattern);
  return static_cast<int>(
      std::distance(std::sregex_iterator(code.begin(), code.end(), expression), {}));
}

// Bytes of a row: Cart 8, Pole 8, Clock 8, Return 4, EpisodesEnded 4, Tally 24, Action 1,
// Observation 16, Reward 4, Ending 2, and where an episode ends the final observation, a sector
// of 32. Where an action is refused, the word of 4 that says how many steps were done before.
TEST(CompiledCode, CartPoleLoadsEveryColumnOnce) {
  const std::string code = code_of("cartpole_in_registers");
  ASSERT_FALSE(code.empty());
  EXPECT_EQ(bytes(code, "ld", "global"), 8 + 8 + 8 + 4 + 4 + 24 + 1 + 4);
}

TEST(CompiledCode, CartPoleStoresEveryColumnOnce) {
  const std::string code = code_of("cartpole_in_registers");
  EXPECT_EQ(bytes(code, "st", "global"), 8 + 8 + 8 + 4 + 4 + 24 + 16 + 4 + 2 + 32);
}

TEST(CompiledCode, CartPoleNeedsNoBarrierAndNoSharedMemory) {
  const std::string code = code_of("cartpole_in_registers");
  EXPECT_EQ(count(code, "\\bbar\\.|\\bbarrier\\."), 0);
  EXPECT_EQ(count(code, "\\b(ld|st)\\.shared"), 0);
}

// Exports alone: Sight 20 (observed twice), its final one in a sector of 32, Reward 4 (cleared and
// earned), Ending 2.
TEST(CompiledCode, ResidentColumnsAreStoredToSharedMemoryAlone) {
  const std::string code = code_of("herd_in_shared_memory");
  ASSERT_FALSE(code.empty());
  EXPECT_EQ(bytes(code, "st", "global"), 2 * 20 + 32 + 2 * 4 + 2);
  EXPECT_GT(bytes(code, "st", "shared"), 0);
}

// Exports alone: Action 8 (checked, then used), Reward 4, Sight 20 where it is kept, and Ending 2
// in each of the eight passes over rows whose episode ended. Where an action is refused, 4 as
// above.
TEST(CompiledCode, ResidentColumnsAreLoadedFromSharedMemoryAlone) {
  const std::string code = code_of("herd_in_shared_memory");
  EXPECT_EQ(bytes(code, "ld", "global"), 2 * 8 + 4 + 20 + 8 * 2 + 4);
  EXPECT_GT(bytes(code, "ld", "shared"), 0);
}

TEST(CompiledCode, BarriersAreThoseOfTheSchedule) {
  EXPECT_EQ(count(code_of("herd_in_shared_memory"), "\\bbar\\.sync"), 9);
}

TEST(CompiledCode, NoRowLivesInLocalOrUnknownMemory) {
  for (const char* kernel : {"cartpole_in_registers", "herd_in_shared_memory"}) {
    const std::string code = code_of(kernel);
    EXPECT_EQ(count(code, "\\b(ld|st)\\.local"), 0) << kernel;
    EXPECT_EQ(count(code, "\\b(ld|st)\\.(v[24]\\.)?[usfb](8|16|32|64)\\b"), 0) << kernel;
  }
}

}  // namespace
}  // namespace starling::tests
