/// Attention on the GPU is the reference's, at every head dim, length, mask and layout, by the
/// kernel that launch_attention chooses and by the one for every GPU.
#include "kernels/attention.hpp"

#include <gtest/gtest.h>

#include <string>

#include "kernels/attention_launch.hpp"
#include "tests/support/attention_case.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace {

using starling::kernels::AttentionArguments;
using starling::kernels::Bfloat16;
using starling::kernels::launch_attention;
using starling::kernels::launch_attention_in;
using starling::kernels::TunedAttentionTile;
using starling::kernels::testing::finish_kernel;
using starling::kernels::testing::has_device;
using starling::kernels::testing::ManagedArray;
using starling::tests::AttentionCase;
using starling::tests::AttentionProblem;
using starling::tests::KeyMask;
using starling::tests::QkvLayout;

/// Of each head dim.
struct Kernel {
  std::string name;
  std::int64_t head_dim;
  void (*launch)(const AttentionArguments& arguments, void* stream);
};

class Attention : public ::testing::TestWithParam<Kernel> {
 protected:
  void SetUp() override {
    if (!has_device()) GTEST_SKIP() << "no CUDA device";
  }

  static void expect_right(const AttentionCase& what) {
    const AttentionProblem problem(what);
    const ManagedArray<Bfloat16> inputs(problem.inputs);
    const ManagedArray<Bfloat16> out(problem.out);
    const ManagedArray<std::uint8_t> mask(problem.mask);
    GetParam().launch(
        problem.arguments(inputs.span().data(), out.span().data(), mask.span().data()), nullptr);
    finish_kernel();
    problem.expect_right(out.span().data());
  }

  static std::int64_t head_dim() { return GetParam().head_dim; }
};

constexpr std::int64_t lengths[] = {1,   2,   15,  16,  17,  63,  64,  65,
                                    127, 128, 129, 191, 193, 200, 1000};

TEST_P(Attention, OfEveryLengthIsTheReferences) {
  for (const std::int64_t length : lengths)
    expect_right({head_dim(), length, length, false});
}

TEST_P(Attention, UnderACausalMaskIsTheReferences) {
  for (const std::int64_t length : lengths)
    expect_right({head_dim(), length, length, true});
}

TEST_P(Attention, OfOtherLengthsOfKeysIsTheReferences) {
  for (const bool causal : {false, true}) {
    expect_right({head_dim(), 1, 1000, causal});
    expect_right({head_dim(), 20, 200, causal});
    expect_right({head_dim(), 129, 63, causal});
    expect_right({head_dim(), 300, 17, causal});
    expect_right({head_dim(), 70, 0, causal});
  }
}

TEST_P(Attention, HearsNothingOfAbsentKeys) {
  for (const KeyMask mask : {KeyMask::Random, KeyMask::OnlyFirst, KeyMask::NonePresent}) {
    for (const std::int64_t length : lengths) {
      expect_right({head_dim(), length, length, false, mask});
      expect_right({head_dim(), length, length, true, mask});
    }
    expect_right({head_dim(), 33, 500, true, mask});
  }
}

TEST_P(Attention, OfLargeScoresIsTheReferences) {
  for (const float size : {4.0F, 30.0F, 100.0F}) {
    for (const bool causal : {false, true}) {
      AttentionCase what{head_dim(), 200, 1000, causal, KeyMask::Random};
      what.query_size = size;
      expect_right(what);
    }
  }
}

TEST_P(Attention, OfBatchesAndHeadsIsTheReferences) {
  for (const QkvLayout layout : {QkvLayout::Separate, QkvLayout::Packed, QkvLayout::OneKeyHead}) {
    expect_right({head_dim(), 130, 130, false, KeyMask::None, layout, 3, 5});
    expect_right({head_dim(), 130, 130, true, KeyMask::Random, layout, 3, 5});
    expect_right({head_dim(), 70, 200, true, KeyMask::Random, layout, 2, 3});
  }
}

/// More blocks of queries than a GPU has multiprocessors, and of unlike sizes.
TEST_P(Attention, OfManyHeadsUnderACausalMaskIsTheReferences) {
  for (const KeyMask mask : {KeyMask::None, KeyMask::Random})
    expect_right({head_dim(), 200, 200, true, mask, QkvLayout::Packed, 8, 16});
}

TEST_P(Attention, TakesMoreBatchesAndHeadsThanAGridsSecondSize) {
  expect_right({head_dim(), 1, 2, false, KeyMask::Random, QkvLayout::Separate, 66000, 1});
  expect_right({head_dim(), 1, 2, false, KeyMask::None, QkvLayout::Separate, 1, 66000});
}

/// Pointers that would fault if anything read them.
TEST_P(Attention, OfNothingDoesNothing) {
  AttentionArguments arguments{};
  arguments.head_dim = head_dim();
  arguments.scale = 1;
  for (const int which : {0, 1, 2}) {
    arguments.batch = which == 0 ? 0 : 2;
    arguments.heads = which == 1 ? 0 : 2;
    arguments.query_length = which == 2 ? 0 : 2;
    arguments.key_length = 2;
    EXPECT_NO_THROW(GetParam().launch(arguments, nullptr));
    EXPECT_NO_THROW(finish_kernel());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Attention,
    ::testing::Values(Kernel{"ChosenOf32", 32, launch_attention},
                      Kernel{"ChosenOf64", 64, launch_attention},
                      Kernel{"ChosenOf128", 128, launch_attention},
                      Kernel{"OfWarpsOf64", 64, launch_attention_in<TunedAttentionTile<64>>},
                      Kernel{"OfWarpsOf128", 128, launch_attention_in<TunedAttentionTile<128>>}),
    [](const auto& kernel) { return kernel.param.name; });

}  // namespace
