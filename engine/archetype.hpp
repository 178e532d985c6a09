/// How an environment lists what its entities are made of.
#pragma once

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

/// An archetype of which every world has exactly `rows_` entities; a bare archetype has one.
template <class EntityArchetype, int rows_>
struct PerWorld {
  static_assert(rows_ >= 0, "an archetype cannot have a negative number of rows a world");
};

namespace detail {

/// Archetype and rows a world of one entry of an environment's Archetypes.
template <class Entry>
struct ArchetypeEntry {
  using Kind = Entry;
  static constexpr int rows = 1;
};

template <class EntityArchetype, int rows_>
struct ArchetypeEntry<PerWorld<EntityArchetype, rows_>> {
  using Kind = EntityArchetype;
  static constexpr int rows = rows_;
};

}  // namespace detail
}  // namespace starling
