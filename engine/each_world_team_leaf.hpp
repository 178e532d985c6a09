/// Runs EachWorldTeam on a tile: a team a world.
#pragma once

#include "engine/crew_leaf.hpp"
#include "engine/each_world_team.hpp"
#include "engine/out_of_line.hpp"

namespace starling::detail {

/// A call with the memory of the team that makes it.
template <class CallOfWorld>
struct TeamCall : CallOfWorld {
  std::byte* scratch = nullptr;
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
    for_each_world<SystemTeam>(tile, crew, [&](RowIndex world, const SystemTeam& team) {
      const RowContext<Env> context = context_at<0>(tile, world, 0, at);
      if constexpr (Traits::scratch_stride_bytes == 0) {
        run_world(context, team, nullptr);
      } else if constexpr (kernels::compiled_for_cuda) {
        run_world(context, team, tile.scratch + scratch_of(crew));
      } else {
        ThreadScratch<Traits::scratch_stride_bytes> scratch;
        run_world(context, team, scratch.memory);
      }
    });
  }

 private:
  /// Where the memory of the calling thread's team begins. Warps keep the same distance in all
  /// systems, so that none enters what another is still in.
  template <class Crew>
  STARLING_FN static std::uint32_t scratch_of(const Crew& crew) {
    constexpr std::uint32_t lanes_a_warp = 32;
    const auto rank = static_cast<std::uint32_t>(crew.rank());
    return rank / lanes_a_warp * Program::scratch_bytes_a_warp() +
           rank % lanes_a_warp / Traits::team_lanes * Traits::scratch_stride_bytes;
  }

  /// All threads hold the world's row; the first one writes it when all have read what they need.
  STARLING_FN static void run_world(const RowContext<Env>& context, const SystemTeam& team,
                                    std::byte* scratch) {
    using Indices = IndicesOf<ColumnsOfCall<Env, 0, system, MaskList>>;
    using Written = IndicesOf<ColumnsMeant<Env, 0, typename SystemTraits<system>::Writes>>;
    const Pointers<Env, Indices> place(context.tile);
    Cells<Env, Indices> cells;
    load_cells(context, place, cells, Indices{});
    Scope<decltype(cells), decltype(cells)> scope{cells, cells};
    if (!masks_hold<Env, 0>(context, scope, MaskList{})) return;
    auto plain = call_for<Program, token, system, 0>(context, scope);
    TeamCall<decltype(plain)> call{plain, scratch};
    invoke<Env, called_by_program<system>(), 0>(call, typename SystemTraits<system>::Parameters{});
    team.sync();
    if (team.rank() != 0) return;
    store_cells(context, place, cells, Written{});
    take_report<Program, token, system>(call);
  }
};

}  // namespace starling::detail
