/// Wide outputs on the CPU: computed as planes for a few worlds at a time, so that the loop over
/// worlds vectorises, then transposed into the structs of the exported column.
///
/// Stored straight from the loop, the arena's observation of 320 bytes kept it from vectorising:
/// 41% of a step's time, where the pairwise collisions took as much.
#pragma once

#include "engine/stage.hpp"
#include "engine/transpose.hpp"

namespace starling::detail {

/// Up to 16 bytes g++ interleaves by itself. Beyond the upper limit the planes would leave the
/// first level cache.
inline constexpr std::size_t widest_interleaved_bytes = 16;
inline constexpr std::size_t widest_staged_bytes = 512;

/// Worlds staged at a time: a few vectors, over which the loop's start is spread.
inline constexpr RowIndex staged_worlds = 32;

template <class T>
consteval bool is_staged() {
  if constexpr (sizeof(T) <= widest_interleaved_bytes || sizeof(T) > widest_staged_bytes) {
    return false;
  } else {
    return count_scalars<T>().scalars * sizeof(std::uint32_t) == sizeof(T) &&
           alignof(T) == alignof(std::uint32_t);
  }
}

/// The exported columns that are staged where a pass writes all of them anew.
template <class Env>
consteval ColumnSet stageable_columns() {
  using S = Schema<Env>;
  ColumnSet columns;
  [&]<int... indices>(std::integer_sequence<int, indices...>) {
    ((S::template is_exported<typename S::template Component<indices>> &&
              is_staged<typename S::template Component<indices>>()
          ? columns.add(indices)
          : void()),
     ...);
  }
  (std::make_integer_sequence<int, S::columns>{});
  return columns;
}

template <class Env, int column>
struct StagedColumn {
  using T = typename Schema<Env>::template Component<column>;
  static constexpr auto words = static_cast<RowIndex>(sizeof(T) / sizeof(std::uint32_t));
  static constexpr RowIndex rows = Tile<Env>::rows_per_world(Tile<Env>::template table<column>);

  alignas(64) std::uint32_t planes[words * staged_worlds];  // [words, staged_worlds]

  STARLING_FN void put(RowIndex lane, const T& value) {
    store<T, Layout::Planes>({reinterpret_cast<std::byte*>(planes), staged_worlds}, lane, value);
  }
  /// `first` is the row of the first of `count` worlds.
  template <class Place>
  STARLING_FN void write(const RowContext<Env>& first, const Place& place, RowIndex count) const {
    auto* exported = reinterpret_cast<std::uint32_t*>(place.template at<column>().base);
    transpose<words, staged_worlds>(planes, count, exported + row_in<Env, column>(first) * words,
                                    rows * words);
  }
};

template <class Env, class Indices>
struct StagedColumns;

template <class Env, int... columns>
struct StagedColumns<Env, std::integer_sequence<int, columns...>> : StagedColumn<Env, columns>... {
  template <class CellsOf>
  STARLING_FN void put(RowIndex lane, CellsOf& cells) {
    (static_cast<StagedColumn<Env, columns>&>(*this).put(lane, cells.template get<columns>()), ...);
  }
  template <class Place>
  STARLING_FN void write(const RowContext<Env>& first, const Place& place, RowIndex count) const {
    (static_cast<const StagedColumn<Env, columns>&>(*this).write(first, place, count), ...);
  }
};

}  // namespace starling::detail
