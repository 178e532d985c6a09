/// Attention over short sequences on the GPU is the reference's, at every head dim, length, mask
/// and layout, of one sequence and of very many.
#include "kernels/short_attention.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "tests/support/attention_case.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace {

using starling::kernels::AttentionArguments;
using starling::kernels::Bfloat16;
using starling::kernels::launch_short_attention;
using starling::kernels::testing::finish_kernel;
using starling::kernels::testing::has_device;
using starling::kernels::testing::ManagedArray;
using starling::tests::AttentionCase;
using starling::tests::AttentionProblem;
using starling::tests::KeyMask;
using starling::tests::QkvLayout;

template <class T>
ManagedArray<T> copies_of(const std::vector<T>& items, std::int64_t copies) {
  ManagedArray<T> result(items.size() * static_cast<std::size_t>(copies));
  for (T* to = result.span().begin(); to != result.span().end();)
    to = std::copy(items.begin(), items.end(), to);
  return result;
}

/// `copies`: of the batch, which is packed if there are several. The reference is slow: it computes
/// the first, and the others' output is to be the same to the bit.
void expect_right(const AttentionCase& what, std::int64_t copies = 1) {
  const AttentionProblem problem(what);
  const ManagedArray<Bfloat16> inputs = copies_of(problem.inputs, copies);
  const ManagedArray<Bfloat16> out = copies_of(problem.out, copies);
  const ManagedArray<std::uint8_t> mask = copies_of(problem.mask, copies);
  AttentionArguments arguments =
      problem.arguments(inputs.span().data(), out.span().data(), mask.span().data());
  arguments.batch *= copies;
  launch_short_attention(arguments, nullptr);
  finish_kernel();
  const Bfloat16* got = out.span().data();
  problem.expect_right(got);
  for (std::int64_t copy = 1; copy < copies; ++copy) {
    const std::size_t size = problem.out.size();
    const Bfloat16* own = got + static_cast<std::size_t>(copy) * size;
    ASSERT_EQ(std::memcmp(own, got, size * sizeof(Bfloat16)), 0) << what << ", copy " << copy;
  }
}

/// Of each head dim.
class ShortAttention : public ::testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override {
    if (!has_device()) GTEST_SKIP() << "no CUDA device";
  }
};

TEST_P(ShortAttention, OfEveryLengthIsTheReferences) {
  for (std::int64_t length = 1; length <= 64; ++length)
    expect_right({GetParam(), length, length, false, KeyMask::None, QkvLayout::Separate, 3, 2});
}

TEST_P(ShortAttention, OfEveryLengthHearsNothingOfAbsentKeys) {
  for (const KeyMask mask : {KeyMask::Random, KeyMask::OnlyFirst, KeyMask::NonePresent}) {
    for (std::int64_t length = 1; length <= 64; ++length)
      expect_right({GetParam(), length, length, false, mask, QkvLayout::Separate, 3, 2});
  }
}

TEST_P(ShortAttention, OfOtherLengthsOfKeysIsTheReferences) {
  const std::int64_t lengths[] = {1, 15, 16, 17, 32, 33, 48, 50, 64};
  for (const std::int64_t queries : lengths) {
    for (const std::int64_t keys : lengths) {
      expect_right({GetParam(), queries, keys});
      expect_right({GetParam(), queries, keys, false, KeyMask::Random});
    }
    expect_right({GetParam(), queries, 0});
  }
}

TEST_P(ShortAttention, OfLargeScoresIsTheReferences) {
  for (const std::int64_t length : {16, 29, 32, 64}) {
    for (const float size : {4.0F, 30.0F, 300.0F}) {
      for (const KeyMask mask : {KeyMask::None, KeyMask::Random}) {
        AttentionCase what{GetParam(), length, length, false, mask};
        what.query_size = size;
        expect_right(what);
      }
    }
  }
}

TEST_P(ShortAttention, OfPackedBatchesIsTheReferences) {
  for (const std::int64_t length : {16, 17, 32, 40, 48, 64}) {
    expect_right({GetParam(), length, length, false, KeyMask::None, QkvLayout::Packed, 33, 5});
    expect_right({GetParam(), length, length, false, KeyMask::Random, QkvLayout::Packed, 33, 5});
  }
  expect_right({GetParam(), 20, 40, false, KeyMask::Random, QkvLayout::Packed, 7, 3});
}

TEST_P(ShortAttention, OfOneAndOfVeryManySequencesIsTheReferences) {
  for (const std::int64_t sequences : {1, 33}) {
    expect_right({GetParam(), 16, 16, false, KeyMask::None, QkvLayout::Separate, sequences, 1});
    expect_right({GetParam(), 5, 5, false, KeyMask::Random, QkvLayout::Packed, sequences, 2});
  }
  const std::int64_t copies = 676;  // more than 2^16 sequences
  expect_right({GetParam(), 16, 16, false, KeyMask::None, QkvLayout::Packed, 97, 1}, copies);
  expect_right({GetParam(), 5, 5, false, KeyMask::Random, QkvLayout::Packed, 97, 2}, copies);
}

/// Enough of them for every warp to take several pairs.
TEST_P(ShortAttention, OfManySequencesOfEveryTileIsTheReferences) {
  for (const std::int64_t length : {17, 32, 41, 48, 49, 64}) {
    for (const KeyMask mask : {KeyMask::None, KeyMask::Random})
      expect_right({GetParam(), length, length, false, mask, QkvLayout::Packed, 11, 7}, 110);
  }
}

/// Pointers that would fault if anything read them.
TEST_P(ShortAttention, OfNothingDoesNothing) {
  AttentionArguments arguments{};
  arguments.head_dim = GetParam();
  arguments.scale = 1;
  for (const int which : {0, 1, 2}) {
    arguments.batch = which == 0 ? 0 : 2;
    arguments.heads = which == 1 ? 0 : 2;
    arguments.query_length = which == 2 ? 0 : 2;
    arguments.key_length = 2;
    EXPECT_NO_THROW(launch_short_attention(arguments, nullptr));
    EXPECT_NO_THROW(finish_kernel());
  }
}

INSTANTIATE_TEST_SUITE_P(HeadDim, ShortAttention, ::testing::Values(16, 32, 64));

}  // namespace
