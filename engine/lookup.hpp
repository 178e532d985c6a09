/// Finding a component of another entity of the same world by its handle.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "engine/entity.hpp"
#include "engine/rows.hpp"

namespace starling {

namespace detail {

/// The slots of the entities of one archetype in one world.
struct SlotsSegment {
  std::uint32_t first_slot = 0;
  std::uint32_t slots = 0;
  ColumnPointer column;    ///< Of Slot; null where every row is its own slot, for ever.
  RowIndex first_row = 0;  ///< Of the world's slots in the column.
  RowIndex stride = 1;

  /// The row of an entity among those of its archetype in this world, or -1.
  template <Layout layout>
  STARLING_FN RowIndex find(Entity entity) const {
    const std::uint32_t slot = entity.slot - first_slot;  // huge where it lies before
    if (slot >= slots) return -1;
    if (column.base == nullptr) {
      return entity.generation == 0 ? static_cast<RowIndex>(slot) : RowIndex{-1};
    }
    const Slot found = load<Slot, layout>(column, first_row + static_cast<RowIndex>(slot) * stride);
    const bool lives = found.row != Slot::free && found.generation == entity.generation;
    return lives ? static_cast<RowIndex>(found.row) : RowIndex{-1};
  }
};

}  // namespace detail

/// Parameter of a system: the Ts of the world at hand by the handles of their entities.
///
/// `Lookup<const T>` reads. `Lookup<T>` writes too, in systems that are called once a world.
template <class MaybeConstT, Layout layout = native_layout>
class Lookup {
  using T = std::remove_const_t<MaybeConstT>;
  static constexpr bool writes = !std::is_const_v<MaybeConstT>;

 public:
  /// Whether the entity lives and has a T.
  STARLING_FN bool has(Entity entity) const { return locate<0>(entity).found; }

  /// The entity's T, or T{} where it has none: it was destroyed, or is of another archetype.
  STARLING_FN T get(Entity entity) const {
    T value{};
    find(entity, value);
    return value;
  }

  /// The same; returns whether there is one. `value` is left as it is where there is none.
  STARLING_FN bool find(Entity entity, T& value) const {
    const Located at = locate<0>(entity);
    if (at.found) value = load<T, layout>(at.column, at.row);
    return at.found;
  }

  /// Writes the entity's T; returns whether it has one.
  STARLING_FN bool set(Entity entity, const T& value) const requires writes {
    const Located at = locate<0>(entity);
    if (at.found) store<T, layout>(at.column, at.row, value);
    return at.found;
  }

  std::array<detail::RowsSegment, detail::max_row_segments> rows;    ///< Filled by the executor.
  std::array<detail::SlotsSegment, detail::max_row_segments> slots;  ///< Of the same archetypes.

 private:
  struct Located {
    bool found = false;
    detail::ColumnPointer column;
    RowIndex row = 0;
  };

  template <std::size_t index>
  STARLING_FN Located locate(Entity entity) const {
    if constexpr (index == detail::max_row_segments) {
      return {};
    } else {
      const RowIndex row = slots[index].template find<layout>(entity);
      if (row < 0 || row >= rows[index].rows) return locate<index + 1>(entity);
      return {true, rows[index].column, rows[index].first_row + row * rows[index].stride};
    }
  }
};

}  // namespace starling
