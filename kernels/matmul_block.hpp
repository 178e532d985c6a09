/// What one CUDA block does of a matrix product: some rows and columns of it, from stages of both
/// factors that are copied to shared memory while the stage before is computed with.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/async_copy.hpp"
#include "kernels/block_threads.hpp"
#include "kernels/gelu.hpp"
#include "kernels/matmul_arguments.hpp"
#include "kernels/matmul_tile.hpp"
#include "kernels/platform.hpp"
#include "kernels/tensor_core.hpp"
#include "kernels/warp_tile.hpp"

namespace starling::kernels {

/// One block of the grid. Every thread of the block makes the same calls.
template <class Tile, Epilogue epilogue>
class MatmulBlock {
 public:
  /// `index` counts blocks of columns, then blocks of rows, so that blocks which run together share
  /// rows of a. `shared`: Tile::shared_bytes, aligned to 1024.
  STARLING_FN MatmulBlock(const MatmulArguments& arguments, std::uint32_t index, std::byte* shared)
      : arguments_(arguments),
        shared_(shared),
        inner_(static_cast<std::uint32_t>(arguments.inner)),
        columns_(static_cast<std::uint32_t>(arguments.columns)) {
    const std::uint32_t blocks = (columns_ + Tile::columns - 1) / Tile::columns;
    first_row_ = std::int64_t{index / blocks} * Tile::rows;
    first_column_ = index % blocks * Tile::columns;
  }

  STARLING_FN void run() const {
    Sums sums[row_fragments];
    copy(0);
    begin_with_bias(sums);
    for (std::uint32_t depth = 0; depth < inner_; depth += Tile::depth) {
      wait_for_copies();
      sync_block();  // copies of all have landed, and all are done with the other stage
      if (depth + Tile::depth < inner_) copy(depth + Tile::depth);
      multiply(depth, sums);
    }
    if constexpr (rounds(epilogue)) {
      sync_block();  // all are done with the stages, in which results are arranged
      store_rounded(sums);
    } else {
      STARLING_UNROLL
      for (int i = 0; i < row_fragments; ++i) {
        write_sums(16 * i, 0, sums[i]);
        write_sums(16 * i, 1, sums[i]);
      }
    }
  }

 private:
  using Sums = WarpSums<Tile::warp_columns>;
  using Rows = typename Tile::Rows;
  using RoundedRows = SwizzledRows<Tile::warp_columns>;
  static constexpr int row_fragments = Tile::warp_rows / 16;

  STARLING_FN static std::uint32_t lane() { return thread_index() % 32; }
  STARLING_FN static std::uint32_t warp() { return thread_index() / 32; }
  /// Of the warp's results, in the block's.
  STARLING_FN static std::uint32_t warp_row() {
    return warp() / Tile::column_warps * Tile::warp_rows;
  }
  STARLING_FN static std::uint32_t warp_column() {
    return warp() % Tile::column_warps * Tile::warp_columns;
  }

  /// Stages take the two buffers in turn.
  STARLING_FN std::byte* stage(std::uint32_t depth) const {
    return shared_ + depth / Tile::depth % 2 * Tile::stage_bytes;
  }

  // Copies to shared memory.

  /// Starts to copy a stage; zeros come where a factor ends.
  STARLING_FN void copy(std::uint32_t depth) const {
    const SharedAddress to = shared_address(stage(depth));
    copy_rows(depth, to);
    copy_panel(depth, to + Tile::a_bytes);
  }

  STARLING_FN void copy_rows(std::uint32_t depth, SharedAddress to) const {
    constexpr std::uint32_t rows_a_pass = Tile::threads / Rows::chunks;
    static_assert(rows_a_pass % 8 == 0 && Tile::rows % rows_a_pass == 0);
    const std::uint32_t own_row = thread_index() / Rows::chunks;
    const std::uint32_t own_chunk = thread_index() % Rows::chunks;
    const std::uint32_t column = depth + own_chunk * 8;
    const std::int64_t row = first_row_ + own_row;
    const Bfloat16* from = arguments_.a + row * inner_ + column;
    to += Rows::offset(own_row, own_chunk);
    STARLING_UNROLL
    for (std::uint32_t pass = 0; pass < Tile::rows; pass += rows_a_pass)
      copy_async(to + pass * Rows::row_bytes, from + std::int64_t{pass} * inner_,
                 row + pass < arguments_.rows && column < inner_);
  }

  /// Blocks of 16 by 16, row by row.
  STARLING_FN void copy_panel(std::uint32_t depth, SharedAddress to) const {
    constexpr std::uint32_t blocks_across = Tile::columns / 16;
    constexpr std::uint32_t chunks = Tile::b_bytes / chunk_bytes;
    static_assert(chunks % Tile::threads == 0);
    const std::byte* from = arguments_.b + lane() * chunk_bytes;
    STARLING_UNROLL
    for (std::uint32_t pass = 0; pass < chunks; pass += Tile::threads) {
      const std::uint32_t block = pass / 32 + warp();
      const std::uint32_t down = depth / 16 + block / blocks_across;
      const std::uint32_t across = first_column_ / 16 + block % blocks_across;
      const bool is_there = down < inner_ / 16 && across < columns_ / 16;
      copy_async(to + (block * 32 + lane()) * chunk_bytes,
                 from + (std::int64_t{down} * (columns_ / 16) + across) * 512, is_there);
    }
  }

  // Products.

  STARLING_FN void begin_with_bias(Sums (&sums)[row_fragments]) const {
    RowPairs<Tile::warp_columns> bias;
    const std::uint32_t first = first_column_ + warp_column() + own_column();
    STARLING_UNROLL
    for (std::uint32_t t = 0; t < Tile::warp_columns / 8; ++t)
      bias.of[t] = first + 8 * t < columns_ ? read_pair(arguments_.bias + first + 8 * t)
                                            : FloatPair{0.0F, 0.0F};
    STARLING_UNROLL
    for (int i = 0; i < row_fragments; ++i)
      set_rows(bias, sums[i]);
  }

  /// Adds a stage's product.
  STARLING_FN void multiply(std::uint32_t depth, Sums (&sums)[row_fragments]) const {
    const std::byte* const own = stage(depth);
    const SharedAddress rows =
        shared_address(own) + Rows::offset(warp_row() + lane() % 16, lane() / 16);
    const std::byte* const panel =
        own + Tile::a_bytes + warp_column() / 16 * 512 + lane() * chunk_bytes;
    STARLING_UNROLL
    for (std::uint32_t k = 0; k < Tile::depth / 16; ++k) {
      if (depth + 16 * k >= inner_) break;
      std::uint32_t a[row_fragments][4];
      STARLING_UNROLL
      for (std::uint32_t i = 0; i < row_fragments; ++i)
        load_matrices((rows ^ 32 * k) + 16 * i * Rows::row_bytes, a[i]);
      STARLING_UNROLL
      for (std::uint32_t n = 0; n < Tile::warp_columns / 16; ++n) {
        const Chunk b = read_chunk(panel + (k * (Tile::columns / 16) + n) * 512);
        STARLING_UNROLL
        for (int i = 0; i < row_fragments; ++i) {
          multiply_add(a[i], b.words[0], b.words[1], sums[i].of[2 * n]);
          multiply_add(a[i], b.words[2], b.words[3], sums[i].of[2 * n + 1]);
        }
      }
    }
  }

  // Results.

  STARLING_FN static float finished(float sum) {
    return epilogue == Epilogue::RoundDoubleGelu ? approximate_double_gelu(sum) : sum;
  }

  /// Through shared memory, so that whole chunks are written.
  STARLING_FN void store_rounded(const Sums (&sums)[row_fragments]) const {
    std::byte* const own = shared_ + warp() * (Tile::warp_rows * RoundedRows::row_bytes);
    STARLING_UNROLL
    for (std::uint32_t i = 0; i < row_fragments; ++i) {
      STARLING_UNROLL
      for (std::uint32_t half = 0; half < 2; ++half) {
        STARLING_UNROLL
        for (std::uint32_t t = 0; t < Tile::warp_columns / 8; ++t) {
          const float* pair = &sums[i].of[t][2 * half];
          const std::uint32_t at =
              RoundedRows::offset(16 * i + 8 * half + lane() / 4, t) + lane() % 4 * 4;
          *reinterpret_cast<std::uint32_t*>(own + at) =
              pack_bfloat16(finished(pair[0]), finished(pair[1]));
        }
      }
    }
    sync_warp();
    copy_out(own);
  }

  /// A warp's rows from shared memory.
  STARLING_FN void copy_out(const std::byte* own) const {
    const std::uint32_t chunk = lane() % RoundedRows::chunks;
    const std::uint32_t column = first_column_ + warp_column() + chunk * 8;
    if (column >= columns_) return;
    STARLING_UNROLL
    for (std::uint32_t pass = 0; pass < Tile::warp_rows; pass += 32 / RoundedRows::chunks) {
      const std::uint32_t row = pass + lane() / RoundedRows::chunks;
      const std::int64_t row_of_all = first_row_ + warp_row() + row;
      if (row_of_all < arguments_.rows)
        copy_chunk(arguments_.rounded + row_of_all * columns_ + column,
                   own + RoundedRows::offset(row, chunk));
    }
  }

  /// A lane's part of a row: four lanes write 32 bytes together.
  STARLING_FN void write_sums(int fragment_row, int half, const Sums& sums) const {
    const std::uint32_t first = first_column_ + warp_column() + own_column();
    const std::int64_t row =
        first_row_ + warp_row() + static_cast<std::uint32_t>(fragment_row + 8 * half) + lane() / 4;
    if (row >= arguments_.rows) return;
    float* const to = arguments_.sums + row * columns_ + first;
    RowPairs<Tile::warp_columns> before{};  // read together, before any is written
    if constexpr (epilogue == Epilogue::Add) {
      STARLING_UNROLL
      for (std::uint32_t t = 0; t < Tile::warp_columns / 8; ++t) {
        if (first + 8 * t < columns_) before.of[t] = load_pair(to + 8 * t);
      }
    }
    STARLING_UNROLL
    for (std::uint32_t t = 0; t < Tile::warp_columns / 8; ++t) {
      const float* own = &sums.of[t][2 * half];
      if (first + 8 * t < columns_)
        store_pair(to + 8 * t, {before.of[t].low + own[0], before.of[t].high + own[1]});
    }
  }

  const MatmulArguments& arguments_;
  std::byte* shared_;
  std::uint32_t inner_;
  std::uint32_t columns_;
  std::int64_t first_row_;
  std::uint32_t first_column_;
};

}  // namespace starling::kernels
