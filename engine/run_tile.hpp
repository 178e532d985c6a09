/// Runs a program on a tile with a crew of threads: the walk over stages, loops and barriers.
#pragma once

#include "engine/crew_leaf.hpp"
#include "engine/each_team_leaf.hpp"
#include "engine/each_world_team_leaf.hpp"
#include "engine/rare_run.hpp"
#include "engine/reduce_leaf.hpp"
#include "engine/sort_by_leaf.hpp"
#include "engine/stage.hpp"

namespace starling::detail {

/// One pass over the rows of tokens [begin, end), which all run over the same rows.
template <class Program, int begin, int end>
struct RowPass {
  using Env = typename Program::Env;
  static constexpr LeafAccess rows_of = Program::access(Program::plan.first_leaf(begin));

  template <class Crew>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    if constexpr (rows_of.world_space) {
      run_table<-1>(tile, crew, at);
    } else {
      run_tables<1>(tile, crew, at);
    }
  }

  template <int table, class Crew>
  STARLING_FN static void run_tables(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    if constexpr (table < Program::S::tables) {
      if constexpr ((rows_of.tables >> table & 1U) != 0) run_table<table>(tile, crew, at);
      run_tables<table + 1>(tile, crew, at);
    }
  }

  template <int table, class Crew>
  STARLING_FN static void run_table(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    using Columns = StageColumns<Program, begin, end, table>;
    using Touched = TouchedColumns<Program, begin, end, Columns>;
    if constexpr (Tile<Env>::rows_per_world(table) != 0) {
      const Pointers<Env, IndicesOf<Touched>> place(tile);
      const RowIndex exported_worlds = tile.exported_worlds(at.step);
      const RowIndex rows_per_world = walked_rows<table>(tile);
      const RowIndex rows = tile.worlds * rows_per_world;
      const auto stride = static_cast<RowIndex>(crew.size());
      STARLING_INDEPENDENT
      for (auto row = static_cast<RowIndex>(crew.rank()); row < rows; row += stride) {
        const RowIndex world = row / rows_per_world;
        const RowIndex index = row - world * rows_per_world;
        if (!exists<table>(tile, world, index)) continue;
        const RowContext<Env> context{tile,    state_row<table>(tile, row, world, index),
                                      world,   index,
                                      at.step, exported_worlds,
                                      at.turn};
        Cells<Env, IndicesOf<typename Columns::All>> cells;
        load_cells(context, place, cells, IndicesOf<typename Columns::Load>{});
        RowTokens<Program, Columns, table>::template run<begin, end>(context, place, cells);
        store_cells(context, place, cells, IndicesOf<typename Columns::Store>{});
      }
    }
  }

 private:
  /// Only what clears a table touches rows that are not there.
  static constexpr bool walks_all = Program::is_clear(Program::plan.first_leaf(begin));

  template <int table>
  static constexpr bool grows = table > 0 && Program::S::grows(table < 0 ? 0 : table);

  /// Rows a world that are walked: of a table that grows all that it may have, in whole warps, so
  /// that those behind the living are passed over by warps at a time.
  template <int table>
  STARLING_FN static RowIndex walked_rows(const Tile<Env>& tile) {
    constexpr RowIndex warp_rows = 32;
    const RowIndex capacity = tile.template capacity<table>();
    return grows<table> && capacity > warp_rows / 2
               ? (capacity + warp_rows - 1) / warp_rows * warp_rows
               : capacity;
  }
  template <int table>
  STARLING_FN static bool exists(const Tile<Env>& tile, RowIndex world, RowIndex index) {
    if constexpr (!grows<table>) {
      return true;
    } else {
      return index <
             (walks_all ? tile.template capacity<table>() : tile.template rows<table>(world));
    }
  }
  template <int table>
  STARLING_FN static RowIndex state_row(const Tile<Env>& tile, RowIndex row, RowIndex world,
                                        RowIndex index) {
    if constexpr (grows<table>) {
      return tile.template state_row<table>(world, index);
    } else {
      return row;
    }
  }
};

/// Threads of a crew that have one of so many rows.
template <class Crew>
STARLING_FN RowIndex lanes_of(const Crew& crew, RowIndex rows) {
  const auto threads = static_cast<RowIndex>(crew.size());
  return rows < threads ? rows : threads;
}

/// Rows of a tile that a leaf runs over: of all its tables, or of the one that has most. Of a table
/// that grows, those that it may have.
template <class Program, int leaf, int table = 1>
STARLING_FN RowIndex rows_of(const Tile<typename Program::Env>& tile) {
  constexpr LeafAccess access = Program::access(leaf);
  if constexpr (access.world_space || access.is_crew) {
    return tile.worlds;
  } else if constexpr (table < Program::S::tables) {
    constexpr bool runs = (access.tables >> table & 1U) != 0;
    const RowIndex rows = runs ? tile.worlds * tile.template capacity<table>() : 0;
    return rows + rows_of<Program, leaf, table + 1>(tile);
  } else {
    return 0;
  }
}
template <class Program, int leaf, int table = 1>
STARLING_FN RowIndex most_rows_of(const Tile<typename Program::Env>& tile) {
  constexpr LeafAccess access = Program::access(leaf);
  if constexpr (access.world_space || access.is_crew) {
    return tile.worlds;
  } else if constexpr (table < Program::S::tables) {
    constexpr bool runs = (access.tables >> table & 1U) != 0;
    const RowIndex rows = runs ? tile.worlds * tile.template capacity<table>() : 0;
    const RowIndex others = most_rows_of<Program, leaf, table + 1>(tile);
    return rows > others ? rows : others;
  } else {
    return 0;
  }
}

/// Walks a program's stages with a crew, each in one pass. (A CPU thread has a walk of its own.)
template <class Program>
struct TileWalk {
  using Env = typename Program::Env;

  template <int token, int end, class Crew, class Trace>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, StepTurn at,
                              const Trace& trace) {
    if constexpr (token < end) {
      constexpr int rare_end = RareRun<Program, token>::end();
      if constexpr (is_stage(token) && rare_end > token) {
        if (RareRun<Program, token>::is_wanted(tile, crew, at))
          run_each<token, rare_end>(tile, crew, at, trace);
        run<rare_end, end>(tile, crew, at, trace);
      } else {
        constexpr int next = item_end(token);
        run_each<token, next>(tile, crew, at, trace);
        run<next, end>(tile, crew, at, trace);
      }
    }
  }

 private:
  static consteval bool is_stage(int token) {
    return Program::plan.stage_end[static_cast<std::size_t>(token)] > 0;
  }
  static consteval int item_end(int token) {
    return is_stage(token) ? Program::plan.stage_end[static_cast<std::size_t>(token)]
                           : Program::info(token).match + 1;
  }

  /// Stages and loops one after the other.
  template <int token, int end, class Crew, class Trace>
  STARLING_FN static void run_each(const Tile<Env>& tile, const Crew& crew, StepTurn at,
                                   const Trace& trace) {
    if constexpr (token < end) {
      if constexpr (is_stage(token)) {
        run_stage<token>(tile, crew, at, trace);
      } else {
        constexpr int times = Program::info(token).times;
        for (int turn = 0; turn < times; ++turn)
          run<token + 1, Program::info(token).match>(tile, crew, at.inside(turn, times), trace);
      }
      run_each<item_end(token), end>(tile, crew, at, trace);
    }
  }

  template <int token, class Crew, class Trace>
  STARLING_FN static void run_stage(const Tile<Env>& tile, const Crew& crew, StepTurn at,
                                    const Trace& trace) {
    constexpr int leaf = Program::plan.first_leaf(token);
    if constexpr (Program::plan.barrier_before[static_cast<std::size_t>(leaf)]) crew.sync();
    trace.template stage_begin<token>(at.step);
    if constexpr (Program::access(leaf).is_crew) {
      using Leaf = typename LeafOf<typename Program::template TokenAt<leaf>>::type;
      CrewLeaf<Program, leaf, Leaf>::run(tile, crew, at);
    } else {
      RowPass<Program, token, item_end(token)>::run(tile, crew, at);
    }
    trace.template stage_end<token>(at.step, rows_of<Program, leaf>(tile),
                                    lanes_of(crew, most_rows_of<Program, leaf>(tile)));
  }
};

/// The tile with this index, its slab still in memory.
template <class Env>
STARLING_FN Tile<Env> tile_at(const Launch& launch, std::int32_t index) {
  const std::int64_t first = std::int64_t{index} * launch.tile_worlds;
  const std::int64_t left = launch.worlds - first;
  return {launch, launch.slabs + index * launch.slab_bytes, first,
          static_cast<RowIndex>(left < launch.tile_worlds ? left : launch.tile_worlds)};
}

}  // namespace starling::detail
