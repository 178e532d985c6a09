/// Runs a program on a tile with a crew of threads: the walk over stages, loops and barriers.
#pragma once

#include "engine/stage.hpp"

namespace starling::detail {

/// Which step of the launch, and which turn of the loops around, counted through.
struct StepTurn {
  std::int32_t step = 0;
  std::uint32_t turn = 0;

  STARLING_FN StepTurn inside(int loop_turn, int times) const {
    return {step, turn * static_cast<std::uint32_t>(times) + static_cast<std::uint32_t>(loop_turn)};
  }
};

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
    constexpr RowIndex rows_per_world = Tile<Env>::rows_per_world(table);
    if constexpr (rows_per_world > 0) {
      const Pointers<Env, IndicesOf<Touched>> place(tile);
      const RowIndex exported_worlds = tile.exported_worlds(at.step);
      const RowIndex rows = tile.worlds * rows_per_world;
      const auto stride = static_cast<RowIndex>(crew.size());
      STARLING_INDEPENDENT
      for (auto row = static_cast<RowIndex>(crew.rank()); row < rows; row += stride) {
        const RowIndex world = row / rows_per_world;
        const RowContext<Env> context{
            tile, row, world, row - world * rows_per_world, at.step, exported_worlds, at.turn};
        Cells<Env, IndicesOf<typename Columns::All>> cells;
        load_cells(context, place, cells, IndicesOf<typename Columns::Load>{});
        RowTokens<Program, Columns, table>::template run<begin, end>(context, place, cells);
        store_cells(context, place, cells, IndicesOf<typename Columns::Store>{});
      }
    }
  }
};

/// Threads of a crew that have one of so many rows.
template <class Crew>
STARLING_FN RowIndex lanes_of(const Crew& crew, RowIndex rows) {
  const auto threads = static_cast<RowIndex>(crew.size());
  return rows < threads ? rows : threads;
}

/// Walks a program's stages with a crew, each in one pass. (A CPU thread has a walk of its own.)
template <class Program>
struct TileWalk {
  using Env = typename Program::Env;

  template <int token, int end, class Crew, class Trace>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, StepTurn at,
                              const Trace& trace) {
    if constexpr (token < end) {
      constexpr int stage_end = Program::plan.stage_end[static_cast<std::size_t>(token)];
      if constexpr (stage_end > 0) {
        constexpr int leaf = Program::plan.first_leaf(token);
        if constexpr (Program::plan.barrier_before[static_cast<std::size_t>(leaf)]) crew.sync();
        trace.template stage_begin<token>(at.step);
        RowPass<Program, token, stage_end>::run(tile, crew, at);
        trace.template stage_end<token>(
            at.step, tile.worlds * Program::rows_per_world(leaf),
            lanes_of(crew, tile.worlds * Program::most_rows_per_world(leaf)));
        run<stage_end, end>(tile, crew, at, trace);
      } else {
        constexpr int match = Program::info(token).match;
        constexpr int times = Program::info(token).times;
        for (int turn = 0; turn < times; ++turn) {
          run<token + 1, match>(tile, crew, at.inside(turn, times), trace);
        }
        run<match + 1, end>(tile, crew, at, trace);
      }
    }
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
