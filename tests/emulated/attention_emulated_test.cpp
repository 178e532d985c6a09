/// The attention kernel's own source, a block of fibers at a time, against the reference.
#include <gtest/gtest.h>

#include "kernels/attention_block.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/emulated/tensor_core_of_fibers.hpp"
#include "tests/support/attention_case.hpp"

namespace starling::tests {
namespace {

template <class Tile, bool masked>
void run_blocks(const kernels::AttentionArguments& arguments, std::uint32_t order) {
  const auto blocks = static_cast<std::uint32_t>(kernels::attention_blocks_of_queries(arguments) *
                                                 arguments.batch * arguments.heads);
  for (std::uint32_t index = 0; index < blocks; ++index) {
    EmulatedSharedMemory shared(Tile::shared_bytes);
    BlockOfFibers block(Tile::threads, order);
    block.run(
        [&] { kernels::AttentionBlock<Tile, masked>(arguments, index, shared.data()).run(); });
  }
}

template <class Tile>
void expect_right_at(const AttentionCase& what, std::uint32_t order) {
  AttentionProblem problem(what);
  const kernels::AttentionArguments arguments =
      problem.arguments(problem.inputs.data(), problem.out.data(), problem.mask.data());
  if (arguments.key_mask != nullptr) {
    run_blocks<Tile, true>(arguments, order);
  } else {
    run_blocks<Tile, false>(arguments, order);
  }
  problem.expect_right(problem.out.data());
}

void expect_right(const AttentionCase& what, std::uint32_t order = 0) {
  if (what.head_dim == 32) return expect_right_at<kernels::TunedAttentionTile<32>>(what, order);
  if (what.head_dim == 64) return expect_right_at<kernels::TunedAttentionTile<64>>(what, order);
  expect_right_at<kernels::TunedAttentionTile<128>>(what, order);
}

constexpr std::int64_t head_dims[] = {32, 64, 128};

TEST(EmulatedAttention, OfRaggedLengthsIsTheReferences) {
  for (const std::int64_t dim : head_dims) {
    for (const std::int64_t length : {1, 65, 150}) {
      expect_right({dim, length, length, false});
      expect_right({dim, length, length, true});
    }
  }
}

TEST(EmulatedAttention, OfOtherLengthsOfKeysIsTheReferences) {
  for (const std::int64_t dim : head_dims) {
    for (const bool causal : {false, true}) {
      expect_right({dim, 20, 200, causal});
      expect_right({dim, 140, 70, causal});
      expect_right({dim, 3, 0, causal});
    }
  }
}

TEST(EmulatedAttention, HearsNothingOfAbsentKeys) {
  for (const std::int64_t dim : head_dims) {
    for (const KeyMask mask : {KeyMask::Random, KeyMask::OnlyFirst, KeyMask::NonePresent})
      expect_right({dim, 70, 100, mask == KeyMask::Random, mask});
  }
}

TEST(EmulatedAttention, OfPackedBatchesIsTheReferences) {
  for (const std::int64_t dim : head_dims) {
    expect_right({dim, 66, 66, true, KeyMask::None, QkvLayout::Packed, 2, 2});
    expect_right({dim, 10, 66, false, KeyMask::Random, QkvLayout::Packed, 2, 2});
  }
}

TEST(EmulatedAttention, OfLargeScoresIsTheReferences) {
  for (const std::int64_t dim : head_dims) {
    for (const float size : {4.0F, 30.0F}) {
      AttentionCase what{dim, 100, 300, false, KeyMask::None};
      what.query_size = size;
      expect_right(what);
    }
  }
}

TEST(EmulatedAttention, InOtherShapesIsTheReferences) {
  for (const KeyMask mask : {KeyMask::None, KeyMask::Random}) {
    expect_right_at<kernels::AttentionTile<64, 64, true, 2>>({64, 40, 150, true, mask}, 0);
    expect_right_at<kernels::AttentionTile<64, 128, false, 2>>({64, 40, 300, true, mask}, 0);
    expect_right_at<kernels::AttentionTile<128, 32, false, 2>>({128, 40, 80, true, mask}, 0);
  }
}

TEST(EmulatedAttention, DoesNotDependOnTheOrderOfThreads) {
  for (const std::uint32_t order : {1U, 2U, 6U, BlockOfFibers::warp_by_warp})
    expect_right({64, 130, 260, true, KeyMask::Random}, order);
}

}  // namespace
}  // namespace starling::tests
