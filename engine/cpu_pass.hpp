/// One pass of a CPU thread over the rows of a tile, in loops over worlds that g++ vectorises.
///
/// A pass goes over its table row by row, each row for all worlds in turn: such a loop finds every
/// row of its world without a gap, its own as those that it reads through Rows. (World by world the
/// arena made a quarter of its speed.)
#pragma once

#include <algorithm>

#include "engine/cpu_stage.hpp"
#include "engine/marked_worlds.hpp"
#include "engine/run_tile.hpp"
#include "engine/staged_columns.hpp"

namespace starling::detail {

/// Rows a world from which a tile of one world has a loop of its own, over rows.
inline constexpr RowIndex many_rows = 64;

/// Tokens [begin, end) of the stage that starts at `stage`, over the rows of `table` or, table < 0,
/// over all that are one to one with worlds.
template <class Program, int stage, int begin, int end, int table>
struct CpuPass {
  using Env = typename Program::Env;
  using Stage = CpuStage<Program, stage>;
  using Columns = StageColumns<Program, begin, end, table>;
  using Place = Pointers<Env, IndicesOf<TouchedColumns<Program, begin, end, Columns>>>;
  using OwnCells = Cells<Env, IndicesOf<typename Columns::All>>;

  static constexpr int rows_table = table < 0 ? 0 : table;
  static constexpr RowIndex rows = Tile<Env>::rows_per_world(rows_table);
  static constexpr bool is_fixed = Program::S::is_fixed(rows_table);
  static constexpr bool masked = Program::is_masked(begin);
  static constexpr bool world_decides =
      (Program::masks_read(begin) - Program::singletons()).empty();

  struct Staged {
    static consteval ColumnSet value() {
      if (masked || !is_fixed) return {};
      return (Columns::Store::value() & stageable_columns<Env>()) - Columns::Load::value();
    }
  };
  struct Stored {
    static consteval ColumnSet value() { return Columns::Store::value() - Staged::value(); }
  };

  const Tile<Env>& tile;
  StepTurn at;
  Place place{tile};
  RowIndex exported_worlds = tile.exported_worlds(at.step);

  /// Out of line: a step inlined as a whole ran at a quarter of the speed and compiled slower. What
  /// it reads of the launch is copied, so that no store in a loop can change it.
  [[gnu::noinline]] static void run(const Tile<Env>& given, StepTurn at) {
    const Launch launch = given.launch;
    const Tile<Env> tile{launch, given.slab, given.first_world, given.worlds};
    CpuPass{tile, at}.run_rows();
  }

 private:
  STARLING_FN void run_rows() const {
    if constexpr (rows == 0) {
      return;
    } else if constexpr (!is_fixed) {
      run_world_by_world();
    } else if constexpr (!Staged::value().empty()) {
      run_staged();
    } else if constexpr (!masked) {
      run_everywhere();
    } else if constexpr (Program::masks_read(begin).empty()) {
      if (holds(row_of(0, 0))) run_everywhere();
    } else if constexpr (table < 0 && !Program::judges_alike(begin, end)) {
      run_everywhere();
    } else {
      run_where_held();
    }
  }

  /// Rows that differ from world to world, or from run to run, lie world by world.
  STARLING_FN void run_world_by_world() const {
    constexpr bool walks_all = Program::is_clear(Program::plan.first_leaf(begin));
    for (RowIndex world = 0; world < tile.worlds; ++world) {
      const RowIndex count =
          walks_all ? tile.template capacity<rows_table>() : tile.template rows<rows_table>(world);
      if constexpr (masked) {
        if (count == 0 || (world_decides && !holds(row_of(world, 0)))) continue;
      }
      STARLING_INDEPENDENT
      for (RowIndex index = 0; index < count; ++index) {
        if constexpr (masked && !world_decides) {
          if (!holds(row_of(world, index))) continue;
        }
        run_row(row_of(world, index));
      }
    }
  }

  STARLING_FN void run_everywhere() const {
    if constexpr (rows >= many_rows) {
      if (tile.launch.tile_worlds == 1) return run_one_world();
    }
    for (RowIndex index = 0; index < rows; ++index) {
      STARLING_INDEPENDENT
      for (RowIndex world = 0; world < tile.worlds; ++world)
        run_row(row_of(world, index));
    }
  }

  STARLING_FN void run_one_world() const {
    STARLING_INDEPENDENT
    for (RowIndex index = 0; index < rows; ++index)
      run_row({tile, index, 0, index, at.step, exported_worlds, at.turn});
  }

  /// The rows of the few worlds where the masks hold, judged on entry.
  STARLING_FN void run_where_held() const {
    MarkedWorlds marked;
    for (RowIndex first = 0; first < tile.worlds; first += most_marks) {
      const RowIndex count = std::min<RowIndex>(most_marks, tile.worlds - first);
      for (RowIndex index = 0; index < (world_decides ? 1 : rows); ++index) {
        const RowIndex held = list_held(marked, first, count, index);
        for (RowIndex turn = 0; turn < held; ++turn) {
          const RowIndex world = first + marked.worlds[turn];
          for (RowIndex own = index; own < (world_decides ? rows : index + 1); ++own)
            run_row(row_of(world, own));
        }
      }
    }
  }

  /// Lists those of worlds [first, first + count) where the masks hold for row `index`.
  STARLING_FN RowIndex list_held(MarkedWorlds& marked, RowIndex first, RowIndex count,
                                 RowIndex index) const {
    marked.clear_after(count);
    STARLING_INDEPENDENT
    for (RowIndex world = 0; world < count; ++world)
      marked.marks[world] = holds(row_of(first + world, index)) ? 1 : 0;
    return marked.list(count);
  }

  STARLING_FN void run_staged() const {
    if constexpr (rows <= 8) {
      run_staged_rows(std::make_integer_sequence<RowIndex, rows>{});
    } else {
      for (RowIndex index = 0; index < rows; ++index)
        run_staged_row(index);
    }
  }

  /// Few rows are told apart by template: g++ vectorises no choice by a bool that is the same for
  /// all worlds, such as what a system makes of its row's number.
  template <RowIndex... indices>
  STARLING_FN void run_staged_rows(std::integer_sequence<RowIndex, indices...>) const {
    (run_staged_row(std::integral_constant<RowIndex, indices>{}), ...);
  }

  template <class Index>
  STARLING_FN void run_staged_row(Index index) const {
    StagedColumns<Env, IndicesOf<Staged>> staged;
    for (RowIndex first = 0; first < tile.worlds; first += staged_worlds) {
      const RowIndex count = std::min<RowIndex>(staged_worlds, tile.worlds - first);
      STARLING_INDEPENDENT
      for (RowIndex lane = 0; lane < count; ++lane) {
        OwnCells cells;
        run_cells(row_of(first + lane, index), cells);
        staged.put(lane, cells);
      }
      staged.write(row_of(first, index), place, count);
    }
  }

  STARLING_FN RowContext<Env> row_of(RowIndex world, RowIndex index) const {
    return {tile,    tile.template state_row<rows_table>(world, index),
            world,   index,
            at.step, exported_worlds,
            at.turn};
  }

  STARLING_FN bool holds(const RowContext<Env>& context) const {
    using Token = typename Program::template TokenAt<begin>;
    constexpr int judged = table >= 0 ? table : Program::first_table(begin);
    OwnCells cells;
    load_cells(context, place, cells, IndicesOf<typename Columns::Load>{});
    Scope<OwnCells, OwnCells> scope{cells, cells};
    return masks_hold<Env, judged>(context, scope, typename MasksOf<Token>::type{});
  }

  STARLING_FN void run_row(const RowContext<Env>& context) const {
    OwnCells cells;
    run_cells(context, cells);
  }

  STARLING_FN void run_cells(const RowContext<Env>& context, OwnCells& cells) const {
    load_cells(context, place, cells, IndicesOf<typename Columns::Load>{});
    run_tokens<begin>(context, cells);
    store_cells(context, place, cells, IndicesOf<Stored>{});
  }

  /// All tokens but those that ran first.
  template <int token>
  STARLING_FN void run_tokens(const RowContext<Env>& context, OwnCells& cells) const {
    if constexpr (token < end) {
      if constexpr (token > begin && Stage::runs_first(token)) {
        run_tokens<Program::plan.item_end(token)>(context, cells);
      } else {
        constexpr int stop = masked ? end : Stage::stretch_end(token, end);
        RowTokens<Program, Columns, table>::template run<token, stop>(context, place, cells);
        run_tokens<stop>(context, cells);
      }
    }
  }
};

}  // namespace starling::detail
