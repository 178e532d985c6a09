/// CUDA's blocks, emulated in several orders of their threads, come to what a CPU thread comes to:
/// a crew's algorithm that is wrong, or a barrier that is missing, can show here without a GPU.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "tests/support/program.hpp"

namespace starling::tests {
namespace {

struct Run {
  const char* environment;
  const char* options;
};

void PrintTo(const Run& run, std::ostream* out) {
  *out << run.environment;
}

std::string hash_by(const char* program, const Run& run) {
  const std::string arguments =
      std::string{"rollout "} + run.environment + " --json --threads 1 " + run.options;
  const Outcome outcome = Program(arguments, program).finish();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out).at("state_hash");
}

class EmulatedBlocks : public ::testing::TestWithParam<Run> {};

TEST_P(EmulatedBlocks, ComeToWhatAThreadComesTo) {
  const std::string expected = hash_by(STARLING_PROGRAM_OF_TESTS, GetParam());
  for (const auto& [threads, order] : {std::pair{"64", "0"}, {"64", "1"}, {"128", "6"}}) {
    setenv("STARLING_EMULATED_THREADS", threads, 1);
    setenv("STARLING_EMULATED_ORDER", order, 1);
    EXPECT_EQ(hash_by(STARLING_PROGRAM_EMULATED, GetParam()), expected)
        << threads << " threads, order " << order;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, EmulatedBlocks,
                         ::testing::Values(Run{"murmuration",
                                               "--worlds 4 --steps 60 --birds 64 --hawks 2"},
                                           Run{"murmuration", "--worlds 2 --steps 40 --tile 1"},
                                           Run{"overcooked", "--worlds 5 --steps 450"},
                                           Run{"herd", "--worlds 7 --steps 100"},
                                           Run{"colony", "--worlds 7 --steps 100"},
                                           Run{"crowd", "--worlds 7 --steps 60"}));

}  // namespace
}  // namespace starling::tests
