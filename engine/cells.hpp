/// The components of one row, held in registers while a stage works on it.
#pragma once

#include <utility>

#include "engine/column_set.hpp"
#include "engine/tile.hpp"

namespace starling::detail {

template <class Env, int column>
struct Cell {
  typename Schema<Env>::template Component<column> value;
};

template <class Env, class Indices>
struct Cells;

template <class Env, int... columns>
struct Cells<Env, std::integer_sequence<int, columns...>> : Cell<Env, columns>... {
  template <int column>
  static constexpr bool has = ((column == columns) || ...);

  template <int column>
  STARLING_FN auto& get() {
    return static_cast<Cell<Env, column>&>(*this).value;
  }
};

/// The cells of a row and, inside a masked run, those that only the run needs.
template <class Outer, class Inner>
struct Scope {
  Outer& outer;
  Inner& inner;

  template <int column>
  static constexpr bool has = Outer::template has<column> || Inner::template has<column>;

  template <int column>
  STARLING_FN auto& get() const {
    if constexpr (Outer::template has<column>) {
      return outer.template get<column>();
    } else {
      return inner.template get<column>();
    }
  }
};

/// A ColumnSet as a list of indices. `Set` is a type with `static consteval ColumnSet value()`.
template <class Set>
consteval auto set_indices() {
  constexpr ColumnSet set = Set::value();
  return []<std::size_t... positions>(std::index_sequence<positions...>) {
    [[maybe_unused]] constexpr auto nth = [](int position) {
      for (int column = 0; column < max_columns; ++column) {
        if (Set::value().has(column) && position-- == 0) return column;
      }
      return -1;
    };
    return std::integer_sequence<int, nth(static_cast<int>(positions))...>{};
  }
  (std::make_index_sequence<static_cast<std::size_t>(set.size())>{});
}

template <class Set>
using IndicesOf = decltype(set_indices<Set>());

}  // namespace starling::detail
