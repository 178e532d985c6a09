/// Shapes in which a CUDA block does its part of attention by warpgroups, on Hopper.
#pragma once

#include <cstdint>

#include "kernels/copy_engine.hpp"
#include "kernels/phase_barrier.hpp"
#include "kernels/platform.hpp"
#include "kernels/warpgroup.hpp"
#include "kernels/warpgroup_layout.hpp"

namespace starling::kernels {

/// The shape of a block's work: `consumers` warpgroups of 64 queries each, against `keys` keys at a
/// time, which another warpgroup has copied to a ring of `blocks_of_keys`.
template <int dim, int keys, int consumers, int blocks_of_keys>
struct HopperAttentionTile {
  static_assert(dim == 64 || dim == 128, "Panels are of 64 columns.");
  static_assert(consumers == 2 || consumers == 3, "Registers are dealt for two or three.");
  static_assert(blocks_of_keys >= 2, "A block's values are used after the next block's keys.");
  static constexpr int head_dim = dim;
  static constexpr int key_rows = keys;
  static constexpr int query_rows = consumers * warpgroup_rows;
  static constexpr int warpgroups = consumers;
  static constexpr int stages = blocks_of_keys;

  static constexpr int threads = (consumers + 1) * static_cast<int>(warpgroup_threads);
  static constexpr int producer_registers = consumers == 2 ? 40 : 32;
  static constexpr int consumer_registers = consumers == 2 ? 232 : 160;

  using Queries = SwizzledPanels<warpgroup_rows, dim>;  ///< Of a warpgroup, and its output.
  using Keys = SwizzledPanels<keys, dim>;               ///< And values.
  using Scores = WarpgroupSums<keys>;
  using Output = WarpgroupSums<dim>;

  // Shared memory, aligned to 1024: queries of all warpgroups, blocks of keys, blocks of values,
  // outputs of all warpgroups and barriers. Outputs have a place of their own so that the queries
  // of the next work can be fetched while this one ends.
  static constexpr std::uint32_t queries_bytes = consumers * Queries::size_bytes;
  static constexpr std::uint32_t ring_bytes = stages * Keys::size_bytes;
  static constexpr std::uint32_t keys_begin = queries_bytes;
  static constexpr std::uint32_t values_begin = keys_begin + ring_bytes;
  static constexpr std::uint32_t outputs_begin = values_begin + ring_bytes;
  static constexpr std::uint32_t barriers_begin = outputs_begin + queries_bytes;
  static constexpr std::uint32_t barriers = 2 + 5 * stages;
  static constexpr std::uint32_t shared_bytes = barriers_begin + barriers * phase_barrier_bytes;
  static_assert(shared_bytes <= 227 * 1024, "A block of Hopper has 227 KB of shared memory.");
};

/// TFLOP/s on an H200, 8,192 tokens, not causal and causal, with head dim 64: 128 keys 581 and 537,
/// 96 keys 522 and 509, 64 keys 482 and 453; with two warpgroups, in an earlier form, at most 491.
/// With head dim 128: 128 keys 718 and 701, 96 keys 683 and 674, 64 keys 614 and 619; three
/// warpgroups with 64 keys 694 and 638. In an earlier form 160 and 176 keys did as 128, and a third
/// stage as two.
template <int dim>
using TunedHopperAttentionTile = HopperAttentionTile<dim, 128, dim == 64 ? 3 : 2, 2>;

/// The places of a block's shared memory.
template <class Tile>
struct HopperAttentionPlaces {
  SharedAddress first;  ///< Of shared memory.

  STARLING_FN SharedAddress queries(std::uint32_t warpgroup) const {
    return first + warpgroup * Tile::Queries::size_bytes;
  }
  STARLING_FN SharedAddress keys(std::uint32_t stage) const {
    return first + Tile::keys_begin + stage * Tile::Keys::size_bytes;
  }
  STARLING_FN SharedAddress values(std::uint32_t stage) const {
    return first + Tile::values_begin + stage * Tile::Keys::size_bytes;
  }

  // Barriers: a place is full once it holds what is to be read, and empty once all have read it.
  STARLING_FN SharedAddress full_queries() const { return barrier(0); }
  STARLING_FN SharedAddress empty_queries() const { return barrier(1); }
  STARLING_FN SharedAddress full_keys(std::uint32_t stage) const { return barrier(2 + stage); }
  STARLING_FN SharedAddress empty_keys(std::uint32_t stage) const {
    return barrier(2 + Tile::stages + stage);
  }
  STARLING_FN SharedAddress full_values(std::uint32_t stage) const {
    return barrier(2 + 2 * Tile::stages + stage);
  }
  STARLING_FN SharedAddress empty_values(std::uint32_t stage) const {
    return barrier(2 + 3 * Tile::stages + stage);
  }
  /// Under a key mask: the values are there, and those of absent keys not yet zeros.
  STARLING_FN SharedAddress landed_values(std::uint32_t stage) const {
    return barrier(2 + 4 * Tile::stages + stage);
  }

 private:
  STARLING_FN SharedAddress barrier(std::uint32_t index) const {
    return first + Tile::barriers_begin + index * phase_barrier_bytes;
  }
};

/// A place in a ring, and the parity of the phase in which it is filled.
template <std::uint32_t stages>
struct RingPosition {
  std::uint32_t stage = 0;
  std::uint32_t parity = 0;

  STARLING_FN void advance() {
    ++stage;
    if (stage < stages) return;
    stage = 0;
    parity ^= 1U;
  }
};

}  // namespace starling::kernels
