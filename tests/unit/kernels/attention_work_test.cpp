/// The works of attention on Hopper: all of them, each once, and of a section the largest first.
#include "kernels/attention_hopper_work.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace {

using namespace starling::kernels;

using Tile = TunedHopperAttentionTile<128>;
using Works = AttentionWorks<Tile>;

HopperAttentionArguments arguments_of(std::int64_t queries, std::int64_t keys, bool causal,
                                      std::uint32_t heads_a_section) {
  HopperAttentionArguments arguments{};
  arguments.all.batch = 2;
  arguments.all.heads = 3;
  arguments.all.query_length = queries;
  arguments.all.key_length = keys;
  arguments.all.causal = causal;
  arguments.heads_a_section = heads_a_section;
  return arguments;
}

TEST(AttentionWorks, AreDoneOnceEachByWhateverBlocks) {
  for (const std::uint32_t heads_a_section : {1U, 2U, 4U, 6U}) {
    const auto arguments = arguments_of(500, 300, true, heads_a_section);
    for (const std::uint32_t blocks : {1U, 5U, 24U, 100U}) {
      std::set<std::tuple<int, int, int>> done;
      for (std::uint32_t block = 0; block < blocks; ++block) {
        for (Works works(arguments, block, blocks); works.has_work(); works.advance()) {
          const AttentionWork work = works.at();
          EXPECT_TRUE(done.emplace(work.batch, work.head, work.first_row).second);
          EXPECT_LT(work.batch, 2);
          EXPECT_LT(work.head, 3);
          EXPECT_EQ(work.first_row % Tile::query_rows, 0);
          EXPECT_LT(work.first_row, 500);
        }
      }
      EXPECT_EQ(done.size(), Works::count(arguments.all));
    }
  }
  EXPECT_EQ(Works::count(arguments_of(500, 300, true, 1).all), 24U);
}

TEST(AttentionWorks, OfASectionComeFromTheLargestOn) {
  const auto arguments = arguments_of(500, 500, true, 4);
  int before = 0;
  std::uint32_t index = 0;
  for (Works works(arguments, 0, 1); works.has_work(); works.advance(), ++index) {
    const int own = works.at().key_blocks;
    const bool begins_section = index % 16 == 0;
    EXPECT_TRUE(begins_section || own <= before) << "work " << index;
    EXPECT_TRUE(!begins_section || own == 4) << "work " << index;
    before = own;
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
      const auto arguments = arguments_of(300, keys, causal, 1);
      for (int row = 0; row < 400; row += warpgroup_rows)
        EXPECT_EQ(Works::key_blocks(arguments.all, row, warpgroup_rows),
                  counted_blocks(arguments.all, row, warpgroup_rows))
            << keys << " keys, from row " << row;
    }
  }
}

}  // namespace
