/// What the lanes of a group show each other: components that some system reads through Rows, in
/// shared memory, row by row with the worlds of a warp side by side, free of bank conflicts.
///
/// Components that a system reads together lie apart: as halves of 16 bytes they came with one load
/// in place of two, but the arena fell from 1,150 to 1,055 million world-steps/s at 4,096 worlds,
/// from 563 to 527 at 1,024, and with one step a launch from 1,098 to 1,012 at 65,536.
#pragma once

#include "engine/group_ahead.hpp"
#include "engine/group_cells.hpp"

namespace starling::detail {

template <class Program, class Deal>
struct Published {
  using S = typename Program::S;
  static constexpr int alignment = 16;

  /// Whether a column is the first that holds its component, of those published.
  template <int column>
  static consteval bool is_first() {
    using T = typename S::template Component<column>;
    for (int before = 0; before < column; ++before) {
      if (columns().has(before) && has_component<T>(before)) return false;
    }
    return columns().has(column);
  }

  /// Bytes from the start of a warp's share to T.
  template <class T>
  static consteval int offset() {
    return offset_of(first_column<T>(), std::make_index_sequence<std::size_t(S::columns)>{});
  }
  /// Bytes of a warp's share.
  static consteval int warp_bytes() {
    return offset_of(S::columns, std::make_index_sequence<std::size_t(S::columns)>{});
  }

 private:
  static consteval ColumnSet columns() { return GroupPlan<Program, Deal>::published(); }

  template <class T>
  static consteval bool has_component(int column) {
    for (int table = 1; table < S::tables; ++table) {
      if (S::template column_in<T>(table) == column) return true;
    }
    return false;
  }
  template <class T>
  static consteval int first_column() {
    int table = 1;
    while (S::template column_in<T>(table) < 0)
      ++table;
    return S::template column_in<T>(table);
  }
  static consteval int rounded_bytes(int component_bytes) {
    const int bytes = Deal::published_rows() * Deal::worlds_a_warp * component_bytes;
    return (bytes + alignment - 1) / alignment * alignment;
  }
  template <std::size_t... before>
  static consteval int offset_of(int column, std::index_sequence<before...>) {
    int bytes = 0;
    ((static_cast<int>(before) < column && is_first<static_cast<int>(before)>()
          ? bytes += rounded_bytes(
                static_cast<int>(sizeof(typename S::template Component<static_cast<int>(before)>)))
          : 0),
     ...);
    return bytes;
  }
};

/// The row at hand of a group's lane.
template <class Program, class Deal>
struct GroupContext : RowContext<typename Program::Env> {
  using Env = typename Program::Env;
  using Shared = Published<Program, Deal>;

  std::byte* shared = nullptr;  ///< The warp's share.
  RowIndex group = 0;           ///< Which of the warp's worlds.
  bool has_world = true;        ///< Else it repeats another group's, and stores nothing.
  std::uint64_t own_seed = 0;   ///< The launch's seed, where lanes have barriers.
  DrawnAhead<Program, Deal> ahead{};

  STARLING_FN bool writes_memory() const { return Deal::lanes == 1 || has_world; }

  /// What is read from the launch behind a barrier is read anew, and hashed anew: 50 instructions a
  /// step. A lane alone is better off without a copy: 272 instructions a step of CartPole, not 282.
  STARLING_FN std::uint64_t seed() const {
    return Deal::lanes > 1 ? own_seed : this->tile.launch.seed;
  }

  /// Every T of the group's world, as last published.
  template <class ConstT>
  STARLING_FN Rows<ConstT> rows() const {
    return make<std::remove_const_t<ConstT>>(std::make_index_sequence<max_row_segments>{});
  }

  /// Where T of a published row of the group's world lies.
  template <class T>
  STARLING_FN T* published(RowIndex row) const {
    return reinterpret_cast<T*>(shared + Shared::template offset<T>()) +
           (row * Deal::worlds_a_warp + group);
  }

  STARLING_FN LaunchStep launch_step() const {
    if constexpr (Deal::one_step) return {0, 1};
    return RowContext<Env>::launch_step();
  }

  template <int table>
  STARLING_FN RowIndex final_row(std::uint32_t ended) const {
    if constexpr (Deal::one_step)
      return (this->exported_worlds + this->world) * Deal::rows(table) + this->index;
    return RowContext<Env>::template final_row<table>(ended);
  }

  template <class, int token, int table, class Scope>
  STARLING_FN Random random(Scope& scope) const {
    const Clock& clock = scope.template get<Program::S::template column_in<Clock>(0)>();
    constexpr bool is_rare = Deal::lanes > 1 && Program::is_masked(token);
    Random random =
        random_at<Program, token>(*this, is_rare ? kernels::computed_late(seed()) : seed(), clock,
                                  slot_of<Env, table>(*this, scope));
    ahead.template hand_over<token>(clock, random);
    return random;
  }

 private:
  template <class T, std::size_t... indices>
  STARLING_FN Rows<const T> make(std::index_sequence<indices...>) const {
    return {{segment<T, indices>()...}};
  }

  /// Tables whose rows follow each other make one segment.
  template <class T, std::size_t index>
  STARLING_FN RowsSegment segment() const {
    constexpr auto at = segment_at<T>(static_cast<int>(index));
    if constexpr (at[1] == 0) {
      return {};
    } else {
      return {{shared + Shared::template offset<T>(), 0},
              at[0] * Deal::worlds_a_warp + group,
              at[1],
              Deal::worlds_a_warp};
    }
  }

  /// First published row and number of rows of a segment.
  template <class T>
  static consteval std::array<int, 2> segment_at(int index) {
    using S = typename Program::S;
    std::array<int, 2> at{};
    int segments = 0;
    for (int table = 1; table < S::tables; ++table) {
      if (S::template column_in<T>(table) < 0 || Deal::rows(table) == 0) continue;
      if (at[1] > 0 && at[0] + at[1] == Deal::published_row(table)) {
        at[1] += Deal::rows(table);
        continue;
      }
      if (at[1] > 0 && segments++ == index) return at;
      at = {Deal::published_row(table), Deal::rows(table)};
    }
    return segments == index ? at : std::array<int, 2>{};
  }
};

}  // namespace starling::detail
