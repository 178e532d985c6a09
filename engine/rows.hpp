/// Reading all rows of the same world that have a component, whatever their archetype.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "engine/column_memory.hpp"

namespace starling {

namespace detail {

/// The rows of one archetype within one world.
struct RowsSegment {
  ColumnPointer column;
  RowIndex first_row = 0;
  RowIndex rows = 0;
  RowIndex stride = 1;  ///< Rows of the column from one of this world's to the next.
  Layout layout = native_layout;
  bool is_last = false;  ///< Known to the compiler: no other has rows behind it.
};

/// Most archetypes that can share a component read through Rows.
inline constexpr std::size_t max_row_segments = 8;

}  // namespace detail

/// Parameter of a system: every T of the world at hand, archetypes in declaration order, each in
/// row order; the system's own row is among them. `Rows<const T>` reads. `Rows<T>` writes too, in
/// systems that are called once a world.
///
/// The layout is part of the type, so that a system compiled for the CPU and the same one compiled
/// for CUDA are two functions and never stand in for each other.
template <class MaybeConstT, Layout layout = native_layout>
class Rows {
  using T = std::remove_const_t<MaybeConstT>;
  static constexpr bool writes = !std::is_const_v<MaybeConstT>;

 public:
  /// Number of rows of this world that have T.
  STARLING_FN RowIndex size() const {
    return count(std::make_index_sequence<detail::max_row_segments>{});
  }

  /// The T of row `row` of this world, 0 <= row < size().
  STARLING_FN T operator[](RowIndex row) const {
    if constexpr (kernels::compiled_for_cuda) {
      return read_where(row, segments[0].column.base,
                        segments[0].first_row + row * segments[0].stride);
    } else {
      return read<0>(row);
    }
  }

  /// Writes the T of row `row` of this world, 0 <= row < size().
  STARLING_FN void set(RowIndex row, const T& value) const requires writes { write<0>(row, value); }

  /// For `for (const T other : rows)`.
  struct Iterator {
    const Rows& rows;
    RowIndex row;

    STARLING_FN T operator*() const { return rows[row]; }
    STARLING_FN Iterator& operator++() {
      ++row;
      return *this;
    }
    STARLING_FN bool operator!=(const Iterator& end) const { return row != end.row; }
  };
  STARLING_FN Iterator begin() const { return {*this, 0}; }
  STARLING_FN Iterator end() const { return {*this, size()}; }

  std::array<detail::RowsSegment, detail::max_row_segments> segments;  ///< Filled by the executor.

 private:
  template <std::size_t... indices>
  STARLING_FN RowIndex count(std::index_sequence<indices...>) const {
    return (RowIndex{0} + ... + segments[indices].rows);
  }

  /// Segments are told apart by template, not by a loop: an array with a run-time index would lie
  /// in local memory on the device.
  template <std::size_t index>
  STARLING_FN T read(RowIndex row) const {
    const detail::RowsSegment& segment = segments[index];
    if constexpr (index + 1 < detail::max_row_segments) {
      if (!segment.is_last && row >= segment.rows) return read<index + 1>(row - segment.rows);
    }
    const RowIndex at = segment.first_row + row * segment.stride;
    if (layout == Layout::Planes && segment.layout == Layout::Whole) {  // an exported column
      return load<T, Layout::Whole>(segment.column, at);
    }
    return load<T, layout>(segment.column, at);
  }

  /// The same without branches, since threads of a warp read several segments at once: hide and
  /// seek made 12.5 million world-steps/s on an H200 so, and 12.0 with them. base, at: where the
  /// row lies if no segment from `index` on has it; before: rows of those in front.
  template <std::size_t index = 1>
  STARLING_FN T read_where(RowIndex row, std::byte* base, RowIndex at, RowIndex before = 0) const {
    if constexpr (index < detail::max_row_segments) {
      if (!segments[index - 1].is_last) {
        const detail::RowsSegment& segment = segments[index];
        before += segments[index - 1].rows;
        const bool is_behind = row >= before;
        return read_where<index + 1>(
            row, is_behind ? segment.column.base : base,
            is_behind ? segment.first_row + (row - before) * segment.stride : at, before);
      }
    }
    return load<T, layout>({base, 0}, at);
  }

  template <std::size_t index>
  STARLING_FN void write(RowIndex row, const T& value) const {
    const detail::RowsSegment& segment = segments[index];
    if constexpr (index + 1 < detail::max_row_segments) {
      if (!segment.is_last && row >= segment.rows)
        return write<index + 1>(row - segment.rows, value);
    }
    const RowIndex at = segment.first_row + row * segment.stride;
    if (layout == Layout::Planes && segment.layout == Layout::Whole) {
      store<T, Layout::Whole>(segment.column, at, value);
    } else {
      store<T, layout>(segment.column, at, value);
    }
  }
};

}  // namespace starling
