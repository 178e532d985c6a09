/// Runs Reduce on a tile: a team a world, 32 partial results.
#pragma once

#include "engine/crew_leaf.hpp"
#include "engine/reduce.hpp"

namespace starling::detail {

template <class Program, int token, auto share, auto join>
struct CrewLeaf<Program, token, Reduce<share, join>> {
  using Env = typename Program::Env;
  using Access = AccessOf<Env, Reduce<share, join>>;
  using Result = typename LeafTraits<Reduce<share, join>>::Result;
  static constexpr RowIndex partials = 32;  ///< The threads of a warp.

  template <class Crew>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    using MaskList = typename MasksOf<typename Program::template TokenAt<token>>::type;
    for_each_world<typename Crew::Team>(tile, crew, [&](RowIndex world, auto team) {
      if (!world_is_meant(tile, world, at, MaskList{})) return;
      const RowIndex rows = count_rows<1>(tile, world);
      const Result result = join_partials(tile, world, at, rows, team);
      if (team.rank() == 0)
        tile.template write<Access::target>(at.step, world, 0, rows > 0 ? result : Result{});
    });
  }

 private:
  template <int table>
  STARLING_FN static RowIndex count_rows(const Tile<Env>& tile, RowIndex world) {
    if constexpr (table < Program::S::tables) {
      RowIndex rows = count_rows<table + 1>(tile, world);
      if constexpr ((Access::tables >> table & 1U) != 0) rows += tile.template rows<table>(world);
      return rows;
    } else {
      return 0;
    }
  }

  /// One thread has all partials, the threads of a warp one each.
  template <class TeamOfCrew>
  STARLING_FN static Result join_partials(const Tile<Env>& tile, RowIndex world, StepTurn at,
                                          RowIndex rows, const TeamOfCrew& team) {
    if constexpr (TeamOfCrew::size() == 1) {
      Result results[partials];
      for (RowIndex partial = 0; partial < partials; ++partial)
        results[partial] = partial_of(tile, world, at, partial);
      for (RowIndex half = partials / 2; half > 0; half /= 2) {
        for (RowIndex partial = 0; partial < half && partial + half < rows; ++partial)
          results[partial] = join(results[partial], results[partial + half]);
      }
      return results[0];
    } else {
      static_assert(TeamOfCrew::size() == partials);
      const auto partial = static_cast<RowIndex>(team.rank());
      Result result = partial_of(tile, world, at, partial);
      STARLING_UNROLL
      for (RowIndex half = partials / 2; half > 0; half /= 2) {
        const Result upper = team.from(result, static_cast<std::uint32_t>(partial + half));
        if (partial < half && partial + half < rows) result = join(result, upper);
      }
      return result;
    }
  }

  /// Joins what rows partial, partial + 32, ... share; T{} where there are none.
  STARLING_FN static Result partial_of(const Tile<Env>& tile, RowIndex world, StepTurn at,
                                       RowIndex partial) {
    Result result{};
    add_table<1>(tile, world, at, partial, 0, result);
    return result;
  }

  /// `before`: rows of the tables before.
  template <int table>
  STARLING_FN static void add_table(const Tile<Env>& tile, RowIndex world, StepTurn at,
                                    RowIndex partial, RowIndex before, Result& result) {
    if constexpr (table < Program::S::tables) {
      RowIndex rows = 0;
      if constexpr ((Access::tables >> table & 1U) != 0) {
        rows = tile.template rows<table>(world);
        const RowIndex first = (partial - before) & (partials - 1);
        for (RowIndex index = first; index < rows; index += partials) {
          const Result shared = value_at<share, table>(tile, world, index, at);
          result = before + index < partials ? shared : join(result, shared);
        }
      }
      add_table<table + 1>(tile, world, at, partial, before + rows, result);
    }
  }
};

}  // namespace starling::detail
