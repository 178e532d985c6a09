/// What one CUDA block does of attention: 128 queries of one head, against blocks of keys that are
/// copied to shared memory while the block before is computed with. FlashAttention-2's order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/async_copy.hpp"
#include "kernels/attention_arguments.hpp"
#include "kernels/attention_products.hpp"
#include "kernels/attention_softmax.hpp"
#include "kernels/attention_tile.hpp"
#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"
#include "kernels/tensor_core.hpp"

namespace starling::kernels {

/// One block of the grid. Every thread of the block makes the same calls.
/// `masked`: whether there is a key mask.
template <class Tile, bool masked>
class AttentionBlock {
 public:
  /// `index` counts the blocks of queries of a head, then heads, then batches. `shared`:
  /// Tile::shared_bytes, aligned to 1024.
  STARLING_FN AttentionBlock(const AttentionArguments& arguments, std::uint32_t index,
                             std::byte* shared)
      : arguments_(arguments),
        shared_(shared),
        shared_address_(shared_address(shared)),
        index_(index),
        queries_(static_cast<int>(arguments.query_length)),
        keys_(static_cast<int>(arguments.key_length)) {
    const std::uint32_t pair = index / blocks_of_queries();
    const auto heads = static_cast<std::uint32_t>(arguments.heads);
    batch_ = pair / heads;
    head_ = pair % heads;
  }

  STARLING_FN void run() {
    OnlineSoftmax softmax(arguments_.scale * log2_of_e);
    Output out{};
    const int end_row = first_row() + Tile::query_rows;
    const int seen = visible_keys((end_row < queries_ ? end_row : queries_) - 1);
    int key = (seen + Tile::key_rows - 1) / Tile::key_rows * Tile::key_rows - Tile::key_rows;
    if (key >= 0) {
      copy_queries();
      copy_keys<true>(key);
    }
    HeldQueries<Tile> queries;
    // From the last block of keys, the only one that may be ragged, to the first.
    for (bool is_first = true; key >= 0; key -= Tile::key_rows) {
      wait_for_copies();
      sync_block();  // copies of all have landed, and all are done with the other buffer
      if (key > 0) copy_keys<masked>(key - Tile::key_rows);
      if constexpr (Tile::holds_queries) {
        if (is_first) load_queries<Tile>(queries_address(), queries);
        is_first = false;
      }
      Scores scores{};
      add_products<Tile>(queries, queries_address(), keys_address(key), scores);
      if constexpr (masked) hide_absent(key, scores);
      if (key + Tile::key_rows > visible_keys(first_row_of_warp())) hide_unseen(key, scores);
      softmax.raise_maximum(scores, out);
      add_values<Tile>(scores, keys_address(key) + 2 * Tile::keys_bytes, softmax, out);
    }
    store(softmax, out);
  }

 private:
  using Rows = typename Tile::Rows;
  using Scores = RowTile<Tile::key_rows>;
  using Output = RowTile<Tile::head_dim>;

  static constexpr float log2_of_e = 0x1.715476p+0F;

  STARLING_FN std::uint32_t blocks_of_queries() const {
    return (static_cast<std::uint32_t>(queries_) + Tile::query_rows - 1) / Tile::query_rows;
  }

  /// A number of the block from which others are computed. Where registers are scarce they are
  /// computed anew each time: hoisted out of the loop they would only be spilled.
  STARLING_FN static std::int64_t late(std::uint32_t number) {
    if constexpr (Tile::holds_queries) return number;
    return static_cast<std::int64_t>(computed_late(number));
  }

  /// Of the block. Under a causal mask the last queries see most: their blocks begin first.
  STARLING_FN int first_row() const {
    const auto batch = static_cast<std::uint32_t>(late(batch_));
    const std::uint32_t pair = batch * static_cast<std::uint32_t>(arguments_.heads) + head_;
    const std::uint32_t rank = index_ - pair * blocks_of_queries();
    return static_cast<int>(blocks_of_queries() - 1 - rank) * Tile::query_rows;
  }

  STARLING_FN static std::uint32_t lane() { return thread_index() % 32; }
  STARLING_FN static std::uint32_t row_in_block() { return thread_index() / 32 * warp_query_rows; }
  STARLING_FN int first_row_of_warp() const {
    return first_row() + static_cast<int>(row_in_block());
  }

  /// How many keys the query of a row sees, from the first on; absent ones are counted.
  STARLING_FN int visible_keys(int row) const {
    const int end = keys_ - queries_ + row + 1;
    return arguments_.causal && end < keys_ ? end : keys_;
  }

  STARLING_FN bool is_present(int key) const {
    bool present = key < keys_;
    if constexpr (masked) present = present && read_unchanging(mask() + key) != 0;
    return present;
  }

  /// Where a row of the block's head begins.
  STARLING_FN std::int64_t start_of(const AttentionStrides& strides, int row) const {
    return late(batch_) * strides.batch + late(head_) * strides.head + row * strides.row;
  }

  /// Of the block's batch. [key_length]
  STARLING_FN const std::uint8_t* mask() const {
    return arguments_.key_mask + late(batch_) * arguments_.key_length;
  }

  // Copies to shared memory: each thread a chunk of every rows_a_pass-th row.
  static constexpr int rows_a_pass = Tile::threads / static_cast<int>(Rows::chunks);
  static_assert(rows_a_pass % 8 == 0 && Tile::key_rows % rows_a_pass == 0);

  STARLING_FN static int own_row() { return static_cast<int>(thread_index() / Rows::chunks); }
  STARLING_FN static std::uint32_t own_chunk() { return thread_index() % Rows::chunks; }
  STARLING_FN static std::uint32_t own_offset() {
    return Rows::offset(static_cast<std::uint32_t>(own_row()), own_chunk());
  }

  STARLING_FN void copy_queries() const {
    const int row = first_row() + own_row();
    const Bfloat16* from =
        arguments_.q + start_of(arguments_.q_strides, row) + own_chunk() * std::int64_t{8};
    const std::uint32_t to = shared_address_ + own_offset();
    STARLING_UNROLL
    for (int pass = 0; pass < Tile::query_rows; pass += rows_a_pass)
      copy_async(to + static_cast<std::uint32_t>(pass) * Rows::row_bytes,
                 from + pass * arguments_.q_strides.row, row + pass < queries_);
  }

  /// Keys and values from `key` on. Absent ones become zeros, whatever lies there: not even times
  /// a weight of 0 may a NaN be summed. `ragged`: some may be absent.
  template <bool ragged>
  STARLING_FN void copy_keys(int key) const {
    const int row = key + own_row();
    const std::int64_t column = own_chunk() * std::int64_t{8};
    const Bfloat16* keys = arguments_.k + start_of(arguments_.k_strides, row) + column;
    const Bfloat16* values = arguments_.v + start_of(arguments_.v_strides, row) + column;
    const std::uint32_t to = keys_address(key) + own_offset();
    STARLING_UNROLL
    for (int pass = 0; pass < Tile::key_rows; pass += rows_a_pass) {
      const bool present = !ragged || is_present(row + pass);
      const std::uint32_t at = to + static_cast<std::uint32_t>(pass) * Rows::row_bytes;
      copy_async(at, keys + pass * arguments_.k_strides.row, present);
      copy_async(at + 2 * Tile::keys_bytes, values + pass * arguments_.v_strides.row, present);
    }
  }

  STARLING_FN SharedAddress queries_address() const {
    return shared_address_ + row_in_block() * Rows::row_bytes;
  }

  /// Where the keys from `key` on lie: blocks take the two buffers in turn.
  STARLING_FN SharedAddress keys_address(int key) const {
    const std::uint32_t buffer = static_cast<std::uint32_t>(key) / Tile::key_rows % 2;
    return shared_address_ + Tile::queries_bytes + buffer * Tile::keys_bytes;
  }

  // Absent keys.

  /// Sets the scores of keys that the mask leaves out to -infinity. Its bytes are still in the L1
  /// cache from when the keys were copied.
  STARLING_FN void hide_absent(int key, Scores& scores) const {
    STARLING_UNROLL
    for (int word = 0; word < Tile::key_rows / 32; ++word) {
      const bool own = is_present(key + 32 * word + static_cast<int>(lane()));
      const std::uint32_t present = warp_ballot(own) >> first_column();
      STARLING_UNROLL
      for (int at = 0; at < 8; ++at) {
        const bool is_hidden = (present & 1U << (at / 2 * 8 + at % 2)) == 0;
        STARLING_UNROLL
        for (int row = 0; row < 2 * row_fragments; ++row)
          hide_if(is_hidden, scores.of[row / 2][4 * word + at / 2][row % 2 * 2 + at % 2]);
      }
    }
  }

  /// Sets the scores of keys past those that a row sees to -infinity.
  STARLING_FN void hide_unseen(int key, Scores& scores) const {
    STARLING_UNROLL
    for (int i = 0; i < row_fragments; ++i) {
      STARLING_UNROLL
      for (int half = 0; half < 2; ++half) {
        const int row = first_row_of_warp() + 16 * i + 8 * half + static_cast<int>(lane() / 4);
        const int seen = visible_keys(row) - key - static_cast<int>(first_column());
        STARLING_UNROLL
        for (int at = 0; at < 2 * Scores::fragments; ++at)
          hide_if(at / 2 * 8 + at % 2 >= seen, scores.of[i][at / 2][2 * half + at % 2]);
      }
    }
  }

  STARLING_FN static void hide_if(bool is_hidden, float& score) {
    score = is_hidden ? -infinity : score;
  }

  /// Of the lane's scores in each fragment.
  STARLING_FN static std::uint32_t first_column() { return lane() % 4 * 2; }

  // The result.

  /// Through the warp's own queries in shared memory, so that whole chunks are written.
  STARLING_FN void store(const OnlineSoftmax& softmax, const Output& out) const {
    std::byte* const rows = shared_ + row_in_block() * Rows::row_bytes;
    sync_warp();
    STARLING_UNROLL
    for (int i = 0; i < row_fragments; ++i) {
      STARLING_UNROLL
      for (int half = 0; half < 2; ++half) {
        const float factor = softmax.normalizer(i, half);
        const auto row = static_cast<std::uint32_t>(16 * i + 8 * half) + lane() / 4;
        STARLING_UNROLL
        for (int t = 0; t < Output::fragments; ++t) {
          const float* pair = &out.of[i][t][2 * half];
          const std::uint32_t at =
              Rows::offset(row, static_cast<std::uint32_t>(t)) + lane() % 4 * 4;
          *reinterpret_cast<std::uint32_t*>(rows + at) =
              pack_bfloat16(pair[0] * factor, pair[1] * factor);
        }
      }
    }
    sync_warp();
    STARLING_UNROLL
    for (std::uint32_t turn = 0; turn < Rows::chunks; ++turn) {
      const std::uint32_t row = (turn * 32 + lane()) / Rows::chunks;
      const std::uint32_t chunk = lane() % Rows::chunks;
      const int row_of_all = first_row_of_warp() + static_cast<int>(row);
      if (row_of_all >= queries_) continue;
      copy_chunk(
          arguments_.out + start_of(arguments_.out_strides, row_of_all) + chunk * std::int64_t{8},
          rows + Rows::offset(row, chunk));
    }
  }

  const AttentionArguments& arguments_;
  std::byte* shared_;
  SharedAddress shared_address_;
  std::uint32_t index_;
  std::uint32_t batch_;
  std::uint32_t head_;
  int queries_;
  int keys_;
};

}  // namespace starling::kernels
