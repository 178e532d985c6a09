/// Runs a leaf of a graph on the rows of a group: on the world's row in every lane, on dealt rows
/// in the lanes that have them.
///
/// Only CUDA files include this.
#pragma once

#include "engine/group_show.hpp"
#include "engine/group_staging.hpp"
#include "kernels/block_threads.hpp"

namespace starling::detail {

template <class Program, int lanes, bool one_step>
struct GroupLeaf : GroupShow<Program, lanes, one_step> {
  using Base = GroupShow<Program, lanes, one_step>;
  using Env = typename Base::Env;
  using S = typename Base::S;
  using Deal = typename Base::Deal;
  using Columns = typename Base::Columns;
  using Which = typename Base::Which;
  using Context = typename Base::Context;
  using World = typename Base::World;
  using Out = Staging<Program, Deal>;
  using Base::Base;
  using Base::context_;
  using Base::lane_;
  using Base::slots;
  using Base::slots_;
  using Base::sync_warp;
  using Base::world_;

  template <int token>
  using LeafAt = typename LeafOf<typename Program::template TokenAt<token>>::type;

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
    if constexpr (in_memory) this->sync_group();
    load_cells(context_, place, unheld,
               IndicesOf<typename Columns::template LoadUnheld<token, table>>{});
    if constexpr (in_memory) this->sync_group();
    RunLeaf<Program, token, LeafAt<token>>::template run<table>(context_, scope);
    if (this->stores_world()) {
      store_cells(context_, place, unheld,
                  IndicesOf<typename Columns::template StoreUnheld<token, table>>{});
      add_cells(context_, place, unheld,
                IndicesOf<typename Columns::template AddUnheld<token, table>>{});
    }
    if constexpr (in_memory) this->sync_group();
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
        if (this->template is_row_of<table, slot>())
          run_on_slot_table<token, judged, slot, table>();
      }
      run_on_each_table<token, judged, slot, table + 1>();
    }
  }

  template <int token, bool judged, int slot, int table>
  __device__ __forceinline__ void run_on_slot_table() {
    using Unheld = typename Columns::template Unheld<token, table>;
    if constexpr (Columns::is_left_out(token, table)) return;
    const Context context = this->template context_of<slot, table>();
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
    if (context.writes_memory()) {
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

  /// What a Clear leaves to the next leaf is not sent: sent, it wrote each observation twice, and
  /// the arena made 912 million world-steps/s at 4,096 worlds in place of 1,126.
  template <int token, int table>
  __device__ __forceinline__ void send_staged() {
    if constexpr (table < S::tables) {
      constexpr int column = Out::template column_of<token, table>();
      if constexpr (column >= 0 && !Columns::is_left_out(token, table))
        send_column<table, column>();
      send_staged<token, table + 1>();
    }
  }
  template <int table, int column>
  __device__ __forceinline__ void send_column() {
    using T = typename S::template Component<column>;
    const RowIndex first =
        context_.writes_memory() ? context_.world - context_.group : context_.world;
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
    this->template transfer<Which::StoreState>();
    this->template transfer<Which::StoreExported>();
    sync_warp();
    HashScope<World, S::template column_in<StateHash>(0)> scope{world_};
    RunLeaf<Program, token, HashWorlds>::template run<0>(context_, scope);
    sync_warp();
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

  // Questions.

  static consteval bool has_table(int token, int table) {
    return (Program::access(token).tables >> table & 1U) != 0;
  }

  static consteval int first_table_of(int slot) {
    int table = 1;
    while (!Deal::is_in_slot(table, slot))
      ++table;
    return table;
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

  template <int token, int table, class ScopeOf>
  __device__ __forceinline__ bool holds(const ScopeOf& scope) {
    using Token = typename Program::template TokenAt<token>;
    return masks_hold<Env, table>(context_, scope, typename MasksOf<Token>::type{});
  }
  __device__ __forceinline__ auto world_scope() { return Scope<World, World>{world_, world_}; }
};

}  // namespace starling::detail
