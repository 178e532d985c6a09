/// Scans, compaction, sorting and sums by the threads of a CUDA block, over CUB; only for files
/// that nvcc compiles. What each computes stands in kernels/block.hpp.
#pragma once

#include <cub/block/block_radix_rank.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/radix_rank_sort_operations.cuh>

#include <cstddef>
#include <cstdint>

#include "kernels/block.hpp"

namespace starling::kernels {

/// A block takes arrays in runs of threads * items_per_thread, each thread a few neighbours.
inline constexpr std::uint32_t items_per_thread = 4;

namespace detail {

template <std::uint32_t threads>
using Scan = cub::BlockScan<std::uint32_t, threads, cub::BLOCK_SCAN_WARP_SCANS>;

template <std::uint32_t threads>
using Sort = cub::BlockRadixSort<std::uint32_t, threads, items_per_thread, std::uint32_t>;

template <std::uint32_t threads>
using Rank = cub::BlockRadixRank<threads, sort_digit_bits, false>;

}  // namespace detail

template <std::uint32_t threads>
struct BlockScratch<BlockCrew<threads>> {
  union {
    typename detail::Scan<threads>::TempStorage scan;
    typename detail::Sort<threads>::TempStorage sort;
    typename detail::Rank<threads>::TempStorage rank;
    float partial_sums[sum_lanes_limit];
  };
  std::uint32_t digit_counts[1u << sort_digit_bits];
  std::uint32_t digit_places[1u << sort_digit_bits];
};

// Exclusive sum ---------------------------------------------------------------------------------

template <std::uint32_t threads>
STARLING_FN std::uint32_t exclusive_sum(BlockCrew<threads> crew,
                                        BlockScratch<BlockCrew<threads>>& scratch,
                                        Span<const std::uint32_t> values,
                                        Span<std::uint32_t> offsets) {
  std::uint32_t total = 0;
  if constexpr (on_device()) {
    constexpr std::uint32_t run = threads * items_per_thread;
    for (std::size_t first = 0; first < values.size(); first += run) {
      const std::size_t own = first + crew.rank() * items_per_thread;
      std::uint32_t items[items_per_thread];
      for (std::uint32_t k = 0; k < items_per_thread; ++k) {
        items[k] = own + k < values.size() ? values[own + k] : 0u;
      }
      std::uint32_t run_total = 0;
      detail::Scan<threads>(scratch.scan).ExclusiveSum(items, items, run_total);
      for (std::uint32_t k = 0; k < items_per_thread; ++k) {
        if (own + k < values.size()) offsets[own + k] = total + items[k];
      }
      total += run_total;
      crew.sync();
    }
  }
  return total;
}

// Compaction ------------------------------------------------------------------------------------

template <std::uint32_t threads>
STARLING_FN std::uint32_t compact(BlockCrew<threads> crew,
                                  BlockScratch<BlockCrew<threads>>& scratch,
                                  Span<const std::uint8_t> flags, Span<std::uint32_t> indices) {
  std::uint32_t kept = 0;
  if constexpr (on_device()) {
    constexpr std::uint32_t run = threads * items_per_thread;
    for (std::size_t first = 0; first < flags.size(); first += run) {
      const std::size_t own = first + crew.rank() * items_per_thread;
      std::uint32_t is_kept[items_per_thread];
      for (std::uint32_t k = 0; k < items_per_thread; ++k) {
        is_kept[k] = own + k < flags.size() && flags[own + k] != 0 ? 1u : 0u;
      }
      std::uint32_t places[items_per_thread];
      std::uint32_t run_kept = 0;
      detail::Scan<threads>(scratch.scan).ExclusiveSum(is_kept, places, run_kept);
      for (std::uint32_t k = 0; k < items_per_thread; ++k) {
        if (is_kept[k] != 0u) indices[kept + places[k]] = static_cast<std::uint32_t>(own + k);
      }
      kept += run_kept;
      crew.sync();
    }
  }
  return kept;
}

// Sorting ---------------------------------------------------------------------------------------

namespace detail {

/// A thread's few pairs of the run that begins at `first`. Past the end of the arrays stand keys
/// of all ones, which a stable sort leaves behind every true key.
struct OwnPairs {
  std::uint32_t keys[items_per_thread];
  std::uint32_t values[items_per_thread];
};

STARLING_FN OwnPairs load_pairs(const PairBuffers& from, std::size_t own) {
  OwnPairs pairs;
  for (std::uint32_t k = 0; k < items_per_thread; ++k) {
    const bool is_inside = own + k < from.keys.size();
    pairs.keys[k] = is_inside ? from.keys[own + k] : ~0u;
    pairs.values[k] = is_inside ? from.values[own + k] : 0u;
  }
  return pairs;
}

/// Sorts at most threads * items_per_thread pairs in registers.
template <std::uint32_t threads>
STARLING_FN void sort_run(BlockCrew<threads> crew, BlockScratch<BlockCrew<threads>>& scratch,
                          const PairBuffers& pairs, std::uint32_t bits) {
  OwnPairs own = load_pairs(pairs, crew.rank() * items_per_thread);
  Sort<threads>(scratch.sort).SortBlockedToStriped(own.keys, own.values, 0, static_cast<int>(bits));
  for (std::uint32_t k = 0; k < items_per_thread; ++k) {
    const std::size_t i = crew.rank() + k * threads;
    if (i >= pairs.keys.size()) continue;
    pairs.keys[i] = own.keys[k];
    pairs.values[i] = own.values[k];
  }
  crew.sync();
}

/// Sets digit_places to where the first key of each digit goes.
template <std::uint32_t threads>
STARLING_FN void place_digits(BlockCrew<threads> crew, BlockScratch<BlockCrew<threads>>& scratch,
                              Span<const std::uint32_t> keys, std::uint32_t shift,
                              std::uint32_t mask) {
  constexpr std::uint32_t digits = 1u << sort_digit_bits;
  if (crew.rank() < digits) scratch.digit_counts[crew.rank()] = 0;
  crew.sync();
  for (std::size_t i = crew.rank(); i < keys.size(); i += threads) {
    atomicAdd(&scratch.digit_counts[(keys[i] >> shift) & mask], 1u);
  }
  crew.sync();
  if (crew.rank() < digits) {
    std::uint32_t before = 0;
    for (std::uint32_t digit = 0; digit < crew.rank(); ++digit) {
      before += scratch.digit_counts[digit];
    }
    scratch.digit_places[crew.rank()] = before;
  }
  crew.sync();
}

/// Moves the pairs of one run to the places of their digits, in order.
template <std::uint32_t threads>
STARLING_FN void scatter_run(BlockCrew<threads> crew, BlockScratch<BlockCrew<threads>>& scratch,
                             const PairBuffers& from, const PairBuffers& to, std::size_t first,
                             std::uint32_t shift, std::uint32_t mask) {
  constexpr std::uint32_t digits = 1u << sort_digit_bits;
  const std::size_t own_first = first + crew.rank() * items_per_thread;
  OwnPairs own = load_pairs(from, own_first);
  std::uint32_t own_digits[items_per_thread];
  for (std::uint32_t k = 0; k < items_per_thread; ++k)
    own_digits[k] = (own.keys[k] >> shift) & mask;
  // ranks in the run by digit, and the rank of this thread's digit's first
  int ranks[items_per_thread];
  int before[1];
  Rank<threads>(scratch.rank)
      .RankKeys(own_digits, ranks, cub::BFEDigitExtractor<std::uint32_t>(0, sort_digit_bits),
                before);
  const bool has_digit = crew.rank() < digits;
  if (has_digit) scratch.digit_counts[crew.rank()] = static_cast<std::uint32_t>(before[0]);
  crew.sync();
  for (std::uint32_t k = 0; k < items_per_thread; ++k) {
    if (own_first + k >= from.keys.size()) continue;
    const std::uint32_t digit = own_digits[k];
    const std::uint32_t place = scratch.digit_places[digit] + static_cast<std::uint32_t>(ranks[k]) -
                                scratch.digit_counts[digit];
    to.keys[place] = own.keys[k];
    to.values[place] = own.values[k];
  }
  crew.sync();
  // the next run's pairs follow this one's
  if (has_digit) {
    const bool is_last = crew.rank() + 1u == digits;
    const std::uint32_t end =
        is_last ? threads * items_per_thread : scratch.digit_counts[crew.rank() + 1u];
    scratch.digit_places[crew.rank()] += end - scratch.digit_counts[crew.rank()];
  }
  crew.sync();
}

}  // namespace detail

template <std::uint32_t threads>
STARLING_FN void radix_sort_pairs(BlockCrew<threads> crew,
                                  BlockScratch<BlockCrew<threads>>& scratch,
                                  Span<std::uint32_t> keys, Span<std::uint32_t> values,
                                  Span<std::uint32_t> spare_keys, Span<std::uint32_t> spare_values,
                                  std::uint32_t bits) {
  if constexpr (on_device()) {
    constexpr std::uint32_t run = threads * items_per_thread;
    detail::PairBuffers from{keys, values};
    detail::PairBuffers to{spare_keys, spare_values};
    if (bits == 0) return;
    if (keys.size() <= run) return detail::sort_run(crew, scratch, from, bits);
    for (std::uint32_t shift = 0; shift < bits; shift += sort_digit_bits) {
      const std::uint32_t mask = detail::digit_mask(shift, bits);
      detail::place_digits(crew, scratch, from.keys, shift, mask);
      for (std::size_t first = 0; first < keys.size(); first += run) {
        detail::scatter_run(crew, scratch, from, to, first, shift, mask);
      }
      const detail::PairBuffers sorted = to;
      to = from;
      from = sorted;
    }
    if (from.keys.data() == keys.data()) return;
    for (std::size_t i = crew.rank(); i < keys.size(); i += threads) {
      keys[i] = from.keys[i];
      values[i] = from.values[i];
    }
    crew.sync();
  }
}

// Sums ------------------------------------------------------------------------------------------

/// The last five halvings are one warp's, by shuffles.
template <std::uint32_t threads>
STARLING_FN float sum(BlockCrew<threads> crew, BlockScratch<BlockCrew<threads>>& scratch,
                      Span<const float> values) {
  float total = 0.0f;
  if constexpr (on_device()) {
    const std::uint32_t lanes = sum_lanes(values.size());
    for (std::uint32_t lane = crew.rank(); lane < lanes; lane += threads) {
      float partial = -0.0f;
      for (std::size_t i = lane; i < values.size(); i += lanes)
        partial += values[i];
      scratch.partial_sums[lane] = partial;
    }
    crew.sync();
    std::uint32_t half = lanes / 2;
    for (; half >= 32u; half /= 2) {
      for (std::uint32_t lane = crew.rank(); lane < half; lane += threads) {
        scratch.partial_sums[lane] += scratch.partial_sums[lane + half];
      }
      crew.sync();
    }
    if (crew.rank() < 32u) {
      float partial = crew.rank() < lanes ? scratch.partial_sums[crew.rank()] : -0.0f;
      for (; half > 0; half /= 2) {
        const float upper = __shfl_down_sync(~0u, partial, half);
        if (crew.rank() < half) partial += upper;
      }
      if (crew.rank() == 0) scratch.partial_sums[0] = partial;
    }
    crew.sync();
    total = values.empty() ? 0.0f : scratch.partial_sums[0];
    crew.sync();
  }
  return total;
}

}  // namespace starling::kernels
