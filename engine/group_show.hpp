/// A group shows its lanes what they read of each other: stores of cells to shared memory, and the
/// barriers around them.
///
/// Only CUDA files include this.
#pragma once

#include "engine/group_state.hpp"
#include "kernels/block_threads.hpp"

namespace starling::detail {

template <class Program, int lanes, bool one_step>
struct GroupShow : GroupState<Program, lanes, one_step> {
  using Base = GroupState<Program, lanes, one_step>;
  using S = typename Base::S;
  using Deal = typename Base::Deal;
  using Columns = typename Base::Columns;
  using Base::Base;
  using Base::context_;
  using Base::lane_;
  using Base::slots;
  using Base::slots_;
  using Base::sync_warp;
  using Base::world_;

  /// Lanes read what was published until the first barrier, and what is from the second on.
  template <int token>
  __device__ __forceinline__ void publish_before() {
    if constexpr (Columns::publishes(token, token + 1)) {
      sync_warp();
      publish<token>();
      sync_warp();
    }
  }

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
};

}  // namespace starling::detail
