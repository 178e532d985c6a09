/// The registers of a group's lane, and how they are filled from memory and stored.
///
/// Only CUDA files include this.
#pragma once

#include "engine/group_published.hpp"
#include "kernels/block_threads.hpp"

namespace starling::detail {

template <class Program, int lanes, bool one_step>
struct GroupState {
  using Env = typename Program::Env;
  using S = typename Program::S;
  using Deal = detail::Deal<Env, lanes, one_step>;
  using Columns = GroupColumns<Program, Deal>;
  using Which = typename Columns::Which;
  using Context = GroupContext<Program, Deal>;
  using World = Cells<Env, IndicesOf<typename Columns::World>>;

  static constexpr int slots = Deal::slots;

  Context context_;
  int lane_;  ///< Within the group.
  World world_;
  AllSlots<Columns, Env, std::make_integer_sequence<int, slots>> slots_{};

  __device__ __forceinline__ GroupState(Context context, int lane)
      : context_(context), lane_(lane) {}

  /// One lane of a group stores what all have.
  __device__ __forceinline__ bool stores_world() const {
    return context_.writes_memory() && (lanes == 1 || lane_ == 0);
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

  /// Lanes that hold a world each have nothing to wait for, and some have left.
  __device__ __forceinline__ static void sync_warp() {
    if constexpr (lanes > 1) __syncwarp();
  }

  __device__ __forceinline__ void sync_group() const {
    constexpr unsigned of_lanes = lanes == 32 ? 0xffffffffU : (1U << (lanes % 32)) - 1U;
    __syncwarp(of_lanes << (context_.group * lanes));
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
      if (stores_world()) store_cells(context_, place, world_, IndicesOf<Moved>{});
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
      if (context.writes_memory()) store_cells(context, place, cells, Indices{});
    }
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
};

}  // namespace starling::detail
