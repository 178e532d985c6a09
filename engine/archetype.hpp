/// How an environment lists what its entities are made of.
#pragma once

#include <type_traits>

#include "engine/component.hpp"
#include "engine/type_list.hpp"

namespace starling {

/// The components that an entity has. Derive a named struct from it:
/// `struct Balancer : Archetype<Cart, Pole, Observation> {};`
template <class... Components>
struct Archetype {
  static_assert((detail::check_component<Components>() && ...));
  static_assert(detail::all_different(TypeList<Components...>{}),
                "duplicate component: an archetype lists the same component twice");
  using ComponentList = TypeList<Components...>;
};

/// The components that a world itself has, one row a world.
template <class... Components>
struct Singletons {
  static_assert((detail::check_component<Components>() && ...));
  static_assert(detail::all_different(TypeList<Components...>{}),
                "duplicate component: a world lists the same singleton twice");
  using ComponentList = TypeList<Components...>;
};

/// An archetype of which every world has exactly `rows_` entities: a number, or a member of the
/// environment's Rules (`&Rules::hawks`), which every run sets. A bare archetype has one.
template <class EntityArchetype, auto rows_>
struct PerWorld {};

/// An archetype of which a world has as many entities as were spawned and not destroyed, up to
/// `capacity_`: a number, or a member of the environment's Rules.
template <class EntityArchetype, auto capacity_>
struct UpTo {};

/// The same for one step: every step starts without any. Candidates, contacts, events. Its rows
/// have no handles.
template <class EntityArchetype, auto capacity_>
struct Temporary {};

namespace detail {

/// Stands for a number of rows that is known only when a run is set up.
inline constexpr int set_by_run = -1;

template <auto rows>
inline constexpr bool is_row_count = std::is_integral_v<decltype(rows)>;

/// Rows a world where a number says so, else set_by_run.
template <auto rows>
consteval int rows_or_set_by_run() {
  if constexpr (is_row_count<rows>) {
    static_assert(rows >= 0, "an archetype cannot have a negative number of rows a world");
    return static_cast<int>(rows);
  } else {
    static_assert(std::is_member_object_pointer_v<decltype(rows)>,
                  "rows a world are a number or a member of the environment's Rules");
    return set_by_run;
  }
}

/// Archetype and rows a world of one entry of an environment's Archetypes.
template <class Entry>
struct ArchetypeEntry {
  using Kind = Entry;
  static constexpr int rows = 1;
  static constexpr auto rows_source = 1;
  static constexpr bool grows = false;
  static constexpr bool has_handles = false;
};

template <class EntityArchetype, auto rows_>
struct ArchetypeEntry<PerWorld<EntityArchetype, rows_>> {
  using Kind = EntityArchetype;
  static constexpr int rows = rows_or_set_by_run<rows_>();
  static constexpr auto rows_source = rows_;
  static constexpr bool grows = false;
  static constexpr bool has_handles = false;
};

template <class EntityArchetype, auto capacity_>
struct ArchetypeEntry<Temporary<EntityArchetype, capacity_>>
    : ArchetypeEntry<PerWorld<EntityArchetype, capacity_>> {
  static constexpr bool grows = true;
};

template <class EntityArchetype, auto capacity_>
struct ArchetypeEntry<UpTo<EntityArchetype, capacity_>>
    : ArchetypeEntry<PerWorld<EntityArchetype, capacity_>> {
  static constexpr bool grows = true;
  static constexpr bool has_handles = true;
};

}  // namespace detail
}  // namespace starling
