/// Spawning and destroying entities from a system; all of it takes effect at the next Commit.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "engine/archetype.hpp"
#include "engine/column_memory.hpp"
#include "engine/entity.hpp"
#include "engine/lookup.hpp"
#include "engine/type_list.hpp"
#include "kernels/check.hpp"

namespace starling {

namespace detail {

/// Where the rows of one archetype lie in one world.
template <std::size_t components>
struct CommandTarget {
  std::array<ColumnPointer, components> columns;
  ColumnPointer orders;
  ColumnPointer fates;
  RowIndex first_row = 0;  ///< Of the world in all of these.
  std::uint32_t capacity = 0;
  std::uint32_t table = 0;
  std::uint32_t* rows = nullptr;    ///< Population::rows
  std::uint32_t* asked = nullptr;   ///< Population::asked
  std::uint32_t* doomed = nullptr;  ///< Population::doomed
  SlotsSegment slots;
};

}  // namespace detail

/// Parameter of a system: spawns and destroys entities of one archetype in the world at hand.
///
/// Spawned rows wait behind the living until the next Commit, and so need room beside all that live
/// now, the destroyed included. More than the archetype has room for set the world's error word;
/// none of those that wait for the same Commit are then made, and their handles become Entity{}.
///
/// One call of a system makes at most 65,536 calls of spawn and spawn_rows for an archetype.
template <class EntityArchetype, Layout layout = native_layout>
class Commands {
  using Components = typename EntityArchetype::ComponentList;

 public:
  using Target = detail::CommandTarget<Components::size>;

  STARLING_FN Commands(const Target& target, std::uint64_t order)
      : target_(target), order_(order) {}

  /// Spawns an entity with these components; those not given are T{}. The handle may be stored in
  /// components, and names the entity from the next Commit on.
  template <class... Ts>
  STARLING_FN Entity spawn(const Ts&... components) {
    return spawn_rows(1, components...);
  }

  /// Spawns `count` entities alike; the handle is that of the first, or of none where `count` is 0.
  template <class... Ts>
  STARLING_FN Entity spawn_rows(std::uint32_t count, const Ts&... components) {
    static_assert((detail::contains<Components, Ts> && ...),
                  "a spawn gives a component that the archetype does not have");
    if (count == 0) return {};
    count = countable(count);
    const std::uint32_t place = kernels::atomic_take(target_.asked, count);
    const std::uint32_t first = *target_.rows + place;
    for (std::uint32_t turn = 0; turn < count && first + turn < target_.capacity; ++turn) {
      const RowIndex row = target_.first_row + static_cast<RowIndex>(first + turn);
      store<detail::SpawnOrder, layout>(target_.orders, row, {order_});
      write(row, Components{}, components...);
    }
    return {place, detail::pending_generation + target_.table};
  }

  /// Destroys an entity, which lives on until the next Commit. What is not alive, or of another
  /// archetype, is left alone; twice is once.
  STARLING_FN void destroy(Entity entity) {
    STARLING_ASSERT(target_.slots.column.base != nullptr,
                    "a temporary archetype has no handles: its rows end with the step");
    const RowIndex row = target_.slots.template find<layout>(entity);
    if (row < 0) return;
    store<detail::RowFate, layout>(target_.fates, target_.first_row + row,
                                   {detail::RowFate::doomed});
    kernels::atomic_max(target_.doomed, 1U);
  }

  /// Destroys all that live now; what was or is spawned before the next Commit stays.
  STARLING_FN void destroy_all() { kernels::atomic_max(target_.doomed, 2U); }

 private:
  /// Far more than there is room for counts as a million, so that no sum of them wraps round to
  /// what there is room for.
  STARLING_FN std::uint32_t countable(std::uint32_t count) const {
    constexpr std::uint32_t million = 1U << 20;
    const std::uint32_t most = target_.capacity < million ? million : target_.capacity + 1;
    return count < most ? count : most;
  }

  template <class... All, class... Ts>
  STARLING_FN void write(RowIndex row, TypeList<All...>, const Ts&... given) {
    (write_one<All>(row, given...), ...);
  }
  template <class T, class... Ts>
  STARLING_FN void write_one(RowIndex row, const Ts&... given) {
    T value{};
    (take(value, given), ...);
    store<T, layout>(target_.columns[detail::index_in<Components, T>], row, value);
  }
  template <class T>
  STARLING_FN static void take(T& value, const T& given) {
    value = given;
  }
  template <class T, class Other>
  STARLING_FN static void take(T&, const Other&) {}

  Target target_;
  std::uint64_t order_;
};

}  // namespace starling
