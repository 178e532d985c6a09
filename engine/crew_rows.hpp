/// Rows as leaves of a crew see them: what a function takes of a row, straight from memory.
#pragma once

#include "engine/stage.hpp"

namespace starling::detail {

/// Calls work(world, team) for every world of a tile, each by one team of so many of the crew's
/// threads as a `Team` has.
template <class Team, class Env, class Crew, class Work>
STARLING_FN void for_each_world(const Tile<Env>& tile, const Crew& crew, Work work) {
  const Team team;
  const auto threads = static_cast<RowIndex>(team.size());
  const RowIndex teams = static_cast<RowIndex>(crew.size()) / threads;
  STARLING_INDEPENDENT
  for (RowIndex world = static_cast<RowIndex>(crew.rank()) / threads; world < tile.worlds;
       world += teams) {
    work(world, team);
  }
}

/// The columns that components mean for a row of `table`, or for the world's own row (table 0).
template <class Env, int table, class List>
struct ColumnsMeant;

template <class Env, int table, class... Ts>
struct ColumnsMeant<Env, table, TypeList<Ts...>> {
  static consteval ColumnSet value() {
    ColumnSet columns;
    (columns.add(Schema<Env>::template resolve<Ts>(table)), ...);
    return columns;
  }
};

/// The columns that a row's cells hold for a call of `function`.
template <class Env, int table, auto function, class MaskList>
struct ColumnsOfCall;

template <class Env, int table, auto function, auto... predicates>
struct ColumnsOfCall<Env, table, function, Masks<predicates...>> {
  using Traits = SystemTraits<function>;
  using Touched = Concat<typename Traits::Reads, typename Traits::Writes,
                         typename SystemTraits<predicates>::Reads...>;

  static consteval ColumnSet value() {
    ColumnSet columns = ColumnsMeant<Env, table, Touched>::value();
    if (Traits::draws) columns.add(Schema<Env>::template column_in<Clock>(0));
    const int handle = Schema<Env>::template column_in<Entity>(table);
    if ((Traits::draws || Traits::takes_handle) && handle >= 0) columns.add(handle);
    return columns;
  }
};

/// Row `index` of a world in `table`; of table 0, the world's own row.
template <int table, class Env>
STARLING_FN RowContext<Env> context_at(const Tile<Env>& tile, RowIndex world, RowIndex index,
                                       StepTurn at) {
  return {tile,    tile.template state_row<table>(world, index),
          world,   index,
          at.step, tile.exported_worlds(at.step),
          at.turn};
}

/// What `function` gives for a row that it only reads.
template <auto function, int table, class Env>
STARLING_FN auto value_at(const Tile<Env>& tile, RowIndex world, RowIndex index, StepTurn at) {
  using Indices = IndicesOf<ColumnsOfCall<Env, table, function, Masks<>>>;
  const RowContext<Env> context = context_at<table>(tile, world, index, at);
  Cells<Env, Indices> cells;
  load_cells(context, Pointers<Env, Indices>(tile), cells, Indices{});
  Scope<Cells<Env, Indices>, Cells<Env, Indices>> scope{cells, cells};
  Call<RowContext<Env>, decltype(scope)> call{
      context, scope, self_of(context), Random({}, 0, 0, 0, 0), {}, 0};
  return invoke<Env, function, table>(call, typename SystemTraits<function>::Parameters{});
}

/// Whether the predicates around a leaf that runs once a world hold for it.
template <class Env, auto... predicates>
STARLING_FN bool world_is_meant([[maybe_unused]] const Tile<Env>& tile,
                                [[maybe_unused]] RowIndex world, [[maybe_unused]] StepTurn at,
                                Masks<predicates...>) {
  return (value_at<predicates, 0>(tile, world, 0, at) && ...);
}

}  // namespace starling::detail
