/// The report of kernels reads what ptxas says, names kernels in words and finds spills.
#include <gtest/gtest.h>

#include <sstream>

#include "engine/kernel_report/kernel_name.hpp"
#include "engine/kernel_report/occupancy.hpp"
#include "engine/kernel_report/report.hpp"

namespace starling::tests {
namespace {

using namespace kernel_report;

constexpr const char* step_symbol =
    "_ZN8starling6detail11run_on_cudaINS0_9ProgramOfINS_4envs8cartpole8CartPoleELNS_11ProgramKindE"
    "2ELb1EEELNS_9ResidencyE1ELi8ELb0EEEvNS0_12LaunchPrefixE";
constexpr const char* unfused_symbol =
    "_ZN8starling6detail11run_on_cudaINS0_9ProgramOfINS_4envs8cartpole8CartPoleELNS_11ProgramKindE"
    "4ELb0EEELNS_9ResidencyE2ELi0ELb0EEEvNS0_12LaunchPrefixE";

std::string said_of(const std::string& symbol, const std::string& frame, const std::string& used) {
  return "ptxas info    : Compiling entry function '" + symbol +
         "' for 'sm_90a'\n"
         "ptxas info    : Function properties for " +
         symbol + "\n    " + frame + "\nptxas info    : " + used +
         "\nptxas info    : Compile time = 37.362 ms\n";
}

constexpr const char* no_spills = "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads";
constexpr const char* spills = "8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads";
constexpr const char* used_32 =
    "Used 32 registers, used 1 barriers, 8 bytes cumulative stack size, 128 bytes smem";

ObjectUsage usage_of(const std::string& text) {
  std::istringstream lines(text);
  return read_usage(lines);
}

TEST(KernelReport, ShortensNamesOfOtherKernels) {
  EXPECT_EQ(short_name("_ZN4room4warmEf"), "warm");
  EXPECT_EQ(short_name("_ZN12_GLOBAL__N_14fillEPf"), "fill");
  EXPECT_EQ(short_name("_ZN4room4warmINS_4TileILi8ELb1EEEEEvPf"), "warm<Tile<8, true> >");
  EXPECT_EQ(short_name("plain"), "plain");
}

TEST(KernelReport, ReadsWhatPtxasSays) {
  const ObjectUsage usage = usage_of("compiled in 5235 ms\nptxas info    : 0 bytes gmem\n" +
                                     said_of(step_symbol, spills, used_32));
  EXPECT_DOUBLE_EQ(usage.compile_s, 5.235);
  ASSERT_EQ(usage.kernels.size(), 1u);
  const KernelUsage& kernel = usage.kernels.front();
  EXPECT_EQ(kernel.symbol, step_symbol);
  EXPECT_EQ(kernel.architecture, "sm_90a");
  EXPECT_EQ(kernel.registers, 32);
  EXPECT_EQ(kernel.stack_bytes, 8);
  EXPECT_EQ(kernel.spill_store_bytes, 4);
  EXPECT_EQ(kernel.spill_load_bytes, 12);
  EXPECT_EQ(kernel.shared_bytes, 128);
}

TEST(KernelReport, CountsSpillsOfCalledFunctionsToTheirKernel) {
  std::string text = said_of(step_symbol, no_spills, used_32);
  text.insert(text.find("ptxas info    : Used"),
              std::string("ptxas info    : Function properties for helper\n    ") + spills + "\n");
  const KernelUsage kernel = usage_of(text).kernels.at(0);
  EXPECT_EQ(kernel.stack_bytes, 0);
  EXPECT_EQ(kernel.spill_load_bytes, 12);
}

TEST(KernelReport, NamesProgramsInWords) {
  const auto step = program_of(step_symbol);
  ASSERT_TRUE(step);
  EXPECT_EQ(step->environment, "CartPole");
  EXPECT_EQ(program_in_words(*step), "step");
  EXPECT_EQ(residency_in_words(*step), "registers, 8 lanes");
  EXPECT_TRUE(step->is_production_step());
  const auto unfused = program_of(unfused_symbol);
  ASSERT_TRUE(unfused);
  EXPECT_EQ(program_in_words(*unfused), "verify, unfused");
  EXPECT_FALSE(unfused->is_production_step());
  EXPECT_FALSE(program_of("copy_kernel"));
}

TEST(KernelReport, ComputesBlocksOfAnSm) {
  const SmLimits hopper = limits_of("sm_90a").value();
  EXPECT_EQ(blocks_per_sm(hopper, 256, 32, 128), 8);  // by warps
  EXPECT_EQ(blocks_per_sm(hopper, 256, 33, 128), 6);  // 40 registers are given
  EXPECT_EQ(blocks_per_sm(hopper, 256, 64, 128), 4);
  EXPECT_EQ(blocks_per_sm(hopper, 256, 255, 128), 1);
  EXPECT_EQ(blocks_per_sm(hopper, 32, 16, 0), 32);           // by blocks
  EXPECT_EQ(blocks_per_sm(hopper, 256, 32, 100 * 1024), 2);  // by shared memory
  EXPECT_EQ(blocks_per_sm(limits_of("sm_86").value(), 256, 32, 0), 6);
  EXPECT_EQ(blocks_per_sm(limits_of("sm_86").value(), 32, 16, 0), 16);
  EXPECT_EQ(blocks_per_sm(limits_of("sm_120").value(), 32, 16, 0), 24);
  EXPECT_FALSE(limits_of("sm_70"));
}

TEST(KernelReport, HasARowForEveryKernel) {
  const std::string table =
      as_table({usage_of("compiled in 1200 ms\n" + said_of(unfused_symbol, spills, used_32) +
                         said_of(step_symbol, no_spills, used_32))});
  const auto step =
      table.find("CartPole     step             registers, 8 lanes         32        0/0");
  const auto unfused =
      table.find("CartPole     verify, unfused  shared                     32       4/12");
  EXPECT_NE(step, std::string::npos) << table;
  EXPECT_NE(unfused, std::string::npos) << table;
  EXPECT_LT(step, unfused);
  EXPECT_NE(table.find("1.2 s (CartPole)"), std::string::npos) << table;
}

TEST(KernelReport, FindsSpillsInStepsOfProductionAlone) {
  const ObjectUsage clean =
      usage_of(said_of(step_symbol, no_spills, used_32) + said_of(unfused_symbol, spills, used_32));
  EXPECT_TRUE(spills_in_production({clean}).empty());
  const auto sentences =
      spills_in_production({clean, usage_of(said_of(step_symbol, spills, used_32))});
  ASSERT_EQ(sentences.size(), 1u);
  EXPECT_EQ(sentences.front(),
            "CartPole, step, registers, 8 lanes, sm_90a spills registers: 4 bytes of stores and 12 "
            "of loads");
}

/// 64 Ki registers for 384 threads are 168 for each.
TEST(KernelReport, AllowsAFewSpillsWhereTeamsShareAllRegisters) {
  const auto sentences_of = [](const std::string& stored, const std::string& registers) {
    const std::string frame =
        "8 bytes stack frame, " + stored + " bytes spill stores, 12 bytes spill loads";
    const std::string used = "Used " + registers + " registers, used 1 barriers, 128 bytes smem";
    return spills_in_production({usage_of(said_of(step_symbol, frame, used))}).size();
  };
  EXPECT_EQ(sentences_of("1280", "168"), 0u);
  EXPECT_EQ(sentences_of("1284", "168"), 1u);
  EXPECT_EQ(sentences_of("1280", "160"), 1u);
}

}  // namespace
}  // namespace starling::tests
