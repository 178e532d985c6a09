/// Runs EachTeam on a tile: a team a row.
#pragma once

#include "engine/crew_leaf.hpp"
#include "engine/each_team.hpp"
#include "engine/out_of_line.hpp"

namespace starling::detail {

template <class Program, int token, auto system>
struct CrewLeaf<Program, token, EachTeam<system>> {
  using Env = typename Program::Env;
  using MaskList = typename MasksOf<typename Program::template TokenAt<token>>::type;
  using SystemTeam = typename SystemTraits<system>::TeamTaken;
  static constexpr std::uint32_t tables = Program::access(token).tables;

  template <class Crew>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    run_tables<1>(tile, crew, at);
  }

 private:
  template <int table, class Crew>
  STARLING_FN static void run_tables(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    if constexpr (table < Program::S::tables) {
      if constexpr ((tables >> table & 1U) != 0) run_table<table>(tile, crew, at);
      run_tables<table + 1>(tile, crew, at);
    }
  }

  template <int table, class Crew>
  STARLING_FN static void run_table(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    const SystemTeam team;
    const auto threads = static_cast<RowIndex>(team.size());
    const RowIndex teams = static_cast<RowIndex>(crew.size()) / threads;
    const RowIndex capacity = tile.template capacity<table>();
    const RowIndex rows = tile.worlds * capacity;
    STARLING_INDEPENDENT
    for (RowIndex row = static_cast<RowIndex>(crew.rank()) / threads; row < rows; row += teams) {
      const RowIndex world = row / capacity;
      const RowIndex index = row - world * capacity;
      if (index < tile.template rows<table>(world))
        run_row<table>(context_at<table>(tile, world, index, at), team);
    }
  }

  /// All threads hold the row; the first one writes it when all have read what they need of it.
  template <int table>
  STARLING_FN static void run_row(const RowContext<Env>& context, const SystemTeam& team) {
    using Indices = IndicesOf<ColumnsOfCall<Env, table, system, MaskList>>;
    using Written = IndicesOf<ColumnsMeant<Env, table, typename SystemTraits<system>::Writes>>;
    const Pointers<Env, Indices> place(context.tile);
    Cells<Env, Indices> cells;
    load_cells(context, place, cells, Indices{});
    Scope<decltype(cells), decltype(cells)> scope{cells, cells};
    if (!masks_hold<Env, table>(context, scope, MaskList{})) return;
    auto call = call_for<Program, token, system, table>(context, scope);
    invoke<Env, called_by_program<system>(), table>(call,
                                                    typename SystemTraits<system>::Parameters{});
    team.sync();
    if (team.rank() == 0) store_cells(context, place, cells, Written{});
    team.sync();
  }
};

}  // namespace starling::detail
