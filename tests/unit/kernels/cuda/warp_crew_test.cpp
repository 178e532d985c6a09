/// What the threads of a warp ask each other, on a GPU against plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/crew.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace {

namespace kernels = starling::kernels;
using kernels::Span;
using kernels::testing::finish_kernel;
using kernels::testing::has_device;
using kernels::testing::ManagedArray;

constexpr std::uint32_t threads = 32;

struct Triple {
  std::uint16_t parts[3];
};

/// What one thread hears.
struct Answers {
  kernels::Votes count;
  kernels::Votes sum;
  std::uint32_t lowest;
  std::uint32_t first;
  std::uint32_t from;
  Triple triple_from;
};

__global__ void ask_kernel(Span<const std::uint32_t> numbers, Span<Answers> answers) {
  const kernels::WarpCrew warp;
  const std::uint32_t own = numbers[warp.rank()];
  const auto part = static_cast<std::uint16_t>(own);
  const Triple triple{{part, static_cast<std::uint16_t>(part + 1U), 7}};
  const bool yes = own % 3 == 0;
  answers[warp.rank()] = {warp.count(yes),
                          warp.sum(own),
                          warp.lowest(own),
                          warp.first(yes),
                          warp.from(own, warp.rank() + 5),
                          warp.from(triple, warp.rank() * 3)};
}

class WarpCrew : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  void SetUp() override {
    if (!has_device()) GTEST_SKIP() << "no CUDA device";
  }
};

TEST_P(WarpCrew, HearsWhatPlainLoopsFind) {
  std::vector<std::uint32_t> numbers(threads);
  for (std::uint32_t rank = 0; rank < threads; ++rank)
    numbers[rank] = (rank + GetParam()) * 2654435761U;
  numbers[GetParam() % threads] = 3 * GetParam();  // one says yes for certain
  const ManagedArray<std::uint32_t> given(numbers);
  const ManagedArray<Answers> heard(threads);
  ask_kernel<<<1, threads>>>({given.span().data(), threads}, heard.span());
  finish_kernel();

  const auto says_yes = [](std::uint32_t number) { return number % 3 == 0; };
  kernels::Votes count;
  kernels::Votes sum;
  for (const std::uint32_t number : numbers) {
    count.all += says_yes(number) ? 1U : 0U;
    sum.all += number;
  }
  const auto first = std::find_if(numbers.begin(), numbers.end(), says_yes) - numbers.begin();
  const std::vector<Answers> answers = heard.items();
  for (std::uint32_t rank = 0; rank < threads; ++rank) {
    const Answers& own = answers[rank];
    EXPECT_EQ(own.count.before, count.before);
    EXPECT_EQ(own.count.all, count.all);
    EXPECT_EQ(own.sum.before, sum.before);
    EXPECT_EQ(own.sum.all, sum.all);
    EXPECT_EQ(own.lowest, *std::min_element(numbers.begin(), numbers.end()));
    EXPECT_EQ(own.first, first);
    EXPECT_EQ(own.from, numbers[(rank + 5) % threads]);
    const auto part = static_cast<std::uint16_t>(numbers[rank * 3 % threads]);
    EXPECT_EQ(own.triple_from.parts[0], part);
    EXPECT_EQ(own.triple_from.parts[1], static_cast<std::uint16_t>(part + 1U));
    EXPECT_EQ(own.triple_from.parts[2], 7);
    count.before += says_yes(numbers[rank]) ? 1U : 0U;
    sum.before += numbers[rank];
  }
}

INSTANTIATE_TEST_SUITE_P(Of, WarpCrew, ::testing::Range(0U, 33U));

}  // namespace
