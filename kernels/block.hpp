/// Scans, compaction, sorting and sums by a crew over arrays it shares: what they compute, and how
/// one thread does; kernels/block_cuda.hpp holds the twins for a CUDA block.
///
/// Results do not depend on the crew. All threads of the crew call with the same arguments and get
/// the same result. Arrays lie in shared or global memory. A function may be called once the
/// crew's writes to its inputs are visible (after a sync); when it returns its outputs are visible
/// to the whole crew and its scratch may be used again. It is no barrier for anything else.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/check.hpp"
#include "kernels/crew.hpp"
#include "kernels/platform.hpp"
#include "kernels/span.hpp"

namespace starling::kernels {

/// The memory that a crew's threads share while one of these functions runs; the caller owns it
/// (on the device: in shared memory). One serves all functions, one after the other.
template <Crew Threads>
struct BlockScratch;

/// The partial sums of sum(): at most this many, a power of two.
inline constexpr std::uint32_t sum_lanes_limit = 256;

template <>
struct BlockScratch<SerialCrew> {
  float partial_sums[sum_lanes_limit];
};

/// The bits of a key that one pass of a sort looks at.
inline constexpr std::uint32_t sort_digit_bits = 4;

namespace detail {

/// A word whose low `bits` (0 to 32) are set.
STARLING_FN constexpr std::uint32_t low_bits(std::uint32_t bits) {
  return bits >= 32u ? ~0u : (1u << bits) - 1u;
}

/// The bits of the digit that begins at `shift`, where keys have `bits`.
STARLING_FN constexpr std::uint32_t digit_mask(std::uint32_t shift, std::uint32_t bits) {
  return low_bits(bits - shift < sort_digit_bits ? bits - shift : sort_digit_bits);
}

struct PairBuffers {
  Span<std::uint32_t> keys, values;
};

}  // namespace detail

// Exclusive sum ---------------------------------------------------------------------------------

/// offsets[i] = values[0] + ... + values[i - 1], modulo 2^32; returns the sum of all.
/// values, offsets: [n]; they may be the same array.
STARLING_FN std::uint32_t exclusive_sum_reference(Span<const std::uint32_t> values,
                                                  Span<std::uint32_t> offsets) {
  std::uint32_t total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t value = values[i];
    offsets[i] = total;
    total += value;
  }
  return total;
}

/// exclusive_sum_reference by a crew of one.
STARLING_FN std::uint32_t exclusive_sum(SerialCrew, BlockScratch<SerialCrew>&,
                                        Span<const std::uint32_t> values,
                                        Span<std::uint32_t> offsets) {
  return exclusive_sum_reference(values, offsets);
}

// Compaction ------------------------------------------------------------------------------------

/// Lists, in order, the i for which flags[i] is not 0; returns how many.
/// flags: [n]; indices: [n], of which that many are written.
STARLING_FN std::uint32_t compact_reference(Span<const std::uint8_t> flags,
                                            Span<std::uint32_t> indices) {
  std::uint32_t kept = 0;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] != 0) indices[kept++] = static_cast<std::uint32_t>(i);
  }
  return kept;
}

/// compact_reference by a crew of one.
STARLING_FN std::uint32_t compact(SerialCrew, BlockScratch<SerialCrew>&,
                                  Span<const std::uint8_t> flags, Span<std::uint32_t> indices) {
  return compact_reference(flags, indices);
}

// Sorting ---------------------------------------------------------------------------------------

/// What radix_sort_pairs gives, by insertion.
STARLING_FN void radix_sort_pairs_reference(Span<std::uint32_t> keys, Span<std::uint32_t> values,
                                            std::uint32_t bits) {
  const std::uint32_t mask = detail::low_bits(bits);
  for (std::size_t next = 1; next < keys.size(); ++next) {
    const std::uint32_t key = keys[next];
    const std::uint32_t value = values[next];
    std::size_t i = next;
    for (; i > 0 && (keys[i - 1] & mask) > (key & mask); --i) {
      keys[i] = keys[i - 1];
      values[i] = values[i - 1];
    }
    keys[i] = key;
    values[i] = value;
  }
}

/// Sorts pairs of a key and a value by the low `bits` (0 to 32) of the key; pairs that are equal in
/// these keep their order.
/// keys, values: [n], sorted in place; spare_keys, spare_values: [n], overwritten.
STARLING_FN void radix_sort_pairs(SerialCrew, BlockScratch<SerialCrew>&, Span<std::uint32_t> keys,
                                  Span<std::uint32_t> values, Span<std::uint32_t> spare_keys,
                                  Span<std::uint32_t> spare_values, std::uint32_t bits) {
  detail::PairBuffers from{keys, values};
  detail::PairBuffers to{spare_keys, spare_values};
  for (std::uint32_t shift = 0; shift < bits; shift += sort_digit_bits) {
    const std::uint32_t mask = detail::digit_mask(shift, bits);
    // where the first key of each digit goes, then the next
    std::uint32_t places[1u << sort_digit_bits] = {};
    for (const std::uint32_t key : from.keys)
      ++places[(key >> shift) & mask];
    std::uint32_t before = 0;
    for (std::uint32_t& place : places) {
      const std::uint32_t count = place;
      place = before;
      before += count;
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::uint32_t place = places[(from.keys[i] >> shift) & mask]++;
      to.keys[place] = from.keys[i];
      to.values[place] = from.values[i];
    }
    const detail::PairBuffers sorted = to;
    to = from;
    from = sorted;
  }
  if (from.keys.data() == keys.data()) return;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = from.keys[i];
    values[i] = from.values[i];
  }
}

// Sums ------------------------------------------------------------------------------------------

/// The number of partial sums that n values are summed into: the power of two at or above n, at
/// most sum_lanes_limit.
STARLING_FN constexpr std::uint32_t sum_lanes(std::size_t n) {
  std::uint32_t lanes = 1;
  while (lanes < n && lanes < sum_lanes_limit)
    lanes *= 2;
  return lanes;
}

/// The sum of n floats, in an order that n alone decides: lane l of L = sum_lanes(n) adds values
/// l, l + L, l + 2L, ... in turn; then the upper half of the lanes is added to the lower half until
/// one is left. The sum of none is +0.
/// values: [n]
STARLING_FN float sum_reference(Span<const float> values) {
  float partial_sums[sum_lanes_limit];
  const std::uint32_t lanes = sum_lanes(values.size());
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    partial_sums[lane] = -0.0f;  // which changes no number it is added to, not even -0
    for (std::size_t i = lane; i < values.size(); i += lanes)
      partial_sums[lane] += values[i];
  }
  for (std::uint32_t half = lanes / 2; half > 0; half /= 2) {
    for (std::uint32_t lane = 0; lane < half; ++lane) {
      partial_sums[lane] += partial_sums[lane + half];
    }
  }
  return values.empty() ? 0.0f : partial_sums[0];
}

/// sum_reference by a crew of one, its loops turned so that they vectorise.
STARLING_FN float sum(SerialCrew, BlockScratch<SerialCrew>& scratch, Span<const float> values) {
  const std::size_t n = values.size();
  const std::uint32_t lanes = sum_lanes(n);
  float* const partial_sums = scratch.partial_sums;
  for (std::uint32_t lane = 0; lane < lanes; ++lane)
    partial_sums[lane] = -0.0f;
  for (std::size_t first = 0; first < n; first += lanes) {
    const std::size_t rest = n - first;
    const std::size_t width = rest < lanes ? rest : lanes;
    for (std::size_t lane = 0; lane < width; ++lane)
      partial_sums[lane] += values[first + lane];
  }
  for (std::uint32_t half = lanes / 2; half > 0; half /= 2) {
    for (std::uint32_t lane = 0; lane < half; ++lane) {
      partial_sums[lane] += partial_sums[lane + half];
    }
  }
  return n == 0 ? 0.0f : partial_sums[0];
}

}  // namespace starling::kernels
