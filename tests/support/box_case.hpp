/// Boxes of a tensor and bytes side by side, copied by the copy engine turn after turn through one
/// place in shared memory, and whether they are what the tensor holds.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/block_threads.hpp"
#include "kernels/copy_engine.hpp"
#include "kernels/warpgroup_layout.hpp"

namespace starling::tests {

/// What every thread of a block does: a turn's box lies `rows` rows further than the one before.
struct BoxCopy {
  static constexpr std::uint32_t threads = 128;
  static constexpr int rows = 24;
  static constexpr int turns = 3;
  static constexpr int line = 64;  ///< Numbers that each turn copies side by side.
  using Panel = kernels::SwizzledPanels<rows, kernels::box_columns>;

  static constexpr int numbers_a_turn = rows * kernels::box_columns + line;
  static constexpr std::uint32_t line_begins = Panel::size_bytes;
  static constexpr std::uint32_t full_barrier = line_begins + 2 * line;
  static constexpr std::uint32_t empty_barrier = full_barrier + kernels::phase_barrier_bytes;
  static constexpr std::uint32_t shared_bytes = empty_barrier + kernels::phase_barrier_bytes;

  /// out: [turns, numbers_a_turn], a box as [rows, 64] and then the line, which is of `items`.
  /// `shared`: shared_bytes, aligned to 1024.
  STARLING_FN static void run(const kernels::TensorMap& tensor, kernels::BoxOrigin origin,
                              const kernels::Bfloat16* items, kernels::Bfloat16* out,
                              std::byte* shared) {
    const kernels::SharedAddress first = kernels::shared_address(shared);
    const std::uint32_t thread = kernels::thread_index();
    if (thread == 0) {
      kernels::begin_phases(first + full_barrier, 1);
      kernels::begin_phases(first + empty_barrier, threads);
      kernels::fence_new_barriers();
    }
    kernels::sync_block();
    for (std::uint32_t turn = 0; turn < turns; ++turn) {
      if (thread == 0) {
        kernels::wait_for_phase(first + empty_barrier, (turn + 1) % 2);
        kernels::arrive_announcing(first + full_barrier, Panel::size_bytes + 2 * line);
        kernels::start_box_copy(first, tensor, origin, first + full_barrier);
        kernels::start_bulk_copy(first + line_begins, items + turn * line, 2 * line,
                                 first + full_barrier);
      }
      kernels::wait_for_phase(first + full_barrier, turn % 2);
      for (std::uint32_t i = thread; i < numbers_a_turn; i += threads) {
        const std::uint32_t row = i / kernels::box_columns;
        const std::uint32_t column = i % kernels::box_columns;
        const std::uint32_t at = row < rows ? Panel::offset(row, column) : line_begins + 2 * column;
        out[turn * numbers_a_turn + i] = *reinterpret_cast<const kernels::Bfloat16*>(shared + at);
      }
      kernels::arrive(first + empty_barrier);
      origin.row += rows;
    }
  }
};

/// A tensor [batch, rows, heads, columns] in which no two numbers near one another are the same.
struct BoxProblem {
  static constexpr std::int64_t batch = 2, rows = 50, heads = 3, columns = 128;
  static constexpr kernels::BoxOrigin origins[] = {
      {0, 0, 0, 0}, {64, 0, 2, 1}, {0, 20, 1, 0}, {64, -10, 0, 1}, {0, 0, 3, 0}};

  BoxProblem()
      : items(batch * rows * heads * columns), out(BoxCopy::turns * BoxCopy::numbers_a_turn) {
    for (std::size_t i = 0; i < items.size(); ++i)
      items[i] = {static_cast<std::uint16_t>(1 + i % 65521)};
  }

  static kernels::BoxedTensor tensor(const kernels::Bfloat16* items_at) {
    return {items_at,     columns,         rows,    heads,
            batch,        heads * columns, columns, rows * heads * columns,
            BoxCopy::rows};
  }

  std::uint16_t want(const kernels::BoxOrigin& origin, int turn, int i) const {
    if (i >= BoxCopy::rows * kernels::box_columns)
      return items[static_cast<std::size_t>(turn * BoxCopy::line + i % kernels::box_columns)].bits;
    const std::int64_t row = origin.row + turn * BoxCopy::rows + i / kernels::box_columns;
    if (row < 0 || row >= rows || origin.head >= heads) return 0;
    const std::int64_t at = ((origin.batch * rows + row) * heads + origin.head) * columns +
                            origin.column + i % kernels::box_columns;
    return items[static_cast<std::size_t>(at)].bits;
  }

  void expect_right(const kernels::BoxOrigin& origin, const kernels::Bfloat16* got) const {
    int wrong = 0;
    for (int turn = 0; turn < BoxCopy::turns; ++turn) {
      for (int i = 0; i < BoxCopy::numbers_a_turn; ++i)
        wrong += got[turn * BoxCopy::numbers_a_turn + i].bits != want(origin, turn, i);
    }
    EXPECT_EQ(wrong, 0) << "of boxes from column " << origin.column << ", row " << origin.row
                        << ", head " << origin.head << ", batch " << origin.batch;
  }

  std::vector<kernels::Bfloat16> items, out;
};

}  // namespace starling::tests
