/// What systems may not do with data that is not theirs, as claims about their signatures.
#pragma once

#include "engine/entity.hpp"
#include "engine/set_up.hpp"
#include "engine/type_list.hpp"

namespace starling::detail {

/// Whether T says which rows a table has, and whose handles: what the engine alone writes.
template <class T>
inline constexpr bool is_roster = false;
template <>
inline constexpr bool is_roster<Entity> = true;
template <>
inline constexpr bool is_roster<Slot> = true;
template <>
inline constexpr bool is_roster<SpawnOrder> = true;
template <>
inline constexpr bool is_roster<RowFate> = true;
template <class EntityArchetype>
inline constexpr bool is_roster<Population<EntityArchetype>> = true;

template <class... Ts>
consteval bool keep_the_roster(TypeList<Ts...>) {
  return (is_roster<Ts> || ...);
}

/// Whether an environment lists all of these among what its worlds share.
template <class Env, class... Ts>
consteval bool all_shared(TypeList<Ts...>) {
  return ((shared_index<Env, Ts> >= 0) && ...);
}

}  // namespace starling::detail
