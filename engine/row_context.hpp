/// The row at hand: where it lies, and what of its world it can reach.
#pragma once

#include <array>
#include <type_traits>

#include "engine/system.hpp"
#include "engine/tile.hpp"

namespace starling::detail {

/// Which step of the launch, and which turn of the loops around, counted through.
struct StepTurn {
  std::int32_t step = 0;
  std::uint32_t turn = 0;

  STARLING_FN StepTurn inside(int loop_turn, int times) const {
    return {step, turn * static_cast<std::uint32_t>(times) + static_cast<std::uint32_t>(loop_turn)};
  }
};

/// The row at hand.
template <class Env_>
struct RowContext {
  using Env = Env_;

  const Tile<Env>& tile;
  RowIndex row = 0;              ///< In its table's state columns, within the tile.
  RowIndex world = 0;            ///< Within the tile.
  RowIndex index = 0;            ///< Of the row within its world.
  std::int32_t step = 0;         ///< Of the launch.
  RowIndex exported_worlds = 0;  ///< Tile::exported_worlds of the step.
  std::uint32_t turn = 0;        ///< Of the loops around, counted through.

  /// Every T of the row's world, where its columns lie; read only, or to be written too.
  template <class MaybeConstT>
  STARLING_FN Rows<MaybeConstT> rows() const;

  /// Whether a leaf may write to memory what goes there directly.
  STARLING_FN static constexpr bool writes_memory() { return true; }

  STARLING_FN LaunchStep launch_step() const {
    return {tile.launch.steps_begun + step, tile.launch.slots};
  }

  /// See Tile::final_row.
  template <int table>
  STARLING_FN RowIndex final_row(std::uint32_t ended) const {
    return tile.template final_row<table>(ended, world, index);
  }

  /// The random numbers of the system at a token.
  template <class Program, int token, int table, class Scope>
  STARLING_FN Random random(Scope& scope) const;
};

/// The index-th archetype that has T, or -1.
template <class Env, class T>
consteval int table_with(std::size_t index) {
  for (int table = 1; table < Schema<Env>::tables; ++table) {
    if (Schema<Env>::template column_in<T>(table) >= 0 && index-- == 0) return table;
  }
  return -1;
}

template <class Env, class T, std::size_t index>
STARLING_FN RowsSegment row_segment(const RowContext<Env>& context) {
  constexpr int table = table_with<Env, T>(index);
  if constexpr (table < 0) {
    return {};
  } else {
    const RowIndex rows = context.tile.template rows<table>(context.world);
    constexpr int column = Schema<Env>::template column_in<T>(table);
    constexpr bool is_last = table_with<Env, T>(index + 1) < 0;
    if constexpr (Tile<Env>::template exported<column>) {
      return {context.tile.template pointer<column>(),
              (context.exported_worlds + context.world) * rows,
              rows,
              1,
              Layout::Whole,
              is_last};
    } else {
      return {context.tile.template pointer<column>(),
              context.tile.template state_row<table>(context.world, 0),
              rows,
              context.tile.template row_stride<table>(),
              native_layout,
              is_last};
    }
  }
}

template <class Env, class T, std::size_t... indices>
STARLING_FN std::array<RowsSegment, max_row_segments> row_segments(
    const RowContext<Env>& context, std::index_sequence<indices...>) {
  static_assert(table_with<Env, T>(max_row_segments) < 0,
                "more archetypes share a component read through Rows than Rows can hold");
  return {row_segment<Env, T, indices>(context)...};
}

template <class Env>
template <class MaybeConstT>
STARLING_FN Rows<MaybeConstT> RowContext<Env>::rows() const {
  return {row_segments<Env, std::remove_const_t<MaybeConstT>>(
      *this, std::make_index_sequence<max_row_segments>{})};
}

}  // namespace starling::detail
