/// A warpgroup's products and the copies that feed them, in a block of fibers: what their emulation
/// gives, and that it shows what a kernel forgets.
#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

#include "kernels/copy_engine.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/emulated/copy_engine_of_fibers.hpp"
#include "tests/emulated/tensor_core_of_fibers.hpp"
#include "tests/support/box_case.hpp"
#include "tests/support/warpgroup_case.hpp"

namespace starling::tests {
namespace {

using kernels::Major;

constexpr std::uint32_t orders[] = {0, 1, 2};

struct ExpectRight {
  std::uint32_t order;

  template <FactorAt a_place, FactorAt b_place, int columns>
  void operator()() const {
    using Case = WarpgroupCase<a_place, b_place, columns>;
    WarpgroupProblem problem(columns);
    EmulatedSharedMemory shared(Case::shared_bytes);
    BlockOfFibers block(kernels::warpgroup_threads, order);
    block.run(
        [&] { Case::run(problem.a.data(), problem.b.data(), problem.sums.data(), shared.data()); });
    problem.expect_right(problem.sums.data(), name_of(a_place, b_place, columns));
  }
};

TEST(EmulatedWarpgroup, ProductsArePlainProducts) {
  for_each_warpgroup_case(ExpectRight{0});
}

TEST(EmulatedWarpgroup, ProductsDoNotDependOnTheOrderOfThreads) {
  for (const std::uint32_t order : orders)
    ExpectRight{order}.operator()<FactorAt::Registers, FactorAt::PanelsTransposed, 64>();
}

/// One product of zeros, [64, 16] by [16, 8], added to sums of 1, with `act` in every thread
/// between its start and the wait for it.
template <class Act>
float sum_after(bool fences, bool commits, Act act) {
  using Zeros = kernels::CoreMatrices<64, 16>;
  EmulatedSharedMemory shared(Zeros::size_bytes);
  std::memset(shared.data(), 0, shared.size());
  float last = 0;
  BlockOfFibers block(kernels::warpgroup_threads, 0);
  block.run([&] {
    const std::uint32_t a[4] = {};
    kernels::WarpgroupSums<8> sums{{{1, 1, 1, 1}}};
    if (fences) kernels::fence_products();
    kernels::start_product<Major::K>(a, Zeros::k_major(0, 0), false, sums);
    if (commits) kernels::commit_products();
    act(sums);
    kernels::wait_for_products<0>();
    last = sums.of[0][0];
  });
  return last;
}

using Sums = kernels::WarpgroupSums<8>;

TEST(EmulatedWarpgroup, ProductsAreDoneWhenTheyAreWaitedFor) {
  float early = 0;
  EXPECT_EQ(sum_after(true, true, [&](const Sums& sums) { early = sums.of[0][3]; }), 0.0F);
  EXPECT_EQ(early, 1.0F);
  EXPECT_EQ(sum_after(true, false, [](const Sums&) {}), 1.0F);
}

TEST(EmulatedWarpgroup, RefusesWhatProductsForbid) {
  const auto nothing = [](const Sums&) {};
  EXPECT_THROW(sum_after(false, true, nothing), std::logic_error);
  EXPECT_THROW(sum_after(true, true, [](Sums& sums) { sums.of[0][2] = 2; }), std::logic_error);
  EXPECT_THROW(sum_after(true, true,
                         [](const Sums&) {
                           if (kernels::thread_index() == 77) kernels::wait_for_products<0>();
                         }),
               std::logic_error);
}

TEST(EmulatedCopyEngine, CopiesBoxesAsTheyLieInTheTensor) {
  for (const CopiesMade when :
       {CopiesMade::AtOnce, CopiesMade::LateFromFirst, CopiesMade::LateFromLast}) {
    set_copies_made(when);
    for (const std::uint32_t order : orders) {
      for (const kernels::BoxOrigin& origin : BoxProblem::origins) {
        BoxProblem problem;
        const kernels::Bfloat16* items = problem.items.data();
        const kernels::TensorMap map = describe_for_fibers(BoxProblem::tensor(items));
        EmulatedSharedMemory shared(BoxCopy::shared_bytes);
        BlockOfFibers block(BoxCopy::threads, order);
        block.run([&] { BoxCopy::run(map, origin, items, problem.out.data(), shared.data()); });
        problem.expect_right(origin, problem.out.data());
      }
    }
  }
}

/// What a thread reads of a copy of ones, before or after it waits, with poison there before.
std::uint32_t word_read(CopiesMade when, bool waits, std::uint32_t announced_bytes) {
  alignas(16) const std::uint32_t ones[4] = {1, 1, 1, 1};
  std::uint32_t word = 0;
  set_copies_made(when);
  EmulatedSharedMemory shared(32);
  BlockOfFibers block(32, 0);
  block.run([&] {
    if (kernels::thread_index() != 0) return;
    kernels::begin_phases(16, 1);
    kernels::arrive_announcing(16, announced_bytes);
    kernels::start_bulk_copy(0, ones, sizeof(ones), 16);
    if (waits) kernels::wait_for_phase(16, 0);
    std::memcpy(&word, shared.data(), sizeof(word));
  });
  return word;
}

TEST(EmulatedCopyEngine, ShowsAMissingWait) {
  EXPECT_EQ(word_read(CopiesMade::LateFromFirst, true, 16), 1U);
  EXPECT_EQ(word_read(CopiesMade::AtOnce, true, 16), 1U);
  EXPECT_EQ(word_read(CopiesMade::LateFromFirst, false, 16), ~0U);
}

TEST(EmulatedCopyEngine, RefusesAWaitForBytesThatDoNotCome) {
  EXPECT_THROW(word_read(CopiesMade::LateFromFirst, true, 32), std::logic_error);
}

}  // namespace
}  // namespace starling::tests
