/// The passes of the arena's program over all worlds at once: the engine's own systems, in the
/// order in which a schedule without tiles runs them. CUDA files only.
///
/// A pass is a system with the clearing of what it writes, or a stage of fused systems.
#pragma once

#include "engine/programs.hpp"
#include "engine/run_tile.hpp"
#include "tests/support/environments/arena.hpp"

namespace starling::bench {

using detail::StepTurn;
using detail::TokenKind;
using tests::arena::Arena;

template <class Token>
inline constexpr bool clears = false;
template <class T, class MaskList>
inline constexpr bool clears<detail::LeafToken<Clear<T>, MaskList>> = true;

/// The passes of a program: its stages where it is fused, else system by system.
template <bool fused>
struct Passes {
  using Program = detail::ProgramOf<Arena, ProgramKind::Rollout, fused>;
  using Tile = detail::Tile<Arena>;

  template <int token>
  static consteval int pass_end() {
    if constexpr (fused) {
      return Program::plan.stage_end[static_cast<std::size_t>(token)];
    } else if constexpr (clears<typename Program::template TokenAt<token>>) {
      return pass_end<token + 1>();
    } else {
      return token + 1;
    }
  }

  /// Calls visit.template operator()<begin, end>(at) for every pass of a step in order; on the host
  /// to queue kernels, on the device to run them.
#pragma nv_exec_check_disable
  template <int token, int end, class Visit>
  STARLING_FN static void for_each(const Visit& visit, StepTurn at) {
    if constexpr (token < end) {
      if constexpr (starts_loop<token>()) {
        constexpr int match = Program::info(token).match;
        constexpr int times = Program::info(token).times;
        for (int turn = 0; turn < times; ++turn)
          for_each<token + 1, match>(visit, at.inside(turn, times));
        for_each<match + 1, end>(visit, at);
      } else {
        visit.template operator()<token, pass_end<token>()>(at);
        for_each<pass_end<token>(), end>(visit, at);
      }
    }
  }

 private:
  /// A loop that is not itself a stage, or part of one.
  template <int token>
  static consteval bool starts_loop() {
    return Program::info(token).kind == TokenKind::LoopBegin &&
           (!fused || Program::plan.stage_end[static_cast<std::size_t>(token)] == 0);
  }
};

}  // namespace starling::bench
