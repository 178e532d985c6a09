/// Wide exports on their way to memory: a warp collects its rows in shared memory and writes them
/// out side by side. A row that a lane writes alone touches half a sector with each store; that was
/// 730 against 1,147 million world-steps/s where an agent's observation has 320 bytes.
#pragma once

#include <numeric>

#include "engine/group_cells.hpp"

namespace starling::detail {

template <class Program, class Deal>
struct Staging {
  using S = typename Program::S;
  template <int column>
  using Component = typename S::template Component<column>;

  static constexpr int chunk_bytes = 16;
  static constexpr int most_bytes = 16 * 1024;

  /// Least worlds a warp. Fewer are for batches of few worlds, where latency counts more than half
  /// sectors: the arena, 1,024 worlds, 563 million world-steps/s with two, 569 without.
  static constexpr int least_worlds = 4;

  template <int column>
  static constexpr int chunks = static_cast<int>(sizeof(Component<column>)) / chunk_bytes;

  /// Eight lanes write the same chunk of eight rows at once, which would lie in as few banks as
  /// there are values here: so many chunks of a row change places, from row to row.
  template <int column>
  static constexpr int swizzled = std::gcd(chunks<column>, 8);

  template <int column>
  static constexpr int rows_a_warp =
      Deal::worlds_a_warp* Deal::rows(S::template ColumnAt<column>::table);

  template <int column>
  static consteval int bytes() {
    return rows_a_warp<column> * chunks<column> * chunk_bytes;
  }

  template <int column>
  static consteval bool is_staged() {
    using T = Component<column>;
    return S::template is_exported<T> && sizeof(T) > widest_held_bytes &&
           sizeof(T) % chunk_bytes == 0 && Deal::is_dealt(S::template ColumnAt<column>::table) &&
           Deal::worlds_a_warp >= least_worlds && bytes<column>() <= most_bytes;
  }

  /// The column that an unmasked leaf stages of a table, or -1.
  template <int token, int table>
  static consteval int column_of() {
    const ColumnSet written = Program::access(token).own_write & all();
    int found = -1;
    for (int column = 0; column < S::columns; ++column) {
      const bool is_alone = written.has(column) && written.size() == 1;
      if (is_alone && !Program::is_masked(token) && Program::table_of(column) == table)
        found = column;
    }
    return found;
  }

  /// Bytes of a warp: one column is on its way at a time.
  static consteval int warp_bytes() {
    return most(std::make_index_sequence<static_cast<std::size_t>(S::columns)>{});
  }

  /// (A leaf that wrote its row in place, field by field, needed 80 registers less, but waited for
  /// each load, since the compiler cannot tell its stores from what it loads: 1,135 against 1,163.)
  template <int column>
  __device__ __forceinline__ static void put(std::byte* shared, RowIndex row,
                                             const Component<column>& value) {
    const auto words = std::bit_cast<Words<Component<column>>>(value);
    auto* to = reinterpret_cast<Word<chunk_bytes>*>(shared) + row * chunks<column>;
    constexpr int low = swizzled<column> - 1;  // few places, and the rest of an address constant
#pragma unroll
    for (int chunk = 0; chunk < chunks<column>; ++chunk)
      to[((chunk & low) ^ swizzle<column>(row)) + (chunk & ~low)] = words.words[chunk];
  }

  /// Writes the first `rows` rows of the warp to `to`.
  template <int column>
  __device__ __forceinline__ static void send(const std::byte* shared, std::byte* to, int rows,
                                              int lane) {
    const auto* from = reinterpret_cast<const uint4*>(shared);
    auto* out = reinterpret_cast<uint4*>(to);
    if (rows == rows_a_warp<column>) {
      send_all<column>(from, out, lane);
    } else {
#pragma unroll 1
      for (int chunk = lane; chunk < rows * chunks<column>; chunk += warp_lanes)
        out[chunk] = from[place<column>(chunk)];
    }
  }

 private:
  /// (With an unused chunk behind each row a multiprocessor held fifteen warps of the arena's, not
  /// sixteen. One step a launch: 16,384 worlds, which fit at once so, 855 million world-steps/s
  /// then, 915 now; 65,536 worlds 1,118 and 1,050; with 64 steps a launch no difference.)
  template <int column>
  __device__ __forceinline__ static int swizzle(int row) {
    return static_cast<int>(static_cast<unsigned>(row) * swizzled<column> / 8 % swizzled<column>);
  }

  /// Where a chunk lies in shared memory.
  template <int column>
  __device__ __forceinline__ static int place(int chunk) {
    return chunk ^ swizzle<column>(static_cast<int>(static_cast<unsigned>(chunk) / chunks<column>));
  }

  /// Where lanes and rows meet repeats after `period` turns: only so many places are computed.
  template <int column>
  __device__ __forceinline__ static void send_all(const uint4* from, uint4* out, int lane) {
    constexpr int period = chunks<column> / std::gcd(swizzled<column>, 4);  // whole, and 8 rows
    constexpr int period_chunks = period * warp_lanes;
    constexpr int all = rows_a_warp<column> * chunks<column>;
#pragma unroll
    for (int turn = 0; turn < period; ++turn) {
      const int chunk = turn * warp_lanes + lane;
      const int first = place<column>(chunk);
#pragma unroll
      for (int again = 0; again * period_chunks < all; ++again) {
        const int next = chunk + again * period_chunks;
        if ((again + 1) * period_chunks <= all || next < all)
          out[next] = from[first + again * period_chunks];
      }
    }
  }

  static consteval ColumnSet all() {
    return staged(std::make_index_sequence<static_cast<std::size_t>(S::columns)>{});
  }
  template <std::size_t... columns>
  static consteval ColumnSet staged(std::index_sequence<columns...>) {
    ColumnSet set;
    ((is_staged<static_cast<int>(columns)>() ? set.add(static_cast<int>(columns)) : void()), ...);
    return set;
  }
  template <std::size_t... columns>
  static consteval int most(std::index_sequence<columns...>) {
    int bytes_of_most = 0;
    ((bytes_of_most = is_staged<static_cast<int>(columns)>() &&
                              bytes<static_cast<int>(columns)>() > bytes_of_most
                          ? bytes<static_cast<int>(columns)>()
                          : bytes_of_most),
     ...);
    return bytes_of_most;
  }
};

}  // namespace starling::detail
