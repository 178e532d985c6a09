/// The source of the attention kernel for short sequences, a block of fibers at a time, against the
/// reference.
#include <gtest/gtest.h>

#include "kernels/short_attention_block.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/support/attention_case.hpp"

namespace starling::tests {
namespace {

/// Runs a grid of so many blocks.
template <class Tile>
void expect_right_in(const AttentionCase& what, std::uint32_t blocks, std::uint32_t order) {
  AttentionProblem problem(what);
  const kernels::AttentionArguments arguments =
      problem.arguments(problem.inputs.data(), problem.out.data(), problem.mask.data());
  const bool ragged = kernels::is_ragged<Tile>(arguments);
  for (std::uint32_t index = 0; index < blocks; ++index) {
    BlockOfFibers block(Tile::threads, order);
    block.run([&] {
      if (ragged) {
        kernels::ShortAttentionBlock<Tile, true>(arguments, index, blocks).run();
      } else {
        kernels::ShortAttentionBlock<Tile, false>(arguments, index, blocks).run();
      }
    });
  }
  problem.expect_right(problem.out.data());
}

template <int dim>
void expect_right_at(const AttentionCase& what, std::uint32_t blocks, std::uint32_t order) {
  if (what.key_length <= 16)
    return expect_right_in<kernels::ShortAttentionTile<dim, 16>>(what, blocks, order);
  if (what.key_length <= 32)
    return expect_right_in<kernels::ShortAttentionTile<dim, 32>>(what, blocks, order);
  if (what.key_length <= 48)
    return expect_right_in<kernels::ShortAttentionTile<dim, 48>>(what, blocks, order);
  expect_right_in<kernels::ShortAttentionTile<dim, 64>>(what, blocks, order);
}

void expect_right(const AttentionCase& what, std::uint32_t blocks = 1, std::uint32_t order = 0) {
  if (what.head_dim == 16) return expect_right_at<16>(what, blocks, order);
  if (what.head_dim == 32) return expect_right_at<32>(what, blocks, order);
  expect_right_at<64>(what, blocks, order);
}

/// Of each head dim.
class EmulatedShortAttention : public ::testing::TestWithParam<std::int64_t> {};

TEST_P(EmulatedShortAttention, OfEveryLengthIsTheReferences) {
  for (std::int64_t length = 1; length <= 64; ++length)
    expect_right({GetParam(), length, length});
}

TEST_P(EmulatedShortAttention, OfOtherLengthsOfKeysIsTheReferences) {
  const std::int64_t lengths[][2] = {{1, 64},  {64, 1},  {16, 32}, {33, 16},
                                     {17, 48}, {50, 23}, {40, 0},  {64, 0}};
  for (const auto& [queries, keys] : lengths)
    expect_right({GetParam(), queries, keys});
}

TEST_P(EmulatedShortAttention, HearsNothingOfAbsentKeys) {
  for (const KeyMask mask : {KeyMask::Random, KeyMask::OnlyFirst, KeyMask::NonePresent}) {
    for (const std::int64_t length : {1, 5, 16, 17, 31, 32, 33, 40, 48, 49, 63, 64})
      expect_right({GetParam(), length, length, false, mask});
    expect_right({GetParam(), 20, 50, false, mask});
  }
}

TEST_P(EmulatedShortAttention, OfLargeScoresIsTheReferences) {
  for (const std::int64_t length : {16, 29, 64}) {
    for (const float size : {4.0F, 30.0F, 300.0F}) {
      AttentionCase what{GetParam(), length, length, false, KeyMask::None};
      what.query_size = size;
      expect_right(what);
    }
  }
}

TEST_P(EmulatedShortAttention, OfManySequencesIsTheReferences) {
  for (const QkvLayout layout : {QkvLayout::Separate, QkvLayout::Packed}) {
    expect_right({GetParam(), 16, 16, false, KeyMask::None, layout, 9, 3}, 2);
    expect_right({GetParam(), 17, 17, false, KeyMask::Random, layout, 5, 4}, 3);
    expect_right({GetParam(), 20, 40, false, KeyMask::Random, layout, 3, 7}, 1);
  }
}

TEST_P(EmulatedShortAttention, OfFewerPairsThanWarpsIsTheReferences) {
  expect_right({GetParam(), 16, 16, false, KeyMask::None, QkvLayout::Separate, 1, 3}, 5);
  expect_right({GetParam(), 18, 18, false, KeyMask::Random, QkvLayout::Separate, 7, 1}, 2);
}

TEST_P(EmulatedShortAttention, DoesNotDependOnTheOrderOfThreads) {
  for (const std::uint32_t order : {1U, 2U, 6U})
    expect_right({GetParam(), 50, 50, false, KeyMask::Random, QkvLayout::Packed, 3, 3}, 1, order);
}

INSTANTIATE_TEST_SUITE_P(HeadDim, EmulatedShortAttention, ::testing::Values(16, 32, 64));

}  // namespace
}  // namespace starling::tests
