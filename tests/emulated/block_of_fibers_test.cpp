#include "tests/emulated/block_of_fibers.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <vector>

namespace starling::tests {
namespace {

constexpr std::uint32_t threads = 64;
constexpr std::uint32_t orders[] = {0, 1, 2, 6, BlockOfFibers::warp_by_warp};

/// What the last thread reads of the numbers that all write, with or without a barrier between.
std::uint32_t neighbours_sum(std::uint32_t order, bool has_barrier) {
  BlockOfFibers block(threads, order);
  std::vector<std::uint32_t> numbers(threads, 0);
  std::uint32_t sum = 0;
  block.run([&] {
    numbers[block.rank()] = block.rank();
    if (has_barrier) block.sync_block();
    if (block.rank() != threads - 1) return;
    for (const std::uint32_t number : numbers)
      sum += number;
  });
  return sum;
}

TEST(BlockOfFibers, ShowsAMissingBarrier) {
  std::set<std::uint32_t> with;
  std::set<std::uint32_t> without;
  for (const std::uint32_t order : orders) {
    with.insert(neighbours_sum(order, true));
    without.insert(neighbours_sum(order, false));
  }
  EXPECT_EQ(with, std::set<std::uint32_t>{threads * (threads - 1) / 2});
  EXPECT_GT(without.size(), 1U);
}

TEST(BlockOfFibers, RunsEveryThreadOnce) {
  for (const std::uint32_t order : orders) {
    BlockOfFibers block(threads, order);
    std::vector<int> calls(threads, 0);
    block.run([&] { ++calls[block.rank()]; });
    EXPECT_EQ(calls, std::vector<int>(threads, 1));
  }
}

TEST(BlockOfFibers, RefusesThreadsThatWaitForDifferentThings) {
  BlockOfFibers block(threads, 0);
  EXPECT_THROW(block.run([&] { block.rank() == 5 ? block.sync_warp() : block.sync_block(); }),
               std::logic_error);
  EXPECT_THROW(block.run([&] {
    if (block.rank() != 40) block.sync_block();
  }),
               std::logic_error);
}

/// Each group of eight gathers a number of times of its own, and then the whole warp once.
TEST(BlockOfFibers, GathersOfSomeLanesOfAWarp) {
  for (const std::uint32_t order : orders) {
    BlockOfFibers block(threads, order);
    std::vector<std::uint32_t> sums(threads, 0);
    std::vector<std::uint32_t> lasts(threads, 0);
    block.run([&] {
      const std::uint32_t rank = block.rank();
      const std::uint32_t first = rank % 32 / 8 * 8;
      const std::uint32_t lanes = 0xffU << first;
      for (std::uint32_t turn = 0; turn <= first / 8; ++turn) {
        const std::uint32_t* given = block.gather_lanes(lanes, rank + turn);
        for (std::uint32_t lane = first; lane < first + 8; ++lane)
          sums[rank] += given[lane];
      }
      lasts[rank] = block.gather(rank)[31];
    });
    for (std::uint32_t rank = 0; rank < threads; ++rank) {
      const std::uint32_t group = rank % 32 / 8;
      const std::uint32_t of_ranks = 8 * (rank / 8 * 8) + 28;
      EXPECT_EQ(sums[rank], (group + 1) * of_ranks + 8 * (group * (group + 1) / 2)) << rank;
      EXPECT_EQ(lasts[rank], rank / 32 * 32 + 31);
    }
  }
}

TEST(BlockOfFibers, RefusesLanesThatWaitForOthersThanThemselves) {
  BlockOfFibers block(32, 0);
  EXPECT_THROW(block.run([&] { block.sync_lanes(block.rank() < 8 ? 0xffU : 0xffffU); }),
               std::logic_error);
}

TEST(BlockOfFibers, GathersOfEachWarp) {
  for (const std::uint32_t order : orders) {
    BlockOfFibers block(threads, order);
    block.run([&] {
      const std::uint32_t warp = block.rank() / BlockOfFibers::warp_threads;
      for (std::uint32_t turn = 0; turn < 5; ++turn) {
        const std::uint32_t* given = block.gather(block.rank() * turn);
        for (std::uint32_t lane = 0; lane < BlockOfFibers::warp_threads; ++lane)
          EXPECT_EQ(given[lane], (warp * BlockOfFibers::warp_threads + lane) * turn);
      }
    });
  }
}

TEST(BlockOfFibers, RunsWarpByWarp) {
  BlockOfFibers block(threads, BlockOfFibers::warp_by_warp);
  std::vector<std::uint32_t> warps;
  block.run([&] {
    const std::uint32_t warp = block.rank() / BlockOfFibers::warp_threads;
    for (int phase = 0; phase < 2; ++phase) {
      for (int turn = 0; turn < 3; ++turn) {
        block.sync_warp();
        if (block.rank() % BlockOfFibers::warp_threads == 0) warps.push_back(warp);
      }
      block.sync_block();
    }
  });
  std::vector<std::uint32_t> expected;
  for (int phase = 0; phase < 2; ++phase)
    for (std::uint32_t warp = 0; warp < threads / BlockOfFibers::warp_threads; ++warp)
      expected.insert(expected.end(), 3, warp);
  EXPECT_EQ(warps, expected);
}

/// Two of three warps meet at a barrier to which the third only comes.
TEST(BlockOfFibers, WaitsForThoseThatComeToABarrier) {
  for (const std::uint32_t order : orders) {
    BlockOfFibers block(3 * BlockOfFibers::warp_threads, order);
    std::vector<int> come(block.threads(), 0);
    block.run([&] {
      for (int turn = 1; turn <= 3; ++turn) {
        const auto barrier = static_cast<std::uint32_t>(turn);
        come[block.rank()] = turn;
        if (block.rank() >= 2 * BlockOfFibers::warp_threads) {
          block.arrive(barrier, block.threads());
        } else {
          block.sync_some(barrier, block.threads());
          for (const int other : come)
            EXPECT_GE(other, turn);
        }
      }
    });
  }
}

TEST(BlockOfFibers, WaitsForWhatWorksBeside) {
  BlockOfFibers block(threads, 0);
  int work = 0;
  block.when_idle([&] { return ++work < 5; });
  block.run([&] { block.wait_until([&] { return work == 3; }); });
  EXPECT_EQ(work, 3);
  EXPECT_THROW(block.run([&] { block.wait_until([] { return false; }); }), std::logic_error);
}

TEST(BlockOfFibers, ThrowsWhatAThreadThrows) {
  BlockOfFibers block(threads, 0);
  EXPECT_THROW(block.run([&] {
    if (block.rank() == 3) throw std::range_error("thrown");
    block.sync_block();
  }),
               std::range_error);
}

TEST(BlockOfFibers, AsksAll) {
  BlockOfFibers block(threads, 1);
  block.run([&] {
    EXPECT_TRUE(block.any(block.rank() == 33));
    EXPECT_FALSE(block.any(false));
  });
}

}  // namespace
}  // namespace starling::tests
