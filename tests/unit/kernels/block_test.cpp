/// One thread's scans, compaction, sorts and sums give what their references give, for any size.
#include "kernels/block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "kernels/random.hpp"

namespace {

namespace kernels = starling::kernels;
using kernels::BlockScratch;
using kernels::Random;
using kernels::SerialCrew;

constexpr std::size_t sizes[] = {0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 5000};

std::vector<std::uint32_t> random_words(std::size_t count, std::uint32_t seed) {
  Random random({seed, 0}, 0, 0, 0, 0);
  std::vector<std::uint32_t> words(count);
  for (std::uint32_t& word : words)
    word = random.bits();
  return words;
}

TEST(ExclusiveSum, GivesEveryPartialSumAndTheTotal) {
  BlockScratch<SerialCrew> scratch;
  for (const std::size_t n : sizes) {
    std::vector<std::uint32_t> values = random_words(n, 1);
    std::vector<std::uint32_t> wanted(n);
    std::exclusive_scan(values.begin(), values.end(), wanted.begin(), 0u);
    std::vector<std::uint32_t> offsets(n);
    const std::uint32_t total = kernels::exclusive_sum(SerialCrew{}, scratch, values, offsets);
    EXPECT_EQ(offsets, wanted);
    EXPECT_EQ(total, std::accumulate(values.begin(), values.end(), 0u));
    kernels::exclusive_sum(SerialCrew{}, scratch, values, values);
    EXPECT_EQ(values, wanted) << "in place";
  }
}

TEST(Compact, ListsTheFlaggedInOrder) {
  BlockScratch<SerialCrew> scratch;
  for (const std::size_t n : sizes) {
    std::vector<std::uint8_t> flags(n);
    std::vector<std::uint32_t> wanted;
    const std::vector<std::uint32_t> words = random_words(n, 2);
    for (std::size_t i = 0; i < n; ++i) {
      flags[i] = static_cast<std::uint8_t>(words[i] & 2u);
      if (flags[i] != 0) wanted.push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<std::uint32_t> indices(n);
    indices.resize(kernels::compact(SerialCrew{}, scratch, flags, indices));
    EXPECT_EQ(indices, wanted);
  }
}

TEST(RadixSort, IsStableAndSeesOnlyTheLowBits) {
  BlockScratch<SerialCrew> scratch;
  for (const std::size_t n : sizes) {
    for (const std::uint32_t bits : {0u, 1u, 5u, 8u, 13u, 32u}) {
      std::vector<std::uint32_t> keys = random_words(n, 3);
      std::vector<std::uint32_t> values(n);
      std::iota(values.begin(), values.end(), 0u);
      std::vector<std::uint32_t> wanted_keys = keys;
      std::vector<std::uint32_t> wanted_values = values;
      kernels::radix_sort_pairs_reference(wanted_keys, wanted_values, bits);
      std::vector<std::uint32_t> spare_keys(n);
      std::vector<std::uint32_t> spare_values(n);
      kernels::radix_sort_pairs(SerialCrew{}, scratch, keys, values, spare_keys, spare_values,
                                bits);
      EXPECT_EQ(keys, wanted_keys) << n << " keys of " << bits << " bits";
      EXPECT_EQ(values, wanted_values) << n << " keys of " << bits << " bits";
    }
  }
}

TEST(RadixSortReference, IsAStableSort) {
  const std::vector<std::uint32_t> keys = random_words(1000, 4);
  std::vector<std::uint32_t> wanted(keys.size());
  std::iota(wanted.begin(), wanted.end(), 0u);
  std::vector<std::uint32_t> values = wanted;
  std::stable_sort(wanted.begin(), wanted.end(), [&](std::uint32_t a, std::uint32_t b) {
    return (keys[a] & 31u) < (keys[b] & 31u);
  });
  std::vector<std::uint32_t> sorted = keys;
  kernels::radix_sort_pairs_reference(sorted, values, 5);
  EXPECT_EQ(values, wanted);
}

TEST(Sum, HasTheBitsOfItsReferenceAndIsNearTheTruth) {
  BlockScratch<SerialCrew> scratch;
  for (const std::size_t n : sizes) {
    Random random({5, 0}, 0, 0, 0, 0);
    std::vector<float> values(n);
    for (float& value : values)
      value = random.uniform(-1, 1);
    const float sum = kernels::sum(SerialCrew{}, scratch, values);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(sum),
              std::bit_cast<std::uint32_t>(kernels::sum_reference(values)));
    const double truth = std::accumulate(values.begin(), values.end(), 0.0);
    EXPECT_NEAR(sum, truth, 1e-6 * (1 + std::sqrt(static_cast<double>(n))));
  }
}

TEST(Sum, OfNoneIsZeroAndOfNegativeZerosNegativeZero) {
  BlockScratch<SerialCrew> scratch;
  EXPECT_FALSE(std::signbit(kernels::sum(SerialCrew{}, scratch, {})));
  const std::vector<float> zeros(3, -0.0f);
  EXPECT_TRUE(std::signbit(kernels::sum(SerialCrew{}, scratch, zeros)));
}

}  // namespace
