/// Runs EachWorldTeam on a tile: a team a world.
#pragma once

#include "engine/crew_leaf.hpp"
#include "engine/each_world_team.hpp"

namespace starling::detail {

template <class Program, int token, auto system>
struct CrewLeaf<Program, token, EachWorldTeam<system>> {
  using Env = typename Program::Env;
  using MaskList = typename MasksOf<typename Program::template TokenAt<token>>::type;
  using SystemTeam = typename SystemTraits<system>::TeamTaken;

  template <class Crew>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    for_each_world<SystemTeam>(tile, crew, [&](RowIndex world, const SystemTeam& team) {
      run_world(context_at<0>(tile, world, 0, at), team);
    });
  }

 private:
  /// All threads hold the world's row; the first one writes it when all have read what they need.
  STARLING_FN static void run_world(const RowContext<Env>& context, const SystemTeam& team) {
    using Indices = IndicesOf<ColumnsOfCall<Env, 0, system, MaskList>>;
    using Written = IndicesOf<ColumnsMeant<Env, 0, typename SystemTraits<system>::Writes>>;
    const Pointers<Env, Indices> place(context.tile);
    Cells<Env, Indices> cells;
    load_cells(context, place, cells, Indices{});
    Scope<decltype(cells), decltype(cells)> scope{cells, cells};
    if (!masks_hold<Env, 0>(context, scope, MaskList{})) return;
    auto call = call_for<Program, token, system, 0>(context, scope);
    invoke<Env, system, 0>(call, typename SystemTraits<system>::Parameters{});
    team.sync();
    if (team.rank() != 0) return;
    store_cells(context, place, cells, Written{});
    take_report<Program, token, system>(call);
  }
};

}  // namespace starling::detail
