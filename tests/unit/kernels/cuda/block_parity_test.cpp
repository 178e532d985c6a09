/// A block's scans, compaction, sorts and sums give the CPU's results, whatever the block's size.
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "kernels/block_cuda.hpp"
#include "kernels/random.hpp"
#include "tests/unit/kernels/cuda/device.hpp"
#include "tests/unit/kernels/host_twins.hpp"

namespace {

namespace kernels = starling::kernels;
using kernels::BlockCrew;
using kernels::BlockScratch;
using kernels::Random;
using kernels::SerialCrew;
using kernels::Span;
using kernels::testing::finish_kernel;
using kernels::testing::has_device;
using kernels::testing::ManagedArray;

constexpr std::size_t sizes[] = {0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 5000};

template <class Crew>
__global__ void exclusive_sum_kernel(Span<const std::uint32_t> values, Span<std::uint32_t> offsets,
                                     Span<std::uint32_t> totals) {
  __shared__ BlockScratch<Crew> scratch;
  const Crew crew;
  totals[crew.rank()] = kernels::exclusive_sum(crew, scratch, values, offsets);
}

template <class Crew>
__global__ void compact_kernel(Span<const std::uint8_t> flags, Span<std::uint32_t> indices,
                               Span<std::uint32_t> totals) {
  __shared__ BlockScratch<Crew> scratch;
  const Crew crew;
  totals[crew.rank()] = kernels::compact(crew, scratch, flags, indices);
}

template <class Crew>
__global__ void sort_kernel(Span<std::uint32_t> keys, Span<std::uint32_t> values,
                            Span<std::uint32_t> spare_keys, Span<std::uint32_t> spare_values,
                            std::uint32_t bits) {
  __shared__ BlockScratch<Crew> scratch;
  kernels::radix_sort_pairs(Crew{}, scratch, keys, values, spare_keys, spare_values, bits);
}

template <class Crew>
__global__ void sum_kernel(Span<const float> values, Span<float> totals) {
  __shared__ BlockScratch<Crew> scratch;
  const Crew crew;
  totals[crew.rank()] = kernels::sum(crew, scratch, values);
}

std::vector<std::uint32_t> random_words(std::size_t count, std::uint32_t seed) {
  Random random({seed, 0}, 0, 0, 0, 0);
  std::vector<std::uint32_t> words(count);
  for (std::uint32_t& word : words)
    word = random.bits();
  return words;
}

template <class Crew>
class BlockParity : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_device()) GTEST_SKIP() << "no CUDA device";
  }
};

using Crews = ::testing::Types<SerialCrew, BlockCrew<32>, BlockCrew<64>, BlockCrew<96>,
                               BlockCrew<256>, BlockCrew<512>>;
TYPED_TEST_SUITE(BlockParity, Crews);

TYPED_TEST(BlockParity, ExclusiveSumIsTheReferences) {
  const std::uint32_t threads = TypeParam::size();
  for (const std::size_t n : sizes) {
    const ManagedArray<std::uint32_t> values(random_words(n, 1));
    const ManagedArray<std::uint32_t> offsets(n);
    const ManagedArray<std::uint32_t> totals(threads);
    exclusive_sum_kernel<TypeParam><<<1, threads>>>(values.span(), offsets.span(), totals.span());
    finish_kernel();
    std::vector<std::uint32_t> wanted(n);
    const std::uint32_t total = kernels::testing::exclusive_sum_on_host(values.span(), wanted);
    EXPECT_EQ(offsets.items(), wanted) << n;
    EXPECT_EQ(totals.items(), std::vector<std::uint32_t>(threads, total)) << n;
    exclusive_sum_kernel<TypeParam><<<1, threads>>>(values.span(), values.span(), totals.span());
    finish_kernel();
    EXPECT_EQ(values.items(), wanted) << n << " in place";
  }
}

TYPED_TEST(BlockParity, CompactIsTheReferences) {
  const std::uint32_t threads = TypeParam::size();
  for (const std::size_t n : sizes) {
    std::vector<std::uint8_t> flags;
    for (const std::uint32_t word : random_words(n, 2)) {
      flags.push_back(static_cast<std::uint8_t>(word & 2u));
    }
    const ManagedArray<std::uint8_t> device_flags(flags);
    const ManagedArray<std::uint32_t> indices(n);
    const ManagedArray<std::uint32_t> totals(threads);
    compact_kernel<TypeParam><<<1, threads>>>(device_flags.span(), indices.span(), totals.span());
    finish_kernel();
    std::vector<std::uint32_t> wanted(n);
    const std::uint32_t kept = kernels::testing::compact_on_host(flags, wanted);
    EXPECT_EQ(totals.items(), std::vector<std::uint32_t>(threads, kept)) << n;
    wanted.resize(kept);
    std::vector<std::uint32_t> got = indices.items();
    got.resize(kept);
    EXPECT_EQ(got, wanted) << n;
  }
}

TYPED_TEST(BlockParity, RadixSortIsTheReferences) {
  const std::uint32_t threads = TypeParam::size();
  for (const std::size_t n : sizes) {
    for (const std::uint32_t bits : {0u, 1u, 5u, 8u, 13u, 32u}) {
      std::vector<std::uint32_t> wanted_keys = random_words(n, 3);
      std::vector<std::uint32_t> wanted_values(n);
      std::iota(wanted_values.begin(), wanted_values.end(), 0u);
      const ManagedArray<std::uint32_t> keys(wanted_keys);
      const ManagedArray<std::uint32_t> values(wanted_values);
      const ManagedArray<std::uint32_t> spare_keys(n);
      const ManagedArray<std::uint32_t> spare_values(n);
      sort_kernel<TypeParam><<<1, threads>>>(keys.span(), values.span(), spare_keys.span(),
                                             spare_values.span(), bits);
      finish_kernel();
      kernels::testing::radix_sort_pairs_on_host(wanted_keys, wanted_values, bits);
      EXPECT_EQ(keys.items(), wanted_keys) << n << " keys of " << bits << " bits";
      EXPECT_EQ(values.items(), wanted_values) << n << " keys of " << bits << " bits";
    }
  }
}

TYPED_TEST(BlockParity, SumHasTheBitsOfTheReference) {
  const std::uint32_t threads = TypeParam::size();
  for (const std::size_t n : sizes) {
    Random random({4, 0}, 0, 0, 0, 0);
    std::vector<float> values(n);
    for (float& value : values)
      value = random.uniform(-1, 1);
    const ManagedArray<float> device_values(values);
    const ManagedArray<float> totals(threads);
    sum_kernel<TypeParam><<<1, threads>>>(device_values.span(), totals.span());
    finish_kernel();
    const auto wanted = std::bit_cast<std::uint32_t>(kernels::testing::sum_on_host(values));
    for (const float total : totals.items()) {
      EXPECT_EQ(std::bit_cast<std::uint32_t>(total), wanted) << n;
    }
  }
}

}  // namespace
