/// Runs SortBy on a tile: which crew sorts which world.
#pragma once

#include "engine/crew_leaf.hpp"
#include "engine/sort_rows.hpp"
#include "engine/sort_rows_together.hpp"

namespace starling::detail {

template <class Program, int token, class EntityArchetype, auto key, SortedBy sorted_by>
struct CrewLeaf<Program, token, SortBy<EntityArchetype, key, sorted_by>> {
  using Env = typename Program::Env;
  using S = Schema<Env>;
  using MaskList = typename MasksOf<typename Program::template TokenAt<token>>::type;

  template <class Crew>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    if constexpr (sorted_by == SortedBy::Warp) {
      for_each_world<typename Crew::Team>(
          tile, crew, [&](RowIndex world, auto team) { sort(tile, world, at, team); });
    } else {
      for (RowIndex world = 0; world < tile.worlds; ++world)
        sort(tile, world, at, crew);
    }
  }

 private:
  template <class Crew>
  STARLING_FN static void sort(const Tile<Env>& tile, RowIndex world, StepTurn at,
                               const Crew& crew) {
    if (!world_is_meant(tile, world, at, MaskList{})) return;
    constexpr int table = index_in<typename S::Kinds, EntityArchetype>;
    constexpr std::uint64_t node = node_of(typename Program::Tokens{}, token);
    const std::uint64_t step = step_number(tile.launch, at.step);
    constexpr int ranges = table_of_ranges<Env, EntityArchetype>();
    using Table = SortedTable<Env, table, key, ranges>;
    const Table sorted{tile, world, at, step << 32 | node << 24};
    if constexpr (std::is_base_of_v<kernels::SerialCrew, Crew>) {
      SortRows<Table>{sorted}.run();
    } else {
      SortRowsTogether<Table, Crew>{sorted, crew}.run();
    }
  }
};

}  // namespace starling::detail
