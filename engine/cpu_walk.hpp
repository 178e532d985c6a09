/// Runs a program on a tile with one CPU thread: the walk over stages, loops and passes.
#pragma once

#include "engine/cpu_pass.hpp"

namespace starling::detail {

/// The thread alone.
struct SoloCrew : kernels::SerialCrew {
  STARLING_FN static constexpr bool any(bool yes) { return yes; }
  using Team = kernels::SerialCrew;
};

template <class Program>
struct CpuWalk {
  using Env = typename Program::Env;

  template <int token, int end, class Trace>
  STARLING_FN static void run(const Tile<Env>& tile, StepTurn at, const Trace& trace) {
    if constexpr (token < end) {
      constexpr int rare_end = RareRun<Program, token>::end();
      if constexpr (is_stage(token) && rare_end > token) {
        if (RareRun<Program, token>::is_wanted(tile, SoloCrew{}, at))
          run_each<token, rare_end>(tile, at, trace);
        run<rare_end, end>(tile, at, trace);
      } else {
        constexpr int next = item_end(token);
        run_each<token, next>(tile, at, trace);
        run<next, end>(tile, at, trace);
      }
    }
  }

 private:
  static consteval bool is_stage(int token) {
    return Program::plan.stage_end[static_cast<std::size_t>(token)] > 0;
  }
  static consteval int item_end(int token) {
    return is_stage(token) ? Program::plan.stage_end[static_cast<std::size_t>(token)]
                           : Program::info(token).match + 1;
  }

  /// Stages and loops one after the other.
  template <int token, int end, class Trace>
  STARLING_FN static void run_each(const Tile<Env>& tile, StepTurn at, const Trace& trace) {
    if constexpr (token < end) {
      constexpr int next = item_end(token);
      if constexpr (is_stage(token)) {
        constexpr int leaf = Program::plan.first_leaf(token);
        trace.template stage_begin<token>(at.step);
        if constexpr (Program::access(leaf).is_crew) {
          using Leaf = typename LeafOf<typename Program::template TokenAt<leaf>>::type;
          CrewLeaf<Program, leaf, Leaf>::run(tile, SoloCrew{}, at);
        } else {
          run_stage<token, next>(tile, at);
        }
        trace.template stage_end<token>(at.step, rows_of<Program, leaf>(tile), 1);
      } else {
        constexpr int times = Program::info(token).times;
        for (int turn = 0; turn < times; ++turn)
          run<token + 1, Program::info(token).match>(tile, at.inside(turn, times), trace);
      }
      run_each<next, end>(tile, at, trace);
    }
  }

  template <int begin, int end>
  STARLING_FN static void run_stage(const Tile<Env>& tile, StepTurn at) {
    run_first<begin, begin, end>(tile, at);
    run_passes<begin, begin, end>(tile, at);
  }

  template <int stage, int token, int end>
  STARLING_FN static void run_first(const Tile<Env>& tile, StepTurn at) {
    if constexpr (token < end) {
      if constexpr (CpuStage<Program, stage>::runs_first(token)) {
        constexpr int stop = Program::template masked_run_end<token, end>();
        run_pass<stage, token, stop>(tile, at);
        run_first<stage, stop, end>(tile, at);
      } else {
        run_first<stage, Program::plan.item_end(token), end>(tile, at);
      }
    }
  }

  template <int stage, int token, int end>
  STARLING_FN static void run_passes(const Tile<Env>& tile, StepTurn at) {
    if constexpr (token < end) {
      using Stage = CpuStage<Program, stage>;
      constexpr int stop = Stage::template pass_end<token, end>();
      if constexpr (Program::is_masked_loop(token)) {
        constexpr int times = Program::info(token).times;
        for (int turn = 0; turn < times; ++turn)
          run_stage<token + 1, stop - 1>(tile, at.inside(turn, times));
      } else if constexpr (!Stage::runs_first(token)) {
        run_pass<stage, token, stop>(tile, at);
      }
      run_passes<stage, stop, end>(tile, at);
    }
  }

  template <int stage, int begin, int end>
  STARLING_FN static void run_pass(const Tile<Env>& tile, StepTurn at) {
    if constexpr (Program::access(Program::plan.first_leaf(begin)).world_space) {
      CpuPass<Program, stage, begin, end, -1>::run(tile, at);
    } else {
      run_tables<stage, begin, end, 1>(tile, at);
    }
  }

  template <int stage, int begin, int end, int table>
  STARLING_FN static void run_tables(const Tile<Env>& tile, StepTurn at) {
    if constexpr (table < Program::S::tables) {
      constexpr std::uint32_t tables = Program::access(Program::plan.first_leaf(begin)).tables;
      if constexpr ((tables >> table & 1U) != 0) {
        CpuPass<Program, stage, begin, end, table>::run(tile, at);
      }
      run_tables<stage, begin, end, table + 1>(tile, at);
    }
  }
};

}  // namespace starling::detail
