/// The works of attention on Hopper: all of them, each once, and dealt out evenly.
#include "kernels/attention_hopper_work.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "kernels/attention_hopper_plan.hpp"
#include "kernels/attention_hopper_tile.hpp"

namespace {

using namespace starling::kernels;

using Tile = TunedHopperAttentionTile<128>;
using Works = AttentionWorks<Tile>;

AttentionArguments arguments_of(std::int64_t queries, std::int64_t keys, bool causal) {
  AttentionArguments arguments{};
  arguments.batch = 2;
  arguments.heads = 3;
  arguments.query_length = queries;
  arguments.key_length = keys;
  arguments.head_dim = 128;
  arguments.causal = causal;
  return arguments;
}

void expect_each_once(const AttentionArguments& arguments, const AttentionPlan& plan) {
  std::set<std::tuple<int, int, int>> done;
  for (std::uint32_t block = 0; block < plan.blocks; ++block) {
    for (Works works(arguments, plan.order, block, plan.blocks); works.has_work();
         works.advance()) {
      const AttentionWork work = works.at();
      EXPECT_TRUE(done.emplace(work.batch, work.head, work.first_row).second);
      EXPECT_LT(work.batch, 2);
      EXPECT_LT(work.head, 3);
      EXPECT_EQ(work.first_row % Tile::query_rows, 0);
      EXPECT_LT(work.first_row, arguments.query_length);
    }
  }
  EXPECT_EQ(done.size(), Works::count(arguments));
}

TEST(AttentionWorks, AreDoneOnceEachInAnyOrder) {
  const auto arguments = arguments_of(500, 300, true);
  EXPECT_EQ(Works::count(arguments), 24U);
  for (const std::uint32_t heads : {1U, 2U, 4U, 6U}) {
    for (const std::uint32_t blocks : {1U, 5U, 24U, 100U}) {
      expect_each_once(arguments, {{heads, 4 * heads}, blocks});
      expect_each_once(arguments, {{heads, 4 * heads + 3}, blocks});
    }
  }
}

TEST(AttentionWorks, AreDoneOnceEachAsPlanned) {
  for (const bool causal : {false, true}) {
    for (const std::int64_t length : {1, 128, 500, 5000}) {
      for (const std::uint32_t processors : {1U, 3U, 7U, 132U})
        expect_each_once(arguments_of(length, length, causal),
                         plan_attention<Tile>(arguments_of(length, length, causal), processors));
    }
  }
}

/// Of long sequences under a causal mask: how many blocks of keys the processor with most of them
/// has, to the mean.
double imbalance(const AttentionArguments& arguments, std::uint32_t processors) {
  const AttentionPlan plan = plan_attention<Tile>(arguments, processors);
  EXPECT_EQ(plan.blocks, processors);
  int most = 0;
  int all = 0;
  for (std::uint32_t block = 0; block < plan.blocks; ++block) {
    int own = 0;
    for (Works works(arguments, plan.order, block, plan.blocks); works.has_work(); works.advance())
      own += works.at().key_blocks;
    most = std::max(most, own);
    all += own;
  }
  return static_cast<double>(most) * processors / all;
}

TEST(AttentionWorks, UnderACausalMaskAreDealtOutEvenly) {
  for (const std::int64_t length : {2048, 4096, 8192, 16384}) {
    AttentionArguments arguments = arguments_of(length, length, true);
    arguments.batch = 16384 / length;
    arguments.heads = 16;
    EXPECT_LE(imbalance(arguments, 132), 1.05) << length;
  }
}

/// By looking at each of the queries.
int counted_blocks(const AttentionArguments& all, int first_row, int rows) {
  int most = 0;
  for (int row = first_row; row < first_row + rows && row < all.query_length; ++row) {
    for (int key = 0; key < all.key_length; ++key) {
      const bool sees = !all.causal || key <= row + all.key_length - all.query_length;
      if (sees && key / Tile::key_rows + 1 > most) most = key / Tile::key_rows + 1;
    }
  }
  return most;
}

TEST(AttentionWorks, FetchTheBlocksOfKeysThatTheirQueriesSee) {
  for (const bool causal : {false, true}) {
    for (const std::int64_t keys : {1, 128, 129, 300, 700}) {
      const auto arguments = arguments_of(300, keys, causal);
      for (int row = 0; row < 400; row += warpgroup_rows)
        EXPECT_EQ(Works::key_blocks(arguments, row, warpgroup_rows),
                  counted_blocks(arguments, row, warpgroup_rows))
            << keys << " keys, from row " << row;
    }
  }
}

}  // namespace
