/// The node EachPair: a system on every two rows of a world.
#pragma once

#include "engine/access.hpp"
#include "engine/leaf_identity.hpp"

namespace starling {

/// Calls the system once for every pair of rows of a world, in the archetypes that have all that it
/// takes: own row by `const T&` and `Entity`, the other by `Other<const T>`. The own row is the
/// lower one, archetypes in declaration order. The system writes nothing but Commands and Report;
/// what it spawns is ordered by own row, then other row, then call.
template <auto system>
struct EachPair {};

namespace detail {

template <auto system>
struct LeafTraits<EachPair<system>> : SystemTraits<system> {
  using Traits = SystemTraits<system>;
  static_assert(std::is_void_v<typename Traits::Result>, "a system returns nothing");
  static_assert(Traits::Others::size > 0,
                "EachPair calls a system that takes the other row: Other<const T>");
  static_assert(
      Traits::Writes::size == 0 && Traits::RemoteWrites::size == 0,
      "race: EachPair calls this system for several pairs of a row at the same time, and "
      "it writes a component; spawn an entity of a temporary archetype for what it finds");
  static_assert(!Traits::takes_team, "a thread calls a system on pairs alone, not a team");
  static constexpr bool once_a_world = false;
  static constexpr auto function = system;
};

template <auto system, class MaskList>
struct SystemName<LeafToken<EachPair<system>, MaskList>> {
  static constexpr std::string_view value = function_name<system>();
};

/// The columns of Ts in the tables of rows that make pairs; of Entity, those of handles.
template <class Env, class... Ts>
consteval ColumnSet columns_of_others(std::uint32_t tables, TypeList<Ts...>) {
  ColumnSet columns = columns_with<Env, Ts...>();
  for (int table = 0; table < Schema<Env>::tables; ++table) {
    if ((tables >> table & 1U) == 0) columns = columns - columns_of_table<Env>(table);
  }
  return columns;
}

/// The tables whose rows make pairs: they have all of Ts, and what the other row must have.
template <class Env, class... Ts, class... Others>
consteval std::uint32_t paired_tables(TypeList<Ts...>, TypeList<Others...>) {
  using S = Schema<Env>;
  std::uint32_t tables = 0;
  for (int table = 1; table < S::tables; ++table) {
    const bool is_own = ((S::template resolve<Ts>(table) >= 0) && ...);
    const bool is_other =
        ((std::is_same_v<Others, Entity> || S::template column_in<Others>(table) >= 0) && ...);
    if (is_own && is_other) tables |= 1U << table;
  }
  return tables;
}

template <class Env, auto system>
struct AccessOf<Env, EachPair<system>> {
  using Traits = LeafTraits<EachPair<system>>;

  static consteval LeafAccess compute() {
    LeafAccess access = access_on<Env, Traits>(
        paired_tables<Env>(typename Traits::Reads{}, typename Traits::Others{}));
    access.remote_read =
        access.remote_read | columns_of_others<Env>(access.tables, typename Traits::Others{});
    access.pairs_rows = true;
    return access;
  }
  static constexpr LeafAccess value = compute();
  static_assert(value.tables != 0,
                "unmatched component: no archetype has all that both rows of a pair need");
  static_assert(all_found_in_rows<Env>(typename Traits::Remote{}),
                "unmatched component: no archetype has the component that Rows or Lookup reads");
};

}  // namespace detail
}  // namespace starling
