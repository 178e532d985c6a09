/// The works into which attention is cut, blocks of queries of a head, and their order.
#pragma once

#include <cstdint>

#include "kernels/attention_arguments.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

struct AttentionWork {
  int batch;
  int head;
  int first_row;   ///< Of the queries.
  int key_blocks;  ///< That the last of the queries sees; 0: none.
};

/// The order of works. They come by sections of a few heads, whose keys and values then stay in the
/// L2 cache, and in each section by blocks of queries from those that see most keys on. Every other
/// turn the CUDA blocks take them in the opposite order, so that of works which grow less each
/// block gets about as much; for that a section has slots for an even number of turns, and the last
/// turn may lack works.
struct AttentionOrder {
  std::uint32_t heads_a_section;
  std::uint32_t slots_a_section;
};

/// The works of one CUDA block, one after the other.
template <class Tile>
class AttentionWorks {
 public:
  /// `block` of `blocks` in the grid.
  STARLING_FN AttentionWorks(const AttentionArguments& arguments, const AttentionOrder& order,
                             std::uint32_t block, std::uint32_t blocks)
      : arguments_(arguments), order_(order), block_(block), blocks_(blocks) {
    find();
  }

  /// How many there are of all blocks.
  STARLING_FN static std::uint32_t count(const AttentionArguments& arguments) {
    return row_blocks(arguments) * static_cast<std::uint32_t>(arguments.batch * arguments.heads);
  }
  /// And how many of a head.
  STARLING_FN static std::uint32_t row_blocks(const AttentionArguments& arguments) {
    return (static_cast<std::uint32_t>(arguments.query_length) + Tile::query_rows - 1) /
           Tile::query_rows;
  }

  /// Whether there is another work, which at() then is.
  STARLING_FN bool has_work() const { return first_pair() < pairs(); }
  STARLING_FN void advance() {
    ++turn_;
    find();
  }

  STARLING_FN AttentionWork at() const {
    const auto heads = static_cast<std::uint32_t>(arguments_.heads);
    const std::uint32_t rank = in_section() / pairs_here();
    const std::uint32_t pair = first_pair() + in_section() % pairs_here();
    const auto first_row = static_cast<int>(row_blocks(arguments_) - 1 - rank) * Tile::query_rows;
    return {static_cast<int>(pair / heads), static_cast<int>(pair % heads), first_row,
            key_blocks(arguments_, first_row, Tile::query_rows)};
  }

  /// How many blocks of keys the last of some queries sees; 0 where there are no such queries.
  STARLING_FN static int key_blocks(const AttentionArguments& all, int first_row, int rows) {
    const auto queries = static_cast<int>(all.query_length);
    if (first_row >= queries) return 0;
    const int end_row = first_row + rows;
    const int seen = visible_keys(all, (end_row < queries ? end_row : queries) - 1);
    return seen <= 0 ? 0 : (seen + Tile::key_rows - 1) / Tile::key_rows;
  }

  /// How many keys the query of a row sees, from the first on; absent ones are counted. Less than 0
  /// where the row lies before all keys.
  STARLING_FN static int visible_keys(const AttentionArguments& all, int row) {
    const auto keys = static_cast<int>(all.key_length);
    const int end = keys - static_cast<int>(all.query_length) + row + 1;
    return all.causal && end < keys ? end : keys;
  }

 private:
  /// Goes on to a slot that has a work, or to the end.
  STARLING_FN void find() {
    while (has_work() && in_section() >= pairs_here() * row_blocks(arguments_))
      ++turn_;
  }

  STARLING_FN std::uint32_t index() const {
    return turn_ * blocks_ + (turn_ % 2 == 0 ? block_ : blocks_ - 1 - block_);
  }
  STARLING_FN std::uint32_t in_section() const { return index() % order_.slots_a_section; }
  STARLING_FN std::uint32_t first_pair() const {
    return index() / order_.slots_a_section * order_.heads_a_section;
  }
  STARLING_FN std::uint32_t pairs() const {
    return static_cast<std::uint32_t>(arguments_.batch * arguments_.heads);
  }
  /// Heads of the section, of which the last one may have fewer.
  STARLING_FN std::uint32_t pairs_here() const {
    const std::uint32_t left = pairs() - first_pair();
    return left < order_.heads_a_section ? left : order_.heads_a_section;
  }

  const AttentionArguments& arguments_;
  const AttentionOrder& order_;
  std::uint32_t block_;
  std::uint32_t blocks_;
  std::uint32_t turn_ = 0;
};

}  // namespace starling::kernels
