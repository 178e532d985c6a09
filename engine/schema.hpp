/// The tables and columns of an environment, at compile time.
///
/// Table 0 is the world's own, one row a world; then the archetypes in declaration order. A column
/// is one component of one table; columns are numbered through all tables.
#pragma once

#include <type_traits>

#include "engine/archetype.hpp"
#include "engine/column_set.hpp"
#include "engine/entity.hpp"
#include "engine/graph.hpp"
#include "engine/system.hpp"
#include "engine/type_list.hpp"
#include "engine/vocabulary.hpp"

namespace starling::detail {

template <int table_, class Component_>
struct Column {
  static constexpr int table = table_;
  using Component = Component_;
};

template <class Env>
struct DeclaredSingletons {
  template <class E>
  static auto list(int) -> typename E::World::ComponentList;
  template <class E>
  static auto list(long) -> TypeList<>;
  using type = decltype(list<Env>(0));
};

template <class Env>
struct DeclaredInputs {
  template <class E>
  static auto list(int) -> typename E::Inputs;
  template <class E>
  static auto list(long) -> TypeList<>;
  using type = decltype(list<Env>(0));
};

template <class Token>
struct TokenWrites {
  using type = TypeList<>;
};

template <class Leaf, class MaskList>
struct TokenWrites<LeafToken<Leaf, MaskList>> {
  using type = Concat<typename LeafTraits<Leaf>::Writes, typename LeafTraits<Leaf>::RemoteWrites>;
};

template <class Tokens>
struct AllWrites;

template <class... Tokens>
struct AllWrites<TypeList<Tokens...>> {
  using type = Concat<typename TokenWrites<Tokens>::type...>;
};

/// The components of a table, with those that the engine adds where a step writes them: the final
/// observation beside the observation, return and tally beside the reward. Rows that come and go
/// have none of these.
template <class Declared, class Written>
struct Augmented;

template <class... Declared, class Written>
struct Augmented<TypeList<Declared...>, Written> {
  using List = TypeList<Declared...>;
  template <class T, class Beside>
  using Added =
      std::conditional_t<contains<Written, T> && contains<List, Beside>, TypeList<T>, TypeList<>>;
  using type = Concat<List, Added<Final<Declared>, Declared>..., Added<Return, Reward>,
                      Added<Tally, Reward>>;
};

template <class T, class Written>
using OnlyIfWritten = std::conditional_t<contains<Written, T>, TypeList<T>, TypeList<>>;

/// What an entry of Archetypes adds to the world's singletons, and to the entry's own components.
template <class Entry>
struct EntryColumns {
  using Kind = typename ArchetypeEntry<Entry>::Kind;
  static constexpr bool grows = ArchetypeEntry<Entry>::grows;
  static constexpr bool has_handles = ArchetypeEntry<Entry>::has_handles;

  using Singletons = std::conditional_t<grows, TypeList<Population<Kind>>, TypeList<>>;
  using Own = Concat<std::conditional_t<has_handles, TypeList<Entity>, TypeList<>>,
                     std::conditional_t<grows, TypeList<SpawnOrder, RowFate>, TypeList<>>>;
  using Slots =
      std::conditional_t<has_handles,
                         TypeList<PerWorld<SlotsOf<Kind>, ArchetypeEntry<Entry>::rows_source>>,
                         TypeList<>>;
};

/// The entries that an environment declares, and those of the slots of their entities.
template <class Declared>
struct AllEntries;

template <class... Entries>
struct AllEntries<TypeList<Entries...>> {
  using type = Concat<TypeList<Entries...>, typename EntryColumns<Entries>::Slots...>;
};

template <int table, class Components>
struct ColumnsOf;

template <int table, class... Components>
struct ColumnsOf<table, TypeList<Components...>> {
  using type = TypeList<Column<table, Components>...>;
};

template <class Env, class Archetypes, class Indices>
struct SchemaOf;

template <class Env, class... Entries, std::size_t... indices>
struct SchemaOf<Env, TypeList<Entries...>, std::index_sequence<indices...>> {
  using Written = typename AllWrites<Flatten<typename Env::Step>>::type;
  using WorldComponents =
      typename Augmented<Union<typename DeclaredSingletons<Env>::type,
                               Concat<TypeList<Clock, ErrorWord, StateHash, ResetRequest>,
                                      OnlyIfWritten<EpisodesEnded, Written>,
                                      std::conditional_t<(EntryColumns<Entries>::grows || ...),
                                                         TypeList<ErrorDetail>, TypeList<>>,
                                      typename EntryColumns<Entries>::Singletons...>>,
                         Written>::type;
  using Tables =
      TypeList<WorldComponents,
               Concat<typename Augmented<typename ArchetypeEntry<Entries>::Kind::ComponentList,
                                         std::conditional_t<EntryColumns<Entries>::grows,
                                                            TypeList<>, Written>>::type,
                      typename EntryColumns<Entries>::Own>...>;
  static_assert(
      ((!EntryColumns<Entries>::grows ||
        disjoint<Concat<typename DeclaredInputs<Env>::type, typename Env::Outputs>,
                 typename ArchetypeEntry<Entries>::Kind::ComponentList>)&&...),
      "an Input or Output is part of an archetype that grows: tensors have a fixed number "
      "of rows; copy it to or from a component of a PerWorld archetype, or a singleton");
  static_assert((disjoint<WorldComponents, typename ArchetypeEntry<Entries>::Kind::ComponentList> &&
                 ...),
                "a component is a singleton of the world and part of an archetype too: a system's "
                "parameter would mean both; give one of them another type");
  using Kinds = TypeList<void, typename ArchetypeEntry<Entries>::Kind...>;
  static_assert(all_different(Kinds{}), "an environment lists the same archetype twice");
  using AllEntries = TypeList<Entries...>;

  static constexpr int tables = 1 + static_cast<int>(sizeof...(Entries));
  static_assert(tables <= max_tables, "an environment has too many archetypes");

  /// Rows of a table in every world, or the most where it grows; set_by_run where a run decides.
  static constexpr std::array<int, max_tables> rows_per_world = {1,
                                                                 ArchetypeEntry<Entries>::rows...};
  static constexpr std::array<bool, max_tables> table_grows = {false,
                                                               ArchetypeEntry<Entries>::grows...};

  using Columns =
      Concat<typename ColumnsOf<0, WorldComponents>::type,
             typename ColumnsOf<static_cast<int>(indices) + 1, At<indices + 1, Tables>>::type...>;
  static constexpr int columns = static_cast<int>(Columns::size);
  static_assert(columns <= max_columns, "an environment has too many columns");
};

/// Everything the engine knows of an environment's data before it runs.
template <class Env>
struct Schema
    : SchemaOf<Env, typename AllEntries<typename Env::Archetypes>::type,
               std::make_index_sequence<AllEntries<typename Env::Archetypes>::type::size>> {
  using Inputs = typename DeclaredInputs<Env>::type;
  using Outputs = typename Env::Outputs;

  template <int column>
  using ColumnAt = At<static_cast<std::size_t>(column), typename Schema::Columns>;
  template <int column>
  using Component = typename ColumnAt<column>::Component;

  /// Column of T in a table, or -1.
  template <class T>
  static consteval int column_in(int table) {
    int found = -1;
    for_each_table([&]<int candidate>() {
      constexpr int index = index_in<typename Schema::Columns, Column<candidate, T>>;
      if (candidate == table) found = index;
    });
    return found;
  }

  static consteval bool has_strips() { return has_strips_in(typename Schema::Columns{}); }

  /// Exported columns lie outside the slabs, over all worlds in world order, a slot a step.
  template <class T>
  static constexpr bool is_exported =
      contains<Inputs, T> || contains<Outputs, T> || is_final<T> || std::is_same_v<T, StateHash> ||
      std::is_same_v<T, ResetRequest>;

  static constexpr int rows(int table) {
    return Schema::rows_per_world[static_cast<std::size_t>(table)];
  }
  static constexpr bool grows(int table) {
    return Schema::table_grows[static_cast<std::size_t>(table)];
  }
  /// True if every world has so many rows, known at compile time.
  static constexpr bool is_fixed(int table) { return rows(table) != set_by_run && !grows(table); }
  static consteval bool all_fixed() {
    bool fixed = true;
    for (int table = 0; table < Schema::tables; ++table)
      fixed = fixed && is_fixed(table);
    return fixed;
  }

  /// Rows a world of all archetypes before this one: the number of its first entity; set_by_run
  /// where one of them is.
  static consteval int first_entity(int table) {
    int entities = 0;
    for (int before = 1; before < table; ++before) {
      if (rows(before) == set_by_run) return set_by_run;
      entities += rows(before);
    }
    return entities;
  }

  /// True if a row of the table and the world's own row are one to one, and so one thread's.
  static consteval bool is_aligned(int table) { return rows(table) == 1 && !grows(table); }

  /// The archetype of a table.
  template <int table>
  using KindAt = At<static_cast<std::size_t>(table), typename Schema::Kinds>;
  /// The column of a growing table's population.
  template <int table>
  static constexpr int population = column_in<Population<KindAt<table>>>(0);
  /// The table of the slots of a table's entities, or -1 where they have no handles of their own.
  template <int table>
  static constexpr int slots_table = index_in<typename Schema::Kinds, SlotsOf<KindAt<table>>>;

  /// Column that a parameter of type T means for a row of `table`: the world's singleton, the row's
  /// own component, or, for the world's own row, that of the only one-row archetype that has T.
  /// -1 if there is none, -2 if there are several.
  template <class T>
  static consteval int resolve(int table) {
    const int singleton = column_in<T>(0);
    if (singleton >= 0) return singleton;
    if (table != 0) return column_in<T>(table);
    int found = -1;
    for (int candidate = 1; candidate < Schema::tables; ++candidate) {
      const int column = is_aligned(candidate) ? column_in<T>(candidate) : -1;
      if (column >= 0) found = found == -1 ? column : -2;
    }
    return found;
  }

 private:
  template <class... Columns>
  static consteval bool has_strips_in(TypeList<Columns...>) {
    return (is_strip<typename Columns::Component> || ...);
  }
  template <class Visit>
  static consteval void for_each_table(Visit visit) {
    [&]<std::size_t... indices>(std::index_sequence<indices...>) {
      (visit.template operator()<static_cast<int>(indices)>(), ...);
    }
    (std::make_index_sequence<static_cast<std::size_t>(Schema::tables)>{});
  }
};

}  // namespace starling::detail
