/// Leaves that all threads of a crew run together on a tile.
#pragma once

#include "engine/commit.hpp"
#include "engine/crew_rows.hpp"
#include "engine/leaf_identity.hpp"

namespace starling::detail {

/// Commits every table of every world of a tile; `order` is the step and node, as in an error word.
template <class Env, class Crew>
struct TileCommit {
  using Team = typename Crew::Team;

  /// Each thread of a team asks whether a world has changed, so that worlds where nothing has are
  /// passed over by as many at a time.
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, std::uint64_t order) {
    const Team team;
    const auto threads = static_cast<RowIndex>(team.size());
    const RowIndex teams = static_cast<RowIndex>(crew.size()) / threads;
    const RowIndex first = static_cast<RowIndex>(crew.rank()) / threads;
    STARLING_INDEPENDENT
    for (RowIndex begin = first; begin < tile.worlds; begin += teams * threads) {
      const RowIndex asked = begin + teams * static_cast<RowIndex>(team.rank());
      if (team.count(asked < tile.worlds && has_changed<1>(tile, asked)).all == 0) continue;
      const RowIndex end = begin + teams * threads;
      for (RowIndex world = begin; world < end && world < tile.worlds; world += teams)
        commit_tables<1>(tile, world, order);
    }
  }

  /// What all Commits of an environment's programs share on a CPU: each with a copy of its own
  /// inside takes the compiler minutes.
  [[gnu::noinline]] static void run_out_of_line(const Tile<Env>& tile, std::uint64_t order) {
    run(tile, Crew{}, order);
  }

 private:
  template <int table>
  STARLING_FN static bool has_changed(const Tile<Env>& tile, RowIndex world) {
    using S = Schema<Env>;
    if constexpr (table >= S::tables) {
      return false;
    } else if constexpr (S::grows(table)) {
      return TableCommit<Env, table, Team>::is_wanted(tile, world) ||
             has_changed<table + 1>(tile, world);
    } else {
      return has_changed<table + 1>(tile, world);
    }
  }

  template <int table>
  STARLING_FN static void commit_tables(const Tile<Env>& tile, RowIndex world,
                                        std::uint64_t order) {
    using S = Schema<Env>;
    if constexpr (table < S::tables) {
      if constexpr (S::grows(table)) TableCommit<Env, table, Team>::run(tile, world, order);
      commit_tables<table + 1>(tile, world, order);
    }
  }
};

template <class Program, int token, class Leaf>
struct CrewLeaf;

template <class Program, int token>
struct CrewLeaf<Program, token, Commit> {
  using Env = typename Program::Env;

  template <class Crew>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    constexpr std::uint64_t node = node_of(typename Program::Tokens{}, token);
    const std::uint64_t step = step_number(tile.launch, at.step);
    const std::uint64_t order = step << 32 | node << 24;
    if constexpr (kernels::compiled_for_cuda) {
      TileCommit<Env, Crew>::run(tile, crew, order);
    } else {
      TileCommit<Env, Crew>::run_out_of_line(tile, order);
    }
  }
};

template <class Program, int token>
struct CrewLeaf<Program, token, DropTemporary> {
  using Env = typename Program::Env;

  template <class Crew>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, StepTurn) {
    for_each_world<typename Crew::Team>(tile, crew, [&](RowIndex world, auto team) {
      if (team.rank() == 0) drop_tables<1>(tile, world);
    });
  }

 private:
  template <int table>
  STARLING_FN static void drop_tables(const Tile<Env>& tile, RowIndex world) {
    using S = typename Program::S;
    if constexpr (table < S::tables) {
      if constexpr (S::grows(table) && S::template slots_table<table> < 0)
        *tile.template word<S::template population<table>>(world, 0) = 0;
      drop_tables<table + 1>(tile, world);
    }
  }
};

}  // namespace starling::detail
