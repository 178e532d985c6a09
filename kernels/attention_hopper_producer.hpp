/// The warpgroup of a block's attention that fetches what the others compute with.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/attention_arguments.hpp"
#include "kernels/attention_hopper_tile.hpp"
#include "kernels/attention_hopper_work.hpp"
#include "kernels/block_threads.hpp"
#include "kernels/copy_engine.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

/// What the copy engine fetches.
struct AttentionTensors {
  TensorMap q;  ///< In boxes of a warpgroup's rows.
  TensorMap k;  ///< And v: in boxes of key_rows.
  TensorMap v;
};

/// `masked`: whether there is a key mask.
template <class Tile, bool masked>
class HopperAttentionProducer {
 public:
  STARLING_FN HopperAttentionProducer(const AttentionTensors& tensors,
                                      const AttentionArguments& arguments, std::byte* shared)
      : tensors_(tensors),
        arguments_(arguments),
        shared_(shared),
        places_{shared_address(shared)} {}

  /// Every thread of the warpgroup calls it: one of them copies, three warps clear the values of
  /// absent keys.
  STARLING_FN void run(AttentionWorks<Tile> works) const {
    if (thread_index() % warpgroup_threads == 0) {
      copy_all(works);
    } else if (masked && thread_index() % warpgroup_threads >= 32) {
      clear_all(works);
    }
  }

  /// Arrivals at full_values under a mask.
  static constexpr std::uint32_t clearing_warps = 3;

 private:
  using Position = RingPosition<Tile::stages>;

  /// In the order in which they are waited for: the scores of a block come before the values of
  /// the one before.
  STARLING_FN void copy_all(AttentionWorks<Tile>& works) const {
    Position keys;
    Position values;
    std::uint32_t queries_parity = 0;
    for (; works.has_work(); works.advance()) {
      const AttentionWork work = works.at();
      for (int block = work.key_blocks - 1; block >= 0; --block) {
        const bool is_first = block + 1 == work.key_blocks;
        copy_keys(work, block, keys);
        if (is_first) copy_queries(work, queries_parity);
        if (!is_first) copy_values(work, block + 1, values);
      }
      if (work.key_blocks > 0) copy_values(work, 0, values);
    }
  }

  STARLING_FN void copy_queries(const AttentionWork& work, std::uint32_t& parity) const {
    wait_for_phase(places_.empty_queries(), parity ^ 1U);
    parity ^= 1U;
    arrive_announcing(places_.full_queries(), Tile::queries_bytes);
    STARLING_UNROLL
    for (int warpgroup = 0; warpgroup < Tile::warpgroups; ++warpgroup)
      copy_panels<typename Tile::Queries>(
          places_.queries(static_cast<std::uint32_t>(warpgroup)), tensors_.q, work,
          work.first_row + warpgroup * warpgroup_rows, places_.full_queries());
  }

  STARLING_FN void copy_keys(const AttentionWork& work, int block, Position& at) const {
    wait_for_phase(places_.empty_keys(at.stage), at.parity ^ 1U);
    copy_block(places_.keys(at.stage), tensors_.k, work, block, places_.full_keys(at.stage));
    at.advance();
  }

  STARLING_FN void copy_values(const AttentionWork& work, int block, Position& at) const {
    wait_for_phase(places_.empty_values(at.stage), at.parity ^ 1U);
    copy_block(places_.values(at.stage), tensors_.v, work, block,
               masked ? places_.landed_values(at.stage) : places_.full_values(at.stage));
    at.advance();
  }

  STARLING_FN static void copy_block(SharedAddress to, const TensorMap& tensor,
                                     const AttentionWork& work, int block, SharedAddress barrier) {
    arrive_announcing(barrier, Tile::Keys::size_bytes);
    copy_panels<typename Tile::Keys>(to, tensor, work, block * Tile::key_rows, barrier);
  }

  template <class Layout>
  STARLING_FN static void copy_panels(SharedAddress to, const TensorMap& tensor,
                                      const AttentionWork& work, int row, SharedAddress barrier) {
    STARLING_UNROLL
    for (int column = 0; column < Tile::head_dim; column += box_columns)
      start_box_copy(to + static_cast<std::uint32_t>(column / box_columns) * Layout::panel_bytes,
                     tensor, {column, row, work.head, work.batch}, barrier);
  }

  /// Values of absent keys become zeros, whatever lies there: not even times a weight of 0 may a
  /// NaN be summed. What is past the last key is zero as it comes.
  STARLING_FN void clear_all(AttentionWorks<Tile>& works) const {
    Position at;
    for (; works.has_work(); works.advance()) {
      const AttentionWork work = works.at();
      const std::uint8_t* mask = arguments_.key_mask + work.batch * arguments_.key_length;
      for (int block = work.key_blocks - 1; block >= 0; --block) {
        wait_for_phase(places_.landed_values(at.stage), at.parity);
        clear_absent(mask, block * Tile::key_rows, places_.values(at.stage) - places_.first);
        fence_stores_for_engines();
        sync_warp();
        if (thread_index() % 32 == 0) arrive(places_.full_values(at.stage));
        at.advance();
      }
    }
  }

  STARLING_FN void clear_absent(const std::uint8_t* mask, int first_key,
                                std::uint32_t values_begin) const {
    using Keys = typename Tile::Keys;
    constexpr int stride = 32 * static_cast<int>(clearing_warps);
    for (int row = static_cast<int>(thread_index() % warpgroup_threads) - 32; row < Tile::key_rows;
         row += stride) {
      const int key = first_key + row;
      if (key >= arguments_.key_length || read_unchanging(mask + key) != 0) continue;
      for (std::uint32_t chunk = 0; chunk < Tile::head_dim / 8; ++chunk)
        clear_chunk(shared_ + values_begin +
                    Keys::offset(static_cast<std::uint32_t>(row), 8 * chunk));
    }
  }

  const AttentionTensors& tensors_;
  const AttentionArguments& arguments_;
  std::byte* shared_;
  HopperAttentionPlaces<Tile> places_;
};

}  // namespace starling::kernels
