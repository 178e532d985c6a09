/// Runs a stage over the rows of a tile: load a row's columns, call its systems, store what
/// changed.
#pragma once

#include "engine/row.hpp"

namespace starling::detail {

/// Columns of tokens [begin, end) by what is done with them; of `table` and the world's own only.
template <class Program, int begin, int end, int table, bool over_steps = false>
struct StageColumns {
  static constexpr HeldColumns held = Program::outer(begin, end, over_steps);

  static consteval ColumnSet of_table(const ColumnSet& columns) {
    ColumnSet kept;
    for (int column = 0; column < Program::S::columns; ++column) {
      const int owner = Program::table_of(column);
      if (columns.has(column) && (table < 0 || owner == table || owner == 0)) kept.add(column);
    }
    return kept;
  }

  struct All {
    static consteval ColumnSet value() { return of_table(held.all); }
  };
  struct Load {
    static consteval ColumnSet value() { return of_table(held.load); }
  };
  struct Store {
    static consteval ColumnSet value() { return of_table(held.store); }
  };
  struct LoadState {
    static consteval ColumnSet value() { return Load::value() - Program::exported(); }
  };
  struct StoreState {
    static consteval ColumnSet value() { return Store::value() - Program::exported(); }
  };
  struct LoadExported {
    static consteval ColumnSet value() { return Load::value() & Program::exported(); }
  };
  struct StoreExported {
    static consteval ColumnSet value() { return Store::value() & Program::exported(); }
  };
};

/// What a masked run needs besides its stage's columns.
template <class Program, int begin, int end, class Stage>
struct MaskedColumns {
  static constexpr HeldColumns held = Program::inner(begin, end, Stage::held.all);

  struct All {
    static consteval ColumnSet value() { return Stage::of_table(held.all); }
  };
  struct Load {
    static consteval ColumnSet value() { return Stage::of_table(held.load); }
  };
  struct Store {
    static consteval ColumnSet value() { return Stage::of_table(held.store); }
  };
};

/// Every column that a pass over tokens [begin, end) loads or stores, masked runs included.
template <class Program, int begin, int end, class Stage>
struct TouchedColumns {
  static consteval ColumnSet value() {
    ColumnSet touched;
    for (int token = begin; token < end; ++token) {
      if (!Program::is_leaf(token)) continue;
      touched = touched | Program::cells_read(token) | Program::masks_read(token) |
                Program::access(token).own_write;
    }
    return Stage::of_table(touched);
  }
};

/// Where each column of a set starts, looked up once before a row loop.
template <class Env, class Indices>
struct Pointers;

template <int column>
struct PointerCell {
  ColumnPointer pointer;
};

template <class Env, int... columns>
struct Pointers<Env, std::integer_sequence<int, columns...>> : PointerCell<columns>... {
  STARLING_FN explicit Pointers(const Tile<Env>& tile)
      : PointerCell<columns>{tile.template pointer<columns>()}... {}

  template <int column>
  STARLING_FN const ColumnPointer& at() const {
    return static_cast<const PointerCell<column>&>(*this).pointer;
  }
};

/// Row of a column for the row at hand.
template <class Env, int column>
STARLING_FN RowIndex row_in(const RowContext<Env>& context) {
  constexpr int table = Tile<Env>::template table<column>;
  if constexpr (Tile<Env>::template exported<column>) {
    const RowIndex index = table == 0 ? 0 : context.index;
    return (context.exported_worlds + context.world) * context.tile.template capacity<table>() +
           index;
  } else {
    return table == 0 ? context.world : context.row;
  }
}

template <class Env, class Place, class CellsOf, int... columns>
STARLING_FN void load_cells(const RowContext<Env>& context, const Place& place, CellsOf& cells,
                            std::integer_sequence<int, columns...>) {
  ((cells.template get<columns>() =
        load<typename Tile<Env>::template Component<columns>, Tile<Env>::template layout<columns>>(
            place.template at<columns>(), row_in<Env, columns>(context))),
   ...);
}

template <class Env, class Place, class CellsOf, int... columns>
STARLING_FN void store_cells(const RowContext<Env>& context, const Place& place, CellsOf& cells,
                             std::integer_sequence<int, columns...>) {
  (store<typename Tile<Env>::template Component<columns>, Tile<Env>::template layout<columns>>(
       place.template at<columns>(), row_in<Env, columns>(context), cells.template get<columns>()),
   ...);
}

/// The tokens of a stage on one row of `table` (or, table < 0, on the rows of a world that are one
/// to one with it).
template <class Program, class Stage, int table>
struct RowTokens {
  using Env = typename Program::Env;

  template <int token, int end, class Place, class Outer>
  STARLING_FN static void run(const RowContext<Env>& context, const Place& place, Outer& outer) {
    if constexpr (token < end) {
      if constexpr (Program::info(token).kind == TokenKind::LoopBegin) {
        constexpr int match = Program::info(token).match;
        constexpr int times = Program::info(token).times;
        RowContext<Env> inside = context;
        for (int turn = 0; turn < times; ++turn) {
          inside.turn = context.turn * times + static_cast<std::uint32_t>(turn);
          run<token + 1, match>(inside, place, outer);
        }
        run<match + 1, end>(context, place, outer);
      } else {
        constexpr int stop = Program::template masked_run_end<token, end>();
        if constexpr (Program::is_masked(token)) {
          run_masked<token, stop>(context, place, outer);
        } else {
          Scope<Outer, Outer> scope{outer, outer};
          run_leaves<token, stop>(context, scope);
        }
        run<stop, end>(context, place, outer);
      }
    }
  }

  /// Where all leaves of the run mean the same columns by their masks, they are judged once; else
  /// each archetype of each leaf is judged for itself.
  template <int begin, int end, class Place, class Outer>
  STARLING_FN static void run_masked(const RowContext<Env>& context, const Place& place,
                                     Outer& outer) {
    if constexpr (table >= 0 || Program::judges_alike(begin, end)) {
      constexpr int judged = table >= 0 ? table : Program::first_table(begin);
      run_if<begin, end, judged, false>(context, place, outer);
    } else {
      judge_each<begin, end, 0>(context, place, outer);
    }
  }

  template <int token, int end, int candidate, class Place, class Outer>
  STARLING_FN static void judge_each(const RowContext<Env>& context, const Place& place,
                                     Outer& outer) {
    if constexpr (token < end) {
      if constexpr ((Program::access(token).tables >> candidate & 1U) != 0) {
        run_if<token, token + 1, candidate, true>(context, place, outer);
      }
      constexpr bool last = candidate + 1 == Program::S::tables;
      judge_each<last ? token + 1 : token, end, last ? 0 : candidate + 1>(context, place, outer);
    }
  }

  /// Runs masked leaves if their masks hold for the row of table `judged`; with `alone`, on that
  /// table only.
  template <int begin, int end, int judged, bool alone, class Place, class Outer>
  STARLING_FN static void run_if(const RowContext<Env>& context, const Place& place, Outer& outer) {
    using Token = typename Program::template TokenAt<begin>;
    using Columns = MaskedColumns<Program, begin, end, Stage>;
    Scope<Outer, Outer> judging{outer, outer};
    if (!masks_hold<Env, judged>(context, judging, typename MasksOf<Token>::type{})) return;
    Cells<Env, IndicesOf<typename Columns::All>> inner;
    load_cells(context, place, inner, IndicesOf<typename Columns::Load>{});
    Scope<Outer, decltype(inner)> scope{outer, inner};
    if constexpr (alone) {
      RunLeaf<Program, begin, typename LeafOf<Token>::type>::template run<judged>(context, scope);
    } else {
      run_leaves<begin, end>(context, scope);
    }
    store_cells(context, place, inner, IndicesOf<typename Columns::Store>{});
  }

  template <int token, int end, class ScopeOf>
  STARLING_FN static void run_leaves(const RowContext<Env>& context, ScopeOf& scope) {
    if constexpr (token < end) {
      using Leaf = typename LeafOf<typename Program::template TokenAt<token>>::type;
      if constexpr (table >= 0) {
        RunLeaf<Program, token, Leaf>::template run<table>(context, scope);
      } else {
        run_tables<token, Leaf, 0>(context, scope);
      }
      run_leaves<token + 1, end>(context, scope);
    }
  }

  template <int token, class Leaf, int candidate, class ScopeOf>
  STARLING_FN static void run_tables(const RowContext<Env>& context, ScopeOf& scope) {
    if constexpr (candidate < Program::S::tables) {
      if constexpr ((Program::access(token).tables >> candidate & 1U) != 0) {
        RunLeaf<Program, token, Leaf>::template run<candidate>(context, scope);
      }
      run_tables<token, Leaf, candidate + 1>(context, scope);
    }
  }
};

}  // namespace starling::detail
