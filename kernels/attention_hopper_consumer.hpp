/// The warpgroups of a block's attention that compute: each 64 queries of one head, against blocks
/// of keys that another warpgroup fetches. FlashAttention-3's order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/attention_arguments.hpp"
#include "kernels/attention_hopper_hiding.hpp"
#include "kernels/attention_hopper_softmax.hpp"
#include "kernels/attention_hopper_tile.hpp"
#include "kernels/attention_hopper_work.hpp"
#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"
#include "kernels/tensor_core.hpp"
#include "kernels/warpgroup.hpp"

namespace starling::kernels {

/// `masked`: whether there is a key mask.
template <class Tile, bool masked>
class HopperAttentionConsumer {
 public:
  /// `warpgroup`: 0 to Tile::warpgroups - 1.
  STARLING_FN HopperAttentionConsumer(const AttentionArguments& arguments, std::byte* shared,
                                      std::uint32_t warpgroup)
      : arguments_(arguments),
        shared_(shared),
        places_{shared_address(shared)},
        warpgroup_(warpgroup) {}

  /// Every thread of the warpgroup calls it.
  STARLING_FN void run(AttentionWorks<Tile> works) {
    if (warpgroup_ + 1 == Tile::warpgroups) give_turn();  // to the first
    for (; works.has_work(); works.advance()) {
      const AttentionWork work = works.at();
      WarpgroupSoftmax softmax{arguments_.scale * log2_of_e};
      Output out{};
      if (work.key_blocks > 0) attend(work, softmax, out);
      store(work, softmax, out);
    }
  }

 private:
  using Scores = typename Tile::Scores;
  using Output = typename Tile::Output;
  using Weights = WarpgroupWeights<Tile::key_rows>;
  using Queries = typename Tile::Queries;
  using Keys = typename Tile::Keys;

  static constexpr float log2_of_e = 0x1.715476p+0F;
  static constexpr int mask_words = (Tile::key_rows + 31) / 32;

  STARLING_FN static std::uint32_t lane() { return thread_index() % 32; }
  /// The warp's first row among the warpgroup's.
  STARLING_FN static std::uint32_t row_in_warpgroup() {
    return thread_index() % warpgroup_threads / 32 * 16;
  }
  STARLING_FN int first_row_of_warp(const AttentionWork& work) const {
    return work.first_row + static_cast<int>(warpgroup_ * warpgroup_rows + row_in_warpgroup());
  }

  /// From the last block of keys to the first. A block's scores are computed before the values of
  /// the one after are summed, so that its softmax can begin meanwhile: without that, 15% were
  /// lost.
  STARLING_FN void attend(const AttentionWork& work, WarpgroupSoftmax& softmax, Output& out) {
    wait_for_phase(places_.full_queries(), queries_parity_);
    queries_parity_ ^= 1U;
    const int own_blocks = AttentionWorks<Tile>::key_blocks(
        arguments_, work.first_row + static_cast<int>(warpgroup_) * warpgroup_rows, warpgroup_rows);
    int block = work.key_blocks - 1;
    for (; block >= own_blocks; --block)
      pass_over();
    if (own_blocks == 0) {
      release(places_.empty_queries());
      return;
    }
    Scores scores;
    Weights weights;
    take_turn();
    start_scores(scores);
    give_turn();
    finish_scores<0>(work, block, scores);
    softmax.raise_maximum(scores);
    softmax.weigh(scores);
    pack_weights(scores, weights);
    while (--block >= 0) {
      take_turn();
      start_scores(scores);
      start_values(weights, out);
      give_turn();
      finish_scores<1>(work, block, scores);
      const bool grew = softmax.raise_maximum(scores);
      softmax.weigh(scores);
      finish_values(out);
      if (grew) softmax.rescale(out);
      pack_weights(scores, weights);
    }
    start_values(weights, out);
    finish_values(out);
  }

  /// A block of keys of which the warpgroup sees none, while others do.
  STARLING_FN void pass_over() {
    wait_for_phase(places_.full_keys(keys_.stage), keys_.parity);
    release(places_.empty_keys(keys_.stage));
    keys_.advance();
    wait_for_phase(places_.full_values(values_.stage), values_.parity);
    release(places_.empty_values(values_.stage));
    values_.advance();
    take_turn();
    give_turn();
  }

  // Products.

  /// scores = q k^T  // [64, key_rows]
  STARLING_FN void start_scores(Scores& scores) const {
    wait_for_phase(places_.full_keys(keys_.stage), keys_.parity);
    settle(scores);
    fence_products();
    STARLING_UNROLL
    for (int k = 0; k < Tile::head_dim; k += 16)
      start_product<Major::K, Major::K>(Queries::k_major(places_.queries(warpgroup_), k),
                                        Keys::k_major(places_.keys(keys_.stage), k), k > 0, scores);
    commit_products();
  }

  /// Scores that no query may see are -infinity. `pending`: batches of products started since.
  template <int pending>
  STARLING_FN void finish_scores(const AttentionWork& work, int block, Scores& scores) {
    const int key = block * Tile::key_rows;
    std::uint32_t present = 0;
    if constexpr (masked) present = read_mask(work, key);
    wait_for_products<pending>();
    settle(scores);
    release(places_.empty_keys(keys_.stage));
    if (block == 0) release(places_.empty_queries());
    keys_.advance();
    if constexpr (masked) hide_absent(present, scores);
    const int row = first_row_of_warp(work);
    if (key + Tile::key_rows > visible_keys(row)) {
      const int own_row = row + static_cast<int>(lane() / 4);
      hide_from(visible_keys(own_row) - key, visible_keys(own_row + 8) - key, scores);
    }
  }

  /// out += weights v  // [64, head_dim]
  STARLING_FN void start_values(const Weights& weights, Output& out) const {
    wait_for_phase(places_.full_values(values_.stage), values_.parity);
    settle(out);
    fence_products();
    STARLING_UNROLL
    for (int j = 0; j < Tile::key_rows / 16; ++j)
      start_product<Major::MN>(weights.of[j], Keys::mn_major(places_.values(values_.stage), 16 * j),
                               true, out);
    commit_products();
  }

  STARLING_FN void finish_values(Output& out) {
    wait_for_products<0>();
    settle(out);
    release(places_.empty_values(values_.stage));
    values_.advance();
  }

  /// The warp has read what lies there.
  STARLING_FN static void release(SharedAddress barrier) {
    if (lane() == 0) arrive(barrier);
  }

  // Turns: barrier 1 + w of the block lets warpgroup w start its products, after the one before has
  // started its own. So one's softmax comes while another's products are at work; with products
  // started as it happens, 2% were lost.

  STARLING_FN void take_turn() const { sync_some(1 + warpgroup_, 2 * warpgroup_threads); }
  STARLING_FN void give_turn() const {
    const std::uint32_t next = warpgroup_ + 1 == Tile::warpgroups ? 0 : warpgroup_ + 1;
    arrive_at_sync(1 + next, 2 * warpgroup_threads);
  }

  STARLING_FN int visible_keys(int row) const {
    return AttentionWorks<Tile>::visible_keys(arguments_, row);
  }

  /// Bit w: key 32 w + lane of the block is present.
  STARLING_FN std::uint32_t read_mask(const AttentionWork& work, int key) const {
    const std::uint8_t* mask = arguments_.key_mask + work.batch * arguments_.key_length;
    std::uint32_t present = 0;
    STARLING_UNROLL
    for (int word = 0; word < mask_words; ++word) {
      const int own = key + 32 * word + static_cast<int>(lane());
      if (own < arguments_.key_length && read_unchanging(mask + own) != 0) present |= 1U << word;
    }
    return present;
  }

  // The result.

  /// Through shared memory, so that whole chunks are written.
  STARLING_FN void store(const AttentionWork& work, const WarpgroupSoftmax& softmax,
                         const Output& out) const {
    std::byte* const rows = shared_ + Tile::outputs_begin + warpgroup_ * Queries::size_bytes;
    sync_warp();  // the work before has been written out
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      const float factor = softmax.normalizer(half);
      const std::uint32_t row =
          row_in_warpgroup() + static_cast<std::uint32_t>(8 * half) + lane() / 4;
      STARLING_UNROLL
      for (int t = 0; t < Output::fragments; ++t) {
        const float* pair = &out.of[t][2 * half];
        const std::uint32_t at =
            Queries::offset(row, static_cast<std::uint32_t>(8 * t)) + lane() % 4 * 4;
        *reinterpret_cast<std::uint32_t*>(rows + at) =
            pack_bfloat16(pair[0] * factor, pair[1] * factor);
      }
    }
    sync_warp();
    constexpr std::uint32_t chunks = Tile::head_dim / 8;  // a row
    Bfloat16* const to = arguments_.out + work.batch * arguments_.out_strides.batch +
                         work.head * arguments_.out_strides.head;
    STARLING_UNROLL
    for (std::uint32_t turn = 0; turn < chunks / 2; ++turn) {
      const std::uint32_t row = (turn * 32 + lane()) / chunks;
      const std::uint32_t column = lane() % chunks * 8;
      const int row_of_all = first_row_of_warp(work) + static_cast<int>(row);
      if (row_of_all >= arguments_.query_length) continue;
      copy_chunk(to + row_of_all * arguments_.out_strides.row + column,
                 rows + Queries::offset(row_in_warpgroup() + row, column));
    }
  }

  const AttentionArguments& arguments_;
  std::byte* shared_;
  HopperAttentionPlaces<Tile> places_;
  std::uint32_t warpgroup_;
  std::uint32_t queries_parity_ = 0;
  RingPosition<Tile::stages> keys_;
  RingPosition<Tile::stages> values_;
};

}  // namespace starling::kernels
