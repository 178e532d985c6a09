/// The entities of the world at hand: handles, lookups and commands.
#pragma once

#include "engine/row_context.hpp"

namespace starling::detail {

/// The slots of a table's entities in a world.
template <int table, class Env>
STARLING_FN SlotsSegment slots_segment(const Tile<Env>& tile, RowIndex world) {
  using S = Schema<Env>;
  constexpr int slots = S::template slots_table<table>;
  SlotsSegment segment;
  segment.first_slot = tile.template first_entity<table>();
  segment.slots = static_cast<std::uint32_t>(tile.template capacity<table>());
  if constexpr (slots >= 0) {
    segment.column = tile.template pointer<S::template column_in<Slot>(slots)>();
    segment.first_row = tile.template state_row<slots>(world, 0);
    segment.stride = tile.template row_stride<slots>();
  }
  return segment;
}

/// Those of the index-th archetype that has T and handles.
template <class Env, class T, std::size_t index>
STARLING_FN SlotsSegment slots_segment_with(const RowContext<Env>& context) {
  constexpr int table = table_with<Env, T>(index);
  if constexpr (table < 0) {
    return {};
  } else if constexpr (Schema<Env>::grows(table) && Schema<Env>::template slots_table<table> < 0) {
    return {};  // temporary: nobody has a handle
  } else {
    return slots_segment<table>(context.tile, context.world);
  }
}

template <class MaybeConstT, Layout layout, class Env>
STARLING_FN Lookup<MaybeConstT, layout> lookup_at(const RowContext<Env>& context) {
  using T = std::remove_const_t<MaybeConstT>;
  return [&]<std::size_t... indices>(std::index_sequence<indices...> sequence) {
    return Lookup<MaybeConstT, layout>{row_segments<Env, T>(context, sequence),
                                       {slots_segment_with<Env, T, indices>(context)...}};
  }
  (std::make_index_sequence<max_row_segments>{});
}

/// Where the rows of an archetype lie in the world at hand.
template <class EntityArchetype, class Env>
STARLING_FN typename Commands<EntityArchetype>::Target command_target(
    const RowContext<Env>& context) {
  using S = Schema<Env>;
  using Components = typename EntityArchetype::ComponentList;
  constexpr int table = index_in<typename S::Kinds, EntityArchetype>;
  constexpr int population = S::template population<table>;
  const Tile<Env>& tile = context.tile;
  typename Commands<EntityArchetype>::Target target;
  [&]<std::size_t... indices>(std::index_sequence<indices...>) {
    ((target.columns[indices] =
          tile.template pointer<S::template column_in<At<indices, Components>>(table)>()),
     ...);
  }
  (std::make_index_sequence<Components::size>{});
  target.orders = tile.template pointer<S::template column_in<SpawnOrder>(table)>();
  target.fates = tile.template pointer<S::template column_in<RowFate>(table)>();
  target.first_row = tile.template state_row<table>(context.world, 0);
  target.capacity = static_cast<std::uint32_t>(tile.template capacity<table>());
  target.table = static_cast<std::uint32_t>(table);
  target.rows = tile.template word<population>(context.world, 0);
  target.asked = tile.template word<population>(context.world, 4);
  target.doomed = tile.template word<population>(context.world, 8);
  if constexpr (S::template slots_table<table> >= 0)
    target.slots = slots_segment<table>(tile, context.world);
  return target;
}

}  // namespace starling::detail
