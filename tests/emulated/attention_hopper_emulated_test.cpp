/// The source of attention's kernel for Hopper, a block of fibers at a time, against the reference.
#include <gtest/gtest.h>

#include "kernels/attention_hopper_block.hpp"
#include "kernels/attention_hopper_plan.hpp"
#include "tests/emulated/block_of_fibers.hpp"
#include "tests/emulated/copy_engine_of_fibers.hpp"
#include "tests/emulated/tensor_core_of_fibers.hpp"
#include "tests/support/attention_case.hpp"

namespace starling::tests {
namespace {

using kernels::AttentionArguments;
using kernels::HopperAttentionArguments;
using kernels::HopperAttentionTile;

/// How a case is run.
struct Manner {
  std::uint32_t order = 0;
  CopiesMade copies = CopiesMade::LateFromFirst;
  std::uint32_t processors = 2;
};

kernels::TensorMap describe(const AttentionArguments& arguments, const kernels::Bfloat16* first,
                            const kernels::AttentionStrides& strides, std::int64_t length,
                            int box_rows) {
  return describe_for_fibers({first, arguments.head_dim, length, arguments.heads, arguments.batch,
                              strides.row, strides.head, strides.batch, box_rows});
}

template <class Tile, bool masked>
void run_blocks(const AttentionArguments& arguments, const Manner& how) {
  HopperAttentionArguments own{};
  own.tensors.q = describe(arguments, arguments.q, arguments.q_strides, arguments.query_length,
                           kernels::warpgroup_rows);
  own.tensors.k =
      describe(arguments, arguments.k, arguments.k_strides, arguments.key_length, Tile::key_rows);
  own.tensors.v =
      describe(arguments, arguments.v, arguments.v_strides, arguments.key_length, Tile::key_rows);
  own.all = arguments;
  const kernels::AttentionPlan plan = kernels::plan_attention<Tile>(arguments, how.processors);
  own.order = plan.order;
  set_copies_made(how.copies);
  BlockOfFibers block(Tile::threads, how.order);
  for (std::uint32_t index = 0; index < plan.blocks; ++index) {
    EmulatedSharedMemory shared(Tile::shared_bytes);
    block.run([&] {
      kernels::run_hopper_attention<Tile, masked>(own, index, plan.blocks, shared.data());
    });
  }
}

template <class Tile>
void expect_right_at(const AttentionCase& what, const Manner& how = {}) {
  AttentionProblem problem(what);
  const AttentionArguments arguments =
      problem.arguments(problem.inputs.data(), problem.out.data(), problem.mask.data());
  if (arguments.key_mask != nullptr) {
    run_blocks<Tile, true>(arguments, how);
  } else {
    run_blocks<Tile, false>(arguments, how);
  }
  problem.expect_right(problem.out.data());
}

using Of64 = kernels::TunedHopperAttentionTile<64>;
using Of128 = kernels::TunedHopperAttentionTile<128>;

void expect_right(const AttentionCase& what, const Manner& how = {}) {
  if (what.head_dim == 64) return expect_right_at<Of64>(what, how);
  expect_right_at<Of128>(what, how);
}

constexpr std::int64_t head_dims[] = {64, 128};

TEST(EmulatedHopperAttention, OfRaggedLengthsIsTheReferences) {
  for (const std::int64_t dim : head_dims) {
    for (const std::int64_t length : {1, 65, 300}) {
      expect_right({dim, length, length, false});
      expect_right({dim, length, length, true});
    }
  }
}

TEST(EmulatedHopperAttention, OfOtherLengthsOfKeysIsTheReferences) {
  for (const std::int64_t dim : head_dims) {
    for (const bool causal : {false, true}) {
      expect_right({dim, 20, 200, causal});
      expect_right({dim, 140, 70, causal});
      expect_right({dim, 500, 70, causal});  // works without keys come between others
      expect_right({dim, 10, 700, causal});  // the ring turns
    }
  }
}

TEST(EmulatedHopperAttention, HearsNothingOfAbsentKeys) {
  for (const std::int64_t dim : head_dims) {
    for (const KeyMask mask : {KeyMask::Random, KeyMask::OnlyFirst, KeyMask::NonePresent})
      expect_right({dim, 70, 300, mask == KeyMask::Random, mask});
  }
}

TEST(EmulatedHopperAttention, OfPackedBatchesIsTheReferences) {
  for (const std::int64_t dim : head_dims) {
    for (const std::uint32_t processors : {1U, 2U, 5U}) {
      const Manner how{0, CopiesMade::LateFromFirst, processors};
      expect_right({dim, 260, 260, true, KeyMask::None, QkvLayout::Packed, 2, 2}, how);
      expect_right({dim, 10, 66, false, KeyMask::Random, QkvLayout::Packed, 2, 2}, how);
    }
  }
}

TEST(EmulatedHopperAttention, OfLargeScoresIsTheReferences) {
  for (const std::int64_t dim : head_dims) {
    for (const float size : {4.0F, 30.0F}) {
      AttentionCase what{dim, 100, 500, false, KeyMask::None};
      what.query_size = size;
      expect_right(what);
    }
  }
}

TEST(EmulatedHopperAttention, InOtherShapesIsTheReferences) {
  for (const KeyMask mask : {KeyMask::None, KeyMask::Random}) {
    const AttentionCase of_64{64, 150, 500, true, mask};
    const AttentionCase of_128{128, 150, 500, true, mask};
    expect_right_at<HopperAttentionTile<64, 192, 2, 2>>(of_64);
    expect_right_at<HopperAttentionTile<64, 96, 3, 3>>(of_64);
    expect_right_at<HopperAttentionTile<128, 160, 2, 2>>(of_128);
    expect_right_at<HopperAttentionTile<128, 64, 3, 3>>(of_128);
  }
}

TEST(EmulatedHopperAttention, DoesNotDependOnTheOrderOfThreadsOrOnWhenCopiesAreMade) {
  for (const std::uint32_t order : {0U, 1U, 2U, 6U}) {
    for (const CopiesMade when :
         {CopiesMade::AtOnce, CopiesMade::LateFromFirst, CopiesMade::LateFromLast}) {
      expect_right({64, 200, 420, true, KeyMask::Random}, {order, when});
      expect_right({128, 200, 420, true, KeyMask::None}, {order, when});
    }
  }
}

}  // namespace
}  // namespace starling::tests
