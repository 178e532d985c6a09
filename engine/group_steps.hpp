/// All steps of a launch for the worlds of a warp, each stepped by a group of lanes with its rows
/// in registers; memory sees inputs, outputs and, at the end, the state.
///
/// Only CUDA files include this. A group never leaves its warp, so that its barriers cost next to
/// nothing, and rare, masked work is entered by a warp only where some lane needs it.
#pragma once

#include "engine/group_leaf.hpp"
#include "engine/trace.hpp"
#include "kernels/block_threads.hpp"

namespace starling::detail {

template <class Program, int lanes, bool one_step>
class GroupSteps : GroupLeaf<Program, lanes, one_step> {
  using Base = GroupLeaf<Program, lanes, one_step>;
  using Env = typename Base::Env;
  using S = typename Base::S;
  using Deal = typename Base::Deal;
  using Columns = typename Base::Columns;
  using Which = typename Base::Which;
  using Context = typename Base::Context;
  using Base::Base;
  using Base::context_;
  using Base::sync_warp;
  using Base::world_;

 public:
  /// One past the run of leaves at each token: what a trace calls a stage.
  static constexpr auto run_end() { return Columns::plan.run_end; }

  /// Shared memory that a warp takes.
  static constexpr int warp_bytes = Context::Shared::warp_bytes() + Base::Out::warp_bytes();

  /// Steps worlds [first, first + worlds a warp) of a tile through a launch. Lanes beyond the
  /// tile's last world repeat its first one and store nothing.
  template <class Trace>
  __device__ __forceinline__ static void run(const Tile<Env>& tile, RowIndex first,
                                             int lane_of_warp, std::byte* shared,
                                             const Trace& trace) {
    const RowIndex group = lane_of_warp / lanes;
    const bool has_world = first + group < tile.worlds;
    if (lanes == 1 && !has_world) return;  // nobody waits for it
    const RowIndex world = has_world ? first + group : first;
    Context context{{tile, world, world, 0, 0, tile.exported_worlds(0), 0}, shared, group};
    context.has_world = has_world;
    context.own_seed = tile.launch.seed;
    GroupSteps steps(context, lane_of_warp % lanes);
    steps.run_launch(trace);
  }

 private:
  template <class Trace>
  __device__ __forceinline__ void run_launch(const Trace& trace) {
    this->template transfer<Which::LoadState>();
    if constexpr (!Columns::Plan::published().empty()) {
      sync_warp();  // some lanes may still read what the worlds before published
      this->template publish<-1>();
      sync_warp();
    }
    const std::int32_t steps = one_step ? 1 : context_.tile.launch.steps;
    if constexpr (std::is_same_v<Trace, NoTrace>) {
      run_steps(steps);
    } else {
#pragma unroll 1
      while (context_.step < steps) {
        const std::int32_t recorded = trace.next_recorded(context_.step);
        run_steps(recorded < steps ? recorded : steps);
        if (context_.step < steps) {
          run_step(trace);
          ++context_.step;
        }
      }
    }
    this->template transfer<Which::StoreState>();
  }

  /// Steps until `end`, of which no stage is recorded: a loop like that of a launch without a
  /// trace. Where every step was asked whether it is recorded, CartPole lost 8%, where every stage
  /// was, 20%; so 2.5%.
  __device__ __forceinline__ void run_steps(std::int32_t end) {
#pragma unroll 1
    for (; context_.step < end; ++context_.step)
      run_step(NoTrace{});
  }

  template <class Trace>
  __device__ __forceinline__ void run_step(const Trace& trace) {
    draw_ahead();
    this->template transfer<Which::LoadExported>();
    walk<0, Program::size>(trace);
    this->template transfer<Which::StoreExported>();
    context_.exported_worlds += static_cast<RowIndex>(context_.tile.launch.worlds);
  }

  __device__ __forceinline__ void draw_ahead() {
    using Ahead = DrawnAhead<Program, Deal>;
    if constexpr (Ahead::leaves > 0) {
      if (context_.step % Ahead::period == 0)
        context_.ahead.draw(context_, world_.template get<S::template column_in<Clock>(0)>());
    }
  }

  // Program order.

  template <int token, int end, class Trace>
  __device__ __forceinline__ void walk(const Trace& trace) {
    if constexpr (token < end) {
      if constexpr (Program::is_leaf(token)) {
        constexpr int run_end = Columns::plan.run_end[static_cast<std::size_t>(token)];
        constexpr int stop = run_end < end ? run_end : end;
        trace.template stage_begin<token>(context_.step);
        if constexpr (Program::is_masked(token)) {
          run_masked<token, stop>();
        } else {
          run_leaves<token, stop, false>();
        }
        trace.template stage_end<token>(context_.step, worlds_of_warp() * rows_of(token),
                                        worlds_of_warp() * lanes_with_row(token));
        walk<stop, end>(trace);
      } else {
        constexpr int match = Program::info(token).match;
        constexpr int times = Program::info(token).times;
        const std::uint32_t turn = context_.turn;
#pragma unroll 1
        for (int inside = 0; inside < times; ++inside) {
          context_.turn = turn * times + static_cast<std::uint32_t>(inside);
          walk<token + 1, match>(trace);
        }
        context_.turn = turn;
        walk<match + 1, end>(trace);
      }
    }
  }

  /// Where the masks of a run mean the same for the whole world they are judged once, and where the
  /// run has barriers inside, the whole warp goes through it or around it.
  template <int begin, int end>
  __device__ __forceinline__ void run_masked() {
    if constexpr (!judges_worlds(begin, end)) {
      run_leaves<begin, end, true>();
    } else {
      const bool is_meant =
          this->template holds<begin, Program::first_table(begin)>(this->world_scope());
      if constexpr (!Columns::publishes(begin, end)) {
        if (is_meant) run_leaves<begin, end, false>();
      } else if (lanes == 1 ? is_meant : __any_sync(0xffffffffU, is_meant) != 0) {
        run_leaves_if<begin, end>(is_meant);
      }
    }
  }

  template <int token, int end, bool judged_by_row>
  __device__ __forceinline__ void run_leaves() {
    if constexpr (token < end) {
      this->template publish_before<token>();
      this->template run_leaf<token, judged_by_row>();
      run_leaves<token + 1, end, judged_by_row>();
    }
  }

  template <int token, int end>
  __device__ __forceinline__ void run_leaves_if(bool is_meant) {
    if constexpr (token < end) {
      this->template publish_before<token>();
      if (is_meant) this->template run_leaf<token, false>();
      run_leaves_if<token + 1, end>(is_meant);
    }
  }

  // Questions.

  /// Worlds that the warp steps, for its first lane.
  __device__ __forceinline__ RowIndex worlds_of_warp() const {
    const RowIndex left = context_.tile.worlds - context_.world;
    return left < Deal::worlds_a_warp ? left : Deal::worlds_a_warp;
  }
  static consteval RowIndex rows_of(int token) {
    return Program::rows_per_world(token);
  }
  static consteval RowIndex lanes_with_row(int token) {
    return rows_of(token) < lanes ? rows_of(token) : lanes;
  }

  /// Whether a run's masks mean one thing for the whole world.
  static consteval bool judges_worlds(int begin, int end) {
    bool singletons_alone = true;
    for (int token = begin; token < end; ++token) {
      const ColumnSet own = Program::access(token).mask_read - Program::singletons();
      singletons_alone = singletons_alone && own.empty();
    }
    bool has_dealt = false;
    for (int token = begin; token < end; ++token) {
      for (int table = 0; table < S::tables; ++table)
        has_dealt = has_dealt || (Base::has_table(token, table) && Deal::is_dealt(table));
    }
    return singletons_alone || (!has_dealt && Program::judges_alike(begin, end));
  }
};

/// Numbers of lanes that are tried for an environment.
using GroupSizes = std::integer_sequence<int, 1, 4, 8, 16>;

/// Most bytes of a row that a lane may hold: above, registers spill.
inline constexpr int most_held_bytes = 400;

/// Most slots: all rows of a lane are unrolled.
inline constexpr int most_slots = 8;

/// Whether groups of `lanes` threads can hold a program's rows. A lane alone is for environments
/// that have nothing but one-row archetypes.
template <class Program, int lanes>
consteval bool fits_group() {
  if constexpr (Program::can_be_dealt()) {
    using Dealt = Deal<typename Program::Env, lanes, false>;
    using Plan = GroupPlan<Program, Dealt>;
    if ((lanes == 1) != (Dealt::dealt_rows == 0) || Dealt::slots > most_slots) return false;
    return Plan::can_hold_reads() && Plan::held_bytes() <= most_held_bytes;
  } else {
    return false;
  }
}

}  // namespace starling::detail
