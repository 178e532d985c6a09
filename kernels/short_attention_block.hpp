/// What one CUDA block does of attention over short sequences: each warp works through pairs of a
/// sequence and a head for itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/attention_arguments.hpp"
#include "kernels/block_threads.hpp"
#include "kernels/platform.hpp"
#include "kernels/short_attention_pair.hpp"
#include "kernels/short_attention_products.hpp"
#include "kernels/short_attention_tile.hpp"
#include "kernels/words.hpp"

namespace starling::kernels {

namespace detail {

/// A pair of a sequence and a head, of those that lie `stride` apart.
struct ShortAttentionPair {
  std::uint32_t index;  ///< Heads count before batches.
  std::uint32_t batch;
  std::uint32_t head;

  STARLING_FN void advance(const ShortAttentionPair& stride, std::uint32_t heads) {
    index += stride.index;
    batch += stride.batch;
    head += stride.head;
    if (head < heads) return;
    head -= heads;
    ++batch;
  }
};

/// A lane's share of a tensor of the arguments.
template <class Byte>
struct ShortAttentionTensor {
  Byte* first;  ///< Of the first pair.
  std::uint32_t batch_bytes;
  std::uint32_t head_bytes;
  std::uint32_t row_bytes;

  STARLING_FN ShortAttentionTensor(Byte* data, const AttentionStrides& strides, std::uint32_t row,
                                   std::uint32_t offset)
      : batch_bytes(static_cast<std::uint32_t>(2 * strides.batch)),
        head_bytes(static_cast<std::uint32_t>(2 * strides.head)),
        row_bytes(static_cast<std::uint32_t>(2 * strides.row)) {
    first = data + std::uint64_t{row} * row_bytes + offset;
  }

  STARLING_FN Byte* of(const ShortAttentionPair& pair) const {
    return first + std::uint64_t{pair.batch} * batch_bytes + std::uint64_t{pair.head} * head_bytes;
  }
};

}  // namespace detail

/// Whether not all of the shape's keys, and as many queries, are present.
template <class Tile>
STARLING_FN bool is_ragged(const AttentionArguments& arguments) {
  return arguments.key_mask != nullptr || arguments.key_length != Tile::key_rows ||
         arguments.query_length != Tile::key_rows;
}

/// One block of the grid. `ragged`: of is_ragged.
template <class Tile, bool ragged>
class ShortAttentionBlock {
 public:
  /// `blocks`: of the grid.
  STARLING_FN ShortAttentionBlock(const AttentionArguments& arguments, std::uint32_t index,
                                  std::uint32_t blocks)
      : arguments_(arguments),
        q_(bytes_of(arguments.q), arguments.q_strides, first_query_row(), query_offset<dim>()),
        k_(bytes_of(arguments.k), arguments.k_strides, first_key_row(), query_offset<dim>()),
        v_(bytes_of(arguments.v), arguments.v_strides, first_value_row(), value_offset<dim>()),
        out_(reinterpret_cast<std::byte*>(arguments.out), arguments.out_strides, first_query_row(),
             query_offset<dim>()),
        pairs_(static_cast<std::uint32_t>(arguments.batch * arguments.heads)),
        heads_(static_cast<std::uint32_t>(arguments.heads)),
        queries_(ragged ? static_cast<int>(arguments.query_length) : Tile::key_rows),
        keys_(ragged ? static_cast<int>(arguments.key_length) : Tile::key_rows),
        first_(pair_of(index * Tile::warps + thread_index() / 32)),
        stride_(pair_of(blocks * Tile::warps)) {}

  STARLING_FN void run() const {
    Held held[Tile::pairs_held] = {};
    Pair next = first_;
    STARLING_UNROLL
    for (int slot = 0; slot < Tile::pairs_held; ++slot)
      read(next, held[slot]);
    Pair pair = first_;
    while (true) {
      STARLING_UNROLL
      for (int slot = 0; slot < Tile::pairs_held; ++slot) {
        if (pair.index >= pairs_) return;
        attend(pair, held[slot]);
        pair.advance(stride_, heads_);
        read(next, held[slot]);
      }
    }
  }

 private:
  using Pair = detail::ShortAttentionPair;

  static constexpr int dim = Tile::head_dim;
  static constexpr int key_rows = Tile::key_rows;
  static constexpr int mask_words = (key_rows + 31) / 32;
  static constexpr float log2_of_e = 0x1.715476p+0F;

  /// A pair's inputs, of its queries a tile.
  struct Held {
    QueryTile<dim> queries;
    KeyRows<dim, key_rows> keys;
    ValueRows<dim, key_rows> values;
    bool present[mask_words];  ///< Of keys lane and lane + 32.
  };

  STARLING_FN static const std::byte* bytes_of(const Bfloat16* numbers) {
    return reinterpret_cast<const std::byte*>(numbers);
  }

  STARLING_FN Pair pair_of(std::uint32_t index) const {
    return {index, index / heads_, index % heads_};
  }

  /// Begins to read a pair, if it is one, and goes on to the next.
  STARLING_FN void read(Pair& pair, Held& held) const {
    if (pair.index < pairs_) {
      if constexpr (ragged) read_mask(pair, held);
      read_query_tile(pair, 0, held.queries);
      read_keys(k_.of(pair), k_.row_bytes, ragged ? keys_ - row(first_key_row()) : key_rows,
                held.keys);
      read_values(v_.of(pair), v_.row_bytes, ragged ? keys_ - row(first_value_row()) : key_rows,
                  held.values);
    }
    pair.advance(stride_, heads_);
  }

  STARLING_FN static int row(std::uint32_t index) { return static_cast<int>(index); }

  /// Leaves the queries as they are if there is no such tile.
  STARLING_FN void read_query_tile(const Pair& pair, int tile, QueryTile<dim>& queries) const {
    if (16 * tile >= queries_) return;
    const auto skipped = static_cast<std::uint32_t>(16 * tile);
    read_queries(q_.of(pair) + std::uint64_t{skipped} * q_.row_bytes, q_.row_bytes,
                 ragged ? queries_ - 16 * tile - row(first_query_row()) : 16, queries);
  }

  STARLING_FN void read_mask(const Pair& pair, Held& held) const {
    STARLING_UNROLL
    for (int word = 0; word < mask_words; ++word) {
      const int key = 32 * word + row(thread_index() % 32);
      bool present = key < keys_;
      if (present && arguments_.key_mask != nullptr)
        present =
            read_unchanging(arguments_.key_mask + std::int64_t{pair.batch} * keys_ + key) != 0;
      held.present[word] = present;
    }
  }

  /// Of the keys whose scores and values the lane holds.
  STARLING_FN static OwnKeys<key_rows> own_keys(const Held& held) {
    OwnKeys<key_rows> own;
    STARLING_UNROLL
    for (int word = 0; word < mask_words; ++word)
      own.of[word] = warp_ballot(held.present[word]) >> detail::lane_member();
    return own;
  }

  STARLING_FN void attend(const Pair& pair, Held& held) const {
    OwnKeys<key_rows> own{};
    if constexpr (ragged) {
      own = own_keys(held);
      clear_absent(own, held.values);
    }
    pair_up(held.values);
    const int tiles = (queries_ + 15) / 16;
    STARLING_ROLLED
    for (int tile = 0; tile < tiles; ++tile)
      attend_tile(pair, tile, own, held);
  }

  STARLING_FN void attend_tile(const Pair& pair, int tile, const OwnKeys<key_rows>& own,
                               Held& held) const {
    auto scores = scores_of(held.queries, held.keys);  // [16, key_rows]
    read_query_tile(pair, tile + 1, held.queries);
    if constexpr (ragged) hide_absent(own, scores);
    const auto weights = weights_of(scores, arguments_.scale * log2_of_e);
    write_tile(pair, tile, sum_values<dim>(weights, held.values));
  }

  STARLING_FN void write_tile(const Pair& pair, int tile, const ValueSums<dim>& sums) const {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half) {
      const int skipped = 16 * tile + 8 * half;
      if (ragged && skipped + row(first_query_row()) >= queries_) continue;
      write_means(
          sums, half,
          out_.of(pair) + std::uint64_t{static_cast<std::uint32_t>(skipped)} * out_.row_bytes);
    }
  }

  const AttentionArguments& arguments_;
  detail::ShortAttentionTensor<const std::byte> q_;
  detail::ShortAttentionTensor<const std::byte> k_;
  detail::ShortAttentionTensor<const std::byte> v_;
  detail::ShortAttentionTensor<std::byte> out_;
  std::uint32_t pairs_;
  std::uint32_t heads_;
  int queries_;
  int keys_;
  Pair first_;
  Pair stride_;
};

}  // namespace starling::kernels
