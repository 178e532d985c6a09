/// The works into which attention is cut, blocks of queries of a head, and their order.
#pragma once

#include <cstdint>

#include "kernels/attention_hopper_tile.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

struct AttentionWork {
  int batch;
  int head;
  int first_row;   ///< Of the queries.
  int key_blocks;  ///< That the last of the queries sees; 0: none.
};

/// The works of one CUDA block, one after the other.
template <class Tile>
class AttentionWorks {
 public:
  /// `block` of `blocks` in the grid.
  STARLING_FN AttentionWorks(const HopperAttentionArguments& arguments, std::uint32_t block,
                             std::uint32_t blocks)
      : arguments_(arguments), index_(block), blocks_(blocks) {}

  /// How many there are of all blocks.
  STARLING_FN static std::uint32_t count(const AttentionArguments& arguments) {
    return row_blocks(arguments) * static_cast<std::uint32_t>(arguments.batch * arguments.heads);
  }

  /// Whether there is another work, which at() then is.
  STARLING_FN bool has_work() const { return index_ < count(arguments_.all); }
  STARLING_FN void advance() { index_ += blocks_; }

  STARLING_FN AttentionWork at() const {
    const AttentionArguments& all = arguments_.all;
    const auto heads = static_cast<std::uint32_t>(all.heads);
    const std::uint32_t pairs = static_cast<std::uint32_t>(all.batch) * heads;
    const std::uint32_t works = arguments_.heads_a_section * row_blocks(all);  // of a section
    const std::uint32_t section = index_ / works;
    const std::uint32_t first_pair = section * arguments_.heads_a_section;
    const std::uint32_t left = pairs - first_pair;
    const std::uint32_t pairs_here =
        left < arguments_.heads_a_section ? left : arguments_.heads_a_section;
    const std::uint32_t in_section = index_ - section * works;
    const std::uint32_t rank = in_section / pairs_here;
    const std::uint32_t pair = first_pair + (in_section - rank * pairs_here);
    const auto first_row = static_cast<int>(row_blocks(all) - 1 - rank) * Tile::query_rows;
    return {static_cast<int>(pair / heads), static_cast<int>(pair % heads), first_row,
            key_blocks(all, first_row, Tile::query_rows)};
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
  STARLING_FN static std::uint32_t row_blocks(const AttentionArguments& all) {
    return (static_cast<std::uint32_t>(all.query_length) + Tile::query_rows - 1) / Tile::query_rows;
  }

  const HopperAttentionArguments& arguments_;
  std::uint32_t index_;
  std::uint32_t blocks_;
};

}  // namespace starling::kernels
