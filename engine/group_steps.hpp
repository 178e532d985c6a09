/// All steps of a launch for the worlds of a warp, each stepped by a group of lanes with its rows
/// in registers; memory sees inputs, outputs and, at the end, the state.
///
/// Only CUDA files include this. A group never leaves its warp, so that its barriers cost next to
/// nothing, and rare, masked work is entered by a warp only where some lane needs it.
#pragma once

#include "engine/group_published.hpp"
#include "engine/group_staging.hpp"

namespace starling::detail {

template <class Program, int lanes, bool one_step>
class GroupSteps {
  using Env = typename Program::Env;
  using S = typename Program::S;
  using Deal = detail::Deal<Env, lanes, one_step>;
  using Columns = GroupColumns<Program, Deal>;
  using Which = typename Columns::Which;
  using Context = GroupContext<Program, Deal>;
  using World = Cells<Env, IndicesOf<typename Columns::World>>;

  using Out = Staging<Program, Deal>;

  static constexpr int slots = Deal::slots;

 public:
  /// One past the run of leaves at each token: what a trace calls a stage.
  static constexpr auto run_end() { return Columns::plan.run_end; }

  /// Shared memory that a warp takes.
  static constexpr int warp_bytes = Context::Shared::warp_bytes() + Out::warp_bytes();

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
    GroupSteps steps{context, lane_of_warp % lanes, has_world};
    steps.run_launch(trace);
  }

 private:
  __device__ __forceinline__ GroupSteps(Context context, int lane, bool has_world)
      : context_(context), lane_(lane), has_world_(has_world) {}

  template <class Trace>
  __device__ __forceinline__ void run_launch(const Trace& trace) {
    transfer<Which::LoadState>();
    if constexpr (!Columns::Plan::published().empty()) {
      publish<-1>();
      sync_warp();
    }
#pragma unroll 1
    for (; context_.step < (one_step ? 1 : context_.tile.launch.steps); ++context_.step) {
      if constexpr (lanes == 1 && !std::is_same_v<Trace, NoTrace>) {
        // a short step in which no hook is met: with them it took an eighth longer
        if (!trace.records_stages(context_.step)) {
          run_step(NoTrace{});
          continue;
        }
      }
      run_step(trace);
    }
    transfer<Which::StoreState>();
  }

  template <class Trace>
  __device__ __forceinline__ void run_step(const Trace& trace) {
    draw_ahead();
    transfer<Which::LoadExported>();
    walk<0, Program::size>(trace);
    transfer<Which::StoreExported>();
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
      const bool is_meant = holds<begin, Program::first_table(begin)>(world_scope());
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
      publish_before<token>();
      run_leaf<token, judged_by_row>();
      run_leaves<token + 1, end, judged_by_row>();
    }
  }

  template <int token, int end>
  __device__ __forceinline__ void run_leaves_if(bool is_meant) {
    if constexpr (token < end) {
      publish_before<token>();
      if (is_meant) run_leaf<token, false>();
      run_leaves_if<token + 1, end>(is_meant);
    }
  }

  /// Lanes read what was published until the first barrier, and what is from the second on.
  template <int token>
  __device__ __forceinline__ void publish_before() {
    if constexpr (Columns::publishes(token, token + 1)) {
      sync_warp();
      publish<token>();
      sync_warp();
    }
  }

  template <int token, bool judged_by_row>
  __device__ __forceinline__ void run_leaf() {
    if constexpr (Program::is_hash(token)) {
      hash<token>();
    } else {
      run_on_world<token, judged_by_row, 0>();
      run_on_slots<token, judged_by_row, 0>();
      send_staged<token, 1>();
    }
  }

  // A leaf on the world's row, and on those of archetypes of one row: in every lane.

  template <int token, bool judged, int table>
  __device__ __forceinline__ void run_on_world() {
    if constexpr (table < S::tables) {
      if constexpr (has_table(token, table) && Deal::rows(table) == 1)
        run_on_world_table<token, judged, table>();
      run_on_world<token, judged, table + 1>();
    }
  }

  template <int token, bool judged, int table>
  __device__ __forceinline__ void run_on_world_table() {
    using Unheld = typename Columns::template Unheld<token, table>;
    constexpr bool in_memory = !Unheld::value().empty() && lanes > 1;
    const Pointers<Env, IndicesOf<Unheld>> place(context_.tile);
    Cells<Env, IndicesOf<Unheld>> unheld;
    Scope<World, decltype(unheld)> scope{world_, unheld};
    if constexpr (judged) {
      if (!holds<token, table>(scope)) return;
    }
    if constexpr (Columns::is_left_out(token, table)) return;
    clear_columns(unheld, IndicesOf<typename Columns::template ClearUnheld<token, table>>{});
    // all lanes load before one stores
    if constexpr (in_memory) sync_group();
    load_cells(context_, place, unheld,
               IndicesOf<typename Columns::template LoadUnheld<token, table>>{});
    if constexpr (in_memory) sync_group();
    RunLeaf<Program, token, LeafAt<token>>::template run<table>(context_, scope);
    if (stores() && lane_ == 0) {
      store_cells(context_, place, unheld,
                  IndicesOf<typename Columns::template StoreUnheld<token, table>>{});
      add_cells(context_, place, unheld,
                IndicesOf<typename Columns::template AddUnheld<token, table>>{});
    }
    if constexpr (in_memory) sync_group();
  }

  // A leaf on the rows that were dealt out.

  template <int token, bool judged, int slot>
  __device__ __forceinline__ void run_on_slots() {
    if constexpr (slot < slots) {
      run_on_slot<token, judged, slot>();
      run_on_slots<token, judged, slot + 1>();
    }
  }

  /// Where it makes no difference which archetype a lane's row is of, the lanes stay together;
  /// those without a row work on T{}, so that no branch keeps the slots of a lane apart.
  template <int token, bool judged, int slot>
  __device__ __forceinline__ void run_on_slot() {
    if constexpr (is_same_for_all_tables<token, slot>(judged)) {
      constexpr int table = first_table_of(slot);
      run_on_slot_table<token, judged, slot, table>();
    } else {
      run_on_each_table<token, judged, slot, 1>();
    }
  }

  template <int token, bool judged, int slot, int table>
  __device__ __forceinline__ void run_on_each_table() {
    if constexpr (table < S::tables) {
      if constexpr (has_table(token, table) && Deal::is_in_slot(table, slot)) {
        if (is_row_of<table, slot>()) run_on_slot_table<token, judged, slot, table>();
      }
      run_on_each_table<token, judged, slot, table + 1>();
    }
  }

  template <int token, bool judged, int slot, int table>
  __device__ __forceinline__ void run_on_slot_table() {
    using Unheld = typename Columns::template Unheld<token, table>;
    if constexpr (Columns::is_left_out(token, table)) return;
    const Context context = context_of<slot, table>();
    const Pointers<Env, IndicesOf<Unheld>> place(context.tile);
    Cells<Env, IndicesOf<Unheld>> unheld;
    auto& own = slots_.template at<slot>();
    SlotScope<Deal, World, std::remove_reference_t<decltype(own)>, decltype(unheld)> scope{
        world_, own, unheld};
    if constexpr (judged) {
      if (!holds<token, table>(scope)) return;
    }
    clear_columns(unheld, IndicesOf<typename Columns::template ClearUnheld<token, table>>{});
    load_cells(context, place, unheld,
               IndicesOf<typename Columns::template LoadUnheld<token, table>>{});
    RunLeaf<Program, token, LeafAt<token>>::template run<table>(context, scope);
    constexpr int staged = Out::template column_of<token, table>();
    if constexpr (staged >= 0) {
      Out::template put<staged>(staged_rows(), context.group * Deal::rows(table) + context.index,
                                unheld.template get<staged>());
    }
    if (stores()) {
      store_cells(context, place, unheld, IndicesOf<StoreInPlace<token, table>>{});
      add_cells(context, place, unheld,
                IndicesOf<typename Columns::template AddUnheld<token, table>>{});
    }
  }

  // Wide exports, by way of shared memory.

  template <int token, int table>
  struct StoreInPlace {
    static consteval ColumnSet value() {
      ColumnSet staged;
      if (Out::template column_of<token, table>() >= 0)
        staged.add(Out::template column_of<token, table>());
      return Columns::template StoreUnheld<token, table>::value() - staged;
    }
  };

  __device__ __forceinline__ std::byte* staged_rows() const {
    return context_.shared + Context::Shared::warp_bytes();
  }

  template <int token, int table>
  __device__ __forceinline__ void send_staged() {
    if constexpr (table < S::tables) {
      constexpr int column = Out::template column_of<token, table>();
      if constexpr (column >= 0) send_column<table, column>();
      send_staged<token, table + 1>();
    }
  }
  template <int table, int column>
  __device__ __forceinline__ void send_column() {
    using T = typename S::template Component<column>;
    const RowIndex first = has_world_ ? context_.world - context_.group : context_.world;
    const RowIndex left = context_.tile.worlds - first;
    const RowIndex worlds = left < Deal::worlds_a_warp ? left : Deal::worlds_a_warp;
    std::byte* to =
        context_.tile.template pointer<column>().base +
        static_cast<std::int64_t>((context_.exported_worlds + first) * Deal::rows(table)) *
            static_cast<std::int64_t>(sizeof(T));
    sync_warp();
    Out::template send<column>(staged_rows(), to, worlds * Deal::rows(table),
                               context_.group * lanes + lane_);
    sync_warp();
  }

  /// Hashes read memory, which is brought up to date for them.
  template <int token>
  __device__ __forceinline__ void hash() {
    transfer<Which::StoreState>();
    transfer<Which::StoreExported>();
    sync_warp();
    HashScope<World, S::template column_in<StateHash>(0)> scope{world_};
    RunLeaf<Program, token, HashWorlds>::template run<0>(context_, scope);
    sync_warp();
  }

  // Between registers and memory.

  template <Which which>
  __device__ __forceinline__ void transfer() {
    transfer_world<which>();
    transfer_slots<which, 0, 1>();
  }

  template <Which which>
  __device__ __forceinline__ void transfer_world() {
    using Moved = typename Columns::template Held<which, -1, 0>;
    const Pointers<Env, IndicesOf<Moved>> place(context_.tile);
    if constexpr (which == Which::LoadState || which == Which::LoadExported) {
      load_cells(context_, place, world_, IndicesOf<Moved>{});
    } else {
      if (stores() && lane_ == 0) store_cells(context_, place, world_, IndicesOf<Moved>{});
    }
  }

  template <Which which, int slot, int table>
  __device__ __forceinline__ void transfer_slots() {
    if constexpr (slot < slots) {
      using Moved = typename Columns::template Held<which, slot, table>;
      if constexpr (!Moved::value().empty()) {
        if (is_row_of<table, slot>()) transfer_slot<which, slot, table>();
      }
      constexpr bool last = table + 1 >= S::tables;
      transfer_slots<which, last ? slot + 1 : slot, last ? 1 : table + 1>();
    }
  }

  template <Which which, int slot, int table>
  __device__ __forceinline__ void transfer_slot() {
    using Indices = IndicesOf<typename Columns::template Held<which, slot, table>>;
    const Context context = context_of<slot, table>();
    const Pointers<Env, Indices> place(context.tile);
    SharedCells<slot> cells{slots_.template at<slot>()};
    if constexpr (which == Which::LoadState || which == Which::LoadExported) {
      load_cells(context, place, cells, Indices{});
    } else {
      if (stores()) store_cells(context, place, cells, Indices{});
    }
  }

  /// Columns of a leaf that are not held and start from T{}.
  template <class UnheldCells, int... columns>
  __device__ __forceinline__ void clear_columns(UnheldCells& unheld,
                                                std::integer_sequence<int, columns...>) {
    ((unheld.template get<columns>() = typename S::template Component<columns>{}), ...);
  }

  template <class Place, class UnheldCells, int... columns>
  __device__ __forceinline__ void add_cells(const Context& context, const Place& place,
                                            UnheldCells& unheld,
                                            std::integer_sequence<int, columns...>) {
    (add_cell<columns>(context, place, unheld.template get<columns>()), ...);
  }
  template <int column, class Place, class T>
  __device__ __forceinline__ void add_cell(const Context& context, const Place& place,
                                           const T& sums) {
    AddScalars add{place.template at<column>().base +
                   row_in<Env, column>(context) * static_cast<std::ptrdiff_t>(sizeof(T))};
    for_each_scalar(sums, add);
  }

  /// Cells of a slot by column, where archetypes share them.
  template <int slot>
  struct SharedCells {
    decltype(SlotCells<Columns, Env, slot>::cells)& cells;
    template <int column>
    __device__ __forceinline__ auto& get() {
      return cells.template get<Deal::cell_of(column)>();
    }
  };

  // Publishing.

  template <int token>
  __device__ __forceinline__ void publish() {
    publish_slots<token, 0>();
    publish_world<token, 1>();
  }

  template <int token, int slot>
  __device__ __forceinline__ void publish_slots() {
    if constexpr (slot < slots) {
      publish_columns(slots_.template at<slot>(), slot * lanes + lane_,
                      IndicesOf<typename Columns::template PublishedInSlot<token, slot>>{});
      publish_slots<token, slot + 1>();
    }
  }

  template <int token, int table>
  __device__ __forceinline__ void publish_world() {
    if constexpr (table < S::tables) {
      if constexpr (Deal::rows(table) == 1) {
        publish_columns(world_, Deal::published_row(table),
                        IndicesOf<typename Columns::template Published<token, table>>{});
      }
      publish_world<token, table + 1>();
    }
  }

  template <class CellsOf, int... columns>
  __device__ __forceinline__ void publish_columns(CellsOf& cells, RowIndex row,
                                                  std::integer_sequence<int, columns...>) {
    (store<typename S::template Component<columns>, Layout::Whole>(
         {reinterpret_cast<std::byte*>(
              context_.template published<typename S::template Component<columns>>(row)),
          0},
         0, cells.template get<columns>()),
     ...);
  }

  // Questions.

  __device__ __forceinline__ bool stores() const {
    return lanes == 1 || has_world_;
  }

  template <int token>
  using LeafAt = typename LeafOf<typename Program::template TokenAt<token>>::type;

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

  static consteval bool has_table(int token, int table) {
    return (Program::access(token).tables >> table & 1U) != 0;
  }

  static consteval int first_table_of(int slot) {
    int table = 1;
    while (!Deal::is_in_slot(table, slot))
      ++table;
    return table;
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
        has_dealt = has_dealt || (has_table(token, table) && Deal::is_dealt(table));
    }
    return singletons_alone || (!has_dealt && Program::judges_alike(begin, end));
  }

  template <int token, int slot>
  static consteval bool is_same_for_all_tables(bool judged) {
    if (judged || !Columns::template Unheld<token, first_table_of(slot)>::value().empty())
      return false;
    for (int table = 1; table < S::tables; ++table) {
      if (Deal::is_in_slot(table, slot) && !has_table(token, table)) return false;
    }
    return treats_tables_alike<LeafAt<token>>;
  }

  template <int table, int slot>
  __device__ __forceinline__ bool is_row_of() const {
    if constexpr (Deal::fills_slot(table, slot)) {
      return true;
    } else {
      const int row = slot * lanes + lane_ - Deal::first_row(table);
      return row >= 0 && row < Deal::rows(table);
    }
  }

  template <int slot, int table>
  __device__ __forceinline__ Context context_of() const {
    Context context = context_;
    context.index = slot * lanes + lane_ - Deal::first_row(table);
    context.row = context.tile.template state_row<table>(context.world, context.index);
    return context;
  }

  template <int token, int table, class ScopeOf>
  __device__ __forceinline__ bool holds(const ScopeOf& scope) {
    using Token = typename Program::template TokenAt<token>;
    return masks_hold<Env, table>(context_, scope, typename MasksOf<Token>::type{});
  }
  __device__ __forceinline__ auto world_scope() {
    return Scope<World, World>{world_, world_};
  }

  /// Lanes that hold a world each have nothing to wait for, and some have left.
  __device__ __forceinline__ static void sync_warp() {
    if constexpr (lanes > 1) __syncwarp();
  }

  __device__ __forceinline__ void sync_group() const {
    constexpr unsigned of_lanes = lanes == 32 ? 0xffffffffU : (1U << (lanes % 32)) - 1U;
    __syncwarp(of_lanes << (context_.group * lanes));
  }

  Context context_;
  int lane_;
  bool has_world_;
  World world_;
  AllSlots<Columns, Env, std::make_integer_sequence<int, slots>> slots_{};
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
  using Dealt = Deal<typename Program::Env, lanes, false>;
  using Plan = GroupPlan<Program, Dealt>;
  if ((lanes == 1) != (Dealt::dealt_rows == 0) || Dealt::slots > most_slots) return false;
  return Plan::can_hold_reads() && Plan::held_bytes() <= most_held_bytes;
}

}  // namespace starling::detail
