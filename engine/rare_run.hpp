/// Rare work of several stages, such as the restart of worlds: a crew asks once whether any world
/// of its tile needs it.
#pragma once

#include "engine/program.hpp"
#include "engine/row.hpp"

namespace starling::detail {

/// The tokens from `begin` on that stand under one mask which worlds decide, Commits among them
/// included.
///
/// Overcooked on an H200 spent a fifth of each step on passes and barriers of restarts that no
/// world of the tile wanted. Not for environments whose tables are all fixed: what asking costs
/// them was not measured.
template <class Program, int begin>
struct RareRun {
  using Env = typename Program::Env;

  /// One past the last token; `begin` itself where no such run begins.
  static consteval int end() {
    if constexpr (begin >= Program::size || Program::S::all_fixed()) {
      return begin;
    } else if constexpr (!Program::is_masked(begin)) {
      return begin;
    } else if constexpr (!(Program::masks_read(begin) - Program::singletons()).empty()) {
      return begin;
    } else {
      constexpr int stop = last_under_mask<begin + 1>();
      return is_worth_asking(stop) ? stop : begin;
    }
  }

  /// Whether the mask holds in one of the tile's worlds. A barrier, too.
  template <class Crew>
  STARLING_FN static bool is_wanted(const Tile<Env>& tile, const Crew& crew, StepTurn at) {
    bool wanted = false;
    const auto stride = static_cast<RowIndex>(crew.size());
    for (auto world = static_cast<RowIndex>(crew.rank()); world < tile.worlds; world += stride)
      wanted = wanted || holds(tile, world, at);
    return crew.any(wanted);
  }

 private:
  struct MaskColumns {
    static consteval ColumnSet value() { return Program::masks_read(begin); }
  };
  using Token = typename Program::template TokenAt<begin>;

  STARLING_FN static bool holds(const Tile<Env>& tile, RowIndex world, StepTurn at) {
    const RowContext<Env> context{tile,   world, world, 0, at.step, tile.exported_worlds(at.step),
                                  at.turn};
    Cells<Env, IndicesOf<MaskColumns>> cells;
    load_world(context, cells, IndicesOf<MaskColumns>{});
    Scope<decltype(cells), decltype(cells)> scope{cells, cells};
    return masks_hold<Env, 0>(context, scope, typename MasksOf<Token>::type{});
  }
  template <class CellsOf, int... columns>
  STARLING_FN static void load_world([[maybe_unused]] const RowContext<Env>& context,
                                     [[maybe_unused]] CellsOf& cells,
                                     std::integer_sequence<int, columns...>) {
    ((cells.template get<columns>() =
          context.tile.template read<columns>(context.step, context.world, 0)),
     ...);
  }

  template <int token>
  static consteval int last_under_mask() {
    if constexpr (token < Program::size) {
      if constexpr (Program::template shares_masks<begin, token> ||
                    (Program::is_commit(token) && nothing_waits())) {
        return last_under_mask<token + 1>();
      }
    }
    return token;
  }

  /// True if all that was commanded before the run has taken effect.
  static consteval bool nothing_waits() {
    for (int token = begin - 1; token >= 0; --token) {
      if (Program::is_commit(token)) return true;
      if (Program::is_leaf(token) && !Program::access(token).recorded.empty()) return false;
    }
    return true;
  }

  static consteval bool is_worth_asking(int stop) {
    int stages = 0;
    for (int token = begin; token < stop; ++token)
      stages += Program::plan.stage_end[static_cast<std::size_t>(token)] > 0 ? 1 : 0;
    return stages > 2;
  }
};

}  // namespace starling::detail
