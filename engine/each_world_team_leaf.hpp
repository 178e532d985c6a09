/// Runs EachWorldTeam on a tile: a team a world.
#pragma once

#include "engine/crew_leaf.hpp"
#include "engine/each_world_team.hpp"
#include "engine/out_of_line.hpp"

namespace starling::detail {

/// A call with the memory of the team that makes it.
template <class CallOfWorld>
struct TeamCall : CallOfWorld {
  ScratchMemory& scratch;
};

/// A CPU thread's scratch memory: garbage where the program looks for mistakes, so that what reads
/// before it writes is found.
template <std::uint32_t bytes>
struct ThreadScratch {
  STARLING_FN ThreadScratch() {
#ifndef NDEBUG
    for (std::byte& byte : memory)
      byte = std::byte{0xff};
#endif
  }

  alignas(16) std::byte memory[bytes];
};

template <class Program, int token, auto system>
struct CrewLeaf<Program, token, EachWorldTeam<system>> {
  using Env = typename Program::Env;
  using Traits = LeafTraits<EachWorldTeam<system>>;
  using MaskList = typename MasksOf<typename Program::template TokenAt<token>>::type;
  using SystemTeam = typename SystemTraits<system>::TeamTaken;

  template <class Crew>
  STARLING_FN static void run(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    if constexpr (Traits::scratch_stride_bytes == 0) {
      for_each_world<SystemTeam>(tile, crew, [&](RowIndex world, const SystemTeam& team) {
        ScratchMemory none;
        run_world(context_at<0>(tile, world, 0, at), team, none);
      });
    } else if constexpr (kernels::compiled_for_cuda) {
      const auto threads = static_cast<RowIndex>(crew.size());
      const auto warp = static_cast<RowIndex>(crew.rank()) / warp_lanes;
      std::byte* whole =
          tile.scratch + static_cast<std::uint32_t>(warp) * Program::scratch_bytes_a_warp();
      for (RowIndex first = warp * teams; first < tile.worlds;
           first += threads / warp_lanes * teams)
        run_warp(tile, first, whole, at);
    } else {
      ThreadScratch<static_cast<std::uint32_t>(teams) * Traits::scratch_stride_bytes> whole;
      for_each_world<SystemTeam>(tile, crew, [&](RowIndex world, const SystemTeam& team) {
        ScratchMemory memory{whole.memory, true};
        run_world(context_at<0>(tile, world, 0, at), team, memory);
      });
    }
  }

 private:
  static constexpr RowIndex warp_lanes = 32;
  static constexpr auto teams = static_cast<RowIndex>(teams_a_warp(Traits::team_lanes));

  /// A warp's teams and their worlds: first all at once, then one by one those that asked for the
  /// whole memory. A loop, so that both run the same copy of the system, which a GPU still has in
  /// its cache: with a second copy for the few that ask, the escape room made 28 million
  /// world-steps/s on an H200 in place of 41.
  STARLING_FN static void run_warp(const Tile<Env>& tile, RowIndex first, std::byte* whole,
                                   StepTurn at) {
    const kernels::WarpCrew warp;
    const SystemTeam team;
    const auto own = static_cast<RowIndex>(warp.rank()) / (warp_lanes / teams);
    const RowIndex world = first + own;
    bool is_waiting = world < tile.worlds;
    STARLING_ROLLED
    for (RowIndex turn = 0; turn <= teams; ++turn) {
      const bool is_whole = teams == 1 || turn > 0;
      if (is_waiting && (turn == 0 || turn == own + 1)) {
        ScratchMemory memory{
            is_whole ? whole
                     : whole + static_cast<std::uint32_t>(own) * Traits::scratch_stride_bytes,
            is_whole};
        run_world(context_at<0>(tile, world, 0, at), team, memory);
        is_waiting = memory.wants_whole;
      }
      if (warp.ballot(is_waiting) == 0) break;
    }
  }

  /// All threads hold the world's row; the first one writes it when all have read what they need.
  STARLING_FN static void run_world(const RowContext<Env>& context, const SystemTeam& team,
                                    ScratchMemory& memory) {
    using Indices = IndicesOf<ColumnsOfCall<Env, 0, system, MaskList>>;
    using Written = IndicesOf<ColumnsMeant<Env, 0, typename SystemTraits<system>::Writes>>;
    const Pointers<Env, Indices> place(context.tile);
    Cells<Env, Indices> cells;
    load_cells(context, place, cells, Indices{});
    Scope<decltype(cells), decltype(cells)> scope{cells, cells};
    if (!masks_hold<Env, 0>(context, scope, MaskList{})) return;
    auto plain = call_for<Program, token, system, 0>(context, scope);
    TeamCall<decltype(plain)> call{plain, memory};
    invoke<Env, called_by_program<system>(), 0>(call, typename SystemTraits<system>::Parameters{});
    team.sync();
    if (team.rank() != 0) return;
    store_cells(context, place, cells, Written{});
    take_report<Program, token, system>(call);
  }
};

}  // namespace starling::detail
