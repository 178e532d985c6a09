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

  /// Rows of a world: of all tables that it runs over, and of the one that has most.
  static consteval RowIndex rows_per_world() {
    RowIndex rows = rows_of.world_space ? 1 : 0;
    for (int table = 1; table < Program::S::tables; ++table)
      rows += rows_in(table);
    return rows;
  }
  static consteval RowIndex most_rows_per_world() {
    RowIndex most = rows_of.world_space ? 1 : 0;
    for (int table = 1; table < Program::S::tables; ++table)
      most = rows_in(table) > most ? rows_in(table) : most;
    return most;
  }
  static consteval RowIndex rows_in(int table) {
    const bool runs = !rows_of.world_space && (rows_of.tables >> table & 1U) != 0;
    return runs ? Tile<Env>::rows_per_world(table) : 0;
  }

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
        const RowContext<Env> context{tile,   row, row / rows_per_world, at.step, exported_worlds,
                                      at.turn};
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

/// Walks a program's stages. A CPU thread takes each masked run as a pass of its own, so that rare
/// work does not stop the other row loops from vectorising; on CUDA a stage is one pass.
template <class Program, bool split_masks>
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
        using Pass = RowPass<Program, token, stage_end>;
        trace.template stage_begin<token>();
        run_stage<token, stage_end>(tile, crew, at);
        trace.template stage_end<token>(at.step, tile.worlds * Pass::rows_per_world(),
                                        lanes_of(crew, tile.worlds * Pass::most_rows_per_world()));
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

  template <int token, int end, class Crew>
  STARLING_FN static void run_stage(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    if constexpr (!split_masks) {
      RowPass<Program, token, end>::run(tile, crew, at);
    } else if constexpr (token < end) {
      constexpr int stop = Program::template pass_end<token, end>();
      if constexpr (Program::is_masked_loop(token)) {
        constexpr int times = Program::info(token).times;
        for (int turn = 0; turn < times; ++turn) {
          run_stage<token + 1, stop - 1>(tile, crew, at.inside(turn, times));
        }
      } else {
        RowPass<Program, token, stop>::run(tile, crew, at);
      }
      run_stage<stop, end>(tile, crew, at);
    }
  }
};

/// All steps of a launch, row by row, for a program of one stage: state stays in registers from the
/// first step to the last, and only inputs and outputs touch memory.
template <class Program>
struct RowSteps {
  using Env = typename Program::Env;
  using Columns = StageColumns<Program, 0, Program::size, -1, true>;
  using Touched = TouchedColumns<Program, 0, Program::size, Columns>;

  template <class Crew>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew) {
    static_assert(Program::fits_registers(),
                  "rows stay in registers only in a program of one stage over worlds");
    const Pointers<Env, IndicesOf<Touched>> place(tile);
    const auto stride = static_cast<RowIndex>(crew.size());
    for (auto row = static_cast<RowIndex>(crew.rank()); row < tile.worlds; row += stride) {
      Cells<Env, IndicesOf<typename Columns::All>> cells;
      RowContext<Env> context{tile, row, row, 0, tile.exported_worlds(0), 0};
      load_cells(context, place, cells, IndicesOf<typename Columns::LoadState>{});
      for (; context.step < tile.launch.steps; ++context.step) {
        load_cells(context, place, cells, IndicesOf<typename Columns::LoadExported>{});
        RowTokens<Program, Columns, -1>::template run<0, Program::size>(context, place, cells);
        store_cells(context, place, cells, IndicesOf<typename Columns::StoreExported>{});
        context.exported_worlds += static_cast<RowIndex>(tile.launch.worlds);
      }
      store_cells(context, place, cells, IndicesOf<typename Columns::StoreState>{});
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
