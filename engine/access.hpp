/// What each leaf of a graph reads and writes, as sets of columns, and what is refused.
#pragma once

#include "engine/column_set.hpp"
#include "engine/graph.hpp"
#include "engine/refusals.hpp"
#include "engine/schema.hpp"
#include "engine/system.hpp"

namespace starling::detail {

/// Access of one leaf. "Own" is the row at hand, whose owner thread is the same in every stage;
/// "remote" is any other row of the world, which another thread may own.
struct LeafAccess {
  std::uint32_t tables = 0;  ///< Bit t: the leaf runs over the rows of table t.
  bool world_space = false;  ///< Its rows are one to one with worlds.
  bool masked = false;       ///< It stands under When.
  ColumnSet own_read;        ///< Needed before the leaf writes.
  ColumnSet own_write;       ///< Written, or written over.
  ColumnSet remote_read;     ///< Read in rows of other owners.
  ColumnSet mask_read;       ///< Own columns that its predicates read.
  std::array<ColumnSet, max_tables> mask_read_by_table{};
  ColumnSet summed;         ///< Of those written, only added to.
  ColumnSet direct;         ///< Changed in memory, never through a register.
  ColumnSet remote_write;   ///< Written in rows of other owners.
  ColumnSet roster_read;    ///< What says which rows there are, and whose handles.
  ColumnSet recorded;       ///< Where commands are noted; systems may do so side by side.
  bool is_crew = false;     ///< Run by the whole crew at once: a stage of its own.
  bool pairs_rows = false;  ///< Called for pairs of rows.

  constexpr ColumnSet written_by_owner() const { return own_write | direct; }
  constexpr ColumnSet read_of_others() const { return remote_read | roster_read; }

  /// Two leaves over the same rows can share a stage.
  constexpr bool same_rows(const LeafAccess& other) const {
    if (is_crew || other.is_crew) return false;
    return world_space ? other.world_space : !other.world_space && tables == other.tables;
  }
};

/// The tables whose rows have all of Ts, counting the world's singletons as everybody's.
template <class Env, class... Ts>
consteval std::uint32_t matching_tables(TypeList<Ts...>, bool once_a_world) {
  using S = Schema<Env>;
  if (once_a_world) return ((S::template resolve<Ts>(0) >= 0) && ...) ? 1U : 0U;
  const bool names_a_row = ((S::template column_in<Ts>(0) < 0) || ...);
  std::uint32_t tables = 0;
  for (int table = 1; table < S::tables && names_a_row; ++table) {
    if (((S::template resolve<Ts>(table) >= 0) && ...)) tables |= 1U << table;
  }
  return tables;
}

consteval int count_bits(std::uint32_t bits) {
  int ones = 0;
  for (; bits != 0; bits &= bits - 1)
    ++ones;
  return ones;
}

template <class Env>
consteval bool all_aligned(std::uint32_t tables) {
  for (int table = 0; table < Schema<Env>::tables; ++table) {
    if ((tables >> table & 1U) != 0 && !Schema<Env>::is_aligned(table)) return false;
  }
  return true;
}

/// Adds the columns that Ts mean for the leaf's rows to `own`, or, where the leaf's rows are not
/// one to one with worlds, singletons to `remote`.
template <class Env, class... Ts>
consteval void add_columns(TypeList<Ts...>, const LeafAccess& access, ColumnSet& own,
                           ColumnSet& remote) {
  using S = Schema<Env>;
  for (int table = 0; table < S::tables; ++table) {
    if ((access.tables >> table & 1U) == 0) continue;
    [[maybe_unused]] const auto add = [&](int column, bool is_singleton) {
      (is_singleton && !access.world_space ? remote : own).add(column);
    };
    (add(S::template resolve<Ts>(table), S::template column_in<Ts>(0) >= 0), ...);
  }
}

template <class Env, class T>
consteval ColumnSet remote_columns() {
  ColumnSet columns;
  for (int table = 1; table < Schema<Env>::tables; ++table) {
    const int column = Schema<Env>::template column_in<T>(table);
    if (column >= 0) columns.add(column);
  }
  return columns;
}

template <class Env, class... Ts>
consteval bool all_found_in_rows(TypeList<Ts...>) {
  return (!remote_columns<Env, Ts>().empty() && ...);
}

template <class Env, class... Ts>
consteval bool any_singleton(TypeList<Ts...>) {
  return ((Schema<Env>::template column_in<Ts>(0) >= 0) || ...);
}

template <class Env, class List>
struct AllRemoteColumns;

template <class Env, class... Ts>
struct AllRemoteColumns<Env, TypeList<Ts...>> {
  static constexpr ColumnSet value = (ColumnSet{} | ... | remote_columns<Env, Ts>());
};

/// The columns that have one of Ts.
template <class Env, class... Ts>
consteval ColumnSet columns_with() {
  ColumnSet columns;
  const auto add = [&](int column) {
    if (column >= 0) columns.add(column);
  };
  for (int table = 0; table < Schema<Env>::tables; ++table) {
    (add(Schema<Env>::template column_in<Ts>(table)), ...);
  }
  return columns;
}

/// All columns of a table.
template <class Env>
consteval ColumnSet columns_of_table(int table) {
  ColumnSet columns;
  [&]<int... indices>(std::integer_sequence<int, indices...>) {
    ((Schema<Env>::template ColumnAt<indices>::table == table ? columns.add(indices) : void()),
     ...);
  }
  (std::make_integer_sequence<int, Schema<Env>::columns>{});
  return columns;
}

template <class Env, class... Columns>
consteval ColumnSet final_columns(TypeList<Columns...>) {
  ColumnSet columns;
  int column = 0;
  ((is_final<typename Columns::Component> ? columns.add(column) : void(), ++column), ...);
  return columns;
}

/// All that makes up a world's state: what the engine keeps for itself is left out.
template <class Env>
consteval ColumnSet columns_to_hash() {
  ColumnSet columns;
  for (int column = 0; column < Schema<Env>::columns; ++column)
    columns.add(column);
  return columns - columns_with<Env, StateHash, ResetRequest, EpisodesEnded, SpawnOrder, RowFate>();
}

/// The columns of the handles of a table's own entities, of the tables in `tables`.
template <class Env>
consteval ColumnSet handle_columns(std::uint32_t tables) {
  ColumnSet columns;
  for (int table = 1; table < Schema<Env>::tables; ++table) {
    const int column = Schema<Env>::template column_in<Entity>(table);
    if ((tables >> table & 1U) != 0 && column >= 0) columns.add(column);
  }
  return columns;
}

template <class Env, int... tables>
consteval ColumnSet population_columns(std::uint32_t wanted,
                                       std::integer_sequence<int, tables...>) {
  ColumnSet columns;
  [[maybe_unused]] const auto add = [&](int table, int column) {
    if ((wanted >> table & 1U) != 0 && column >= 0) columns.add(column);
  };
  (add(tables, Schema<Env>::template population<tables>), ...);
  return columns;
}

template <class Env>
using TableIndices = std::make_integer_sequence<int, Schema<Env>::tables>;

/// The populations of the growing ones of `tables`.
template <class Env>
consteval ColumnSet populations(std::uint32_t tables) {
  return population_columns<Env>(tables, TableIndices<Env>{});
}

/// The tables that columns are of.
template <class Env>
consteval std::uint32_t tables_of(const ColumnSet& columns) {
  std::uint32_t tables = 0;
  [&]<int... indices>(std::integer_sequence<int, indices...>) {
    ((columns.has(indices) ? tables |= 1U << Schema<Env>::template ColumnAt<indices>::table : 0U),
     ...);
  }
  (std::make_integer_sequence<int, Schema<Env>::columns>{});
  return tables;
}

/// Where commands for an archetype are noted.
template <class Env, class... Archetypes>
consteval ColumnSet command_columns(TypeList<Archetypes...>) {
  using S = Schema<Env>;
  static_assert((contains<typename S::Kinds, Archetypes> && ...),
                "unmatched archetype: a system commands one that the environment does not have");
  static_assert(((S::grows(index_in<typename S::Kinds, Archetypes>)) && ...),
                "a system spawns or destroys entities of an archetype with a fixed number of rows; "
                "list it as UpTo or Temporary");
  ColumnSet columns;
  (columns.add(S::template column_in<SpawnOrder>(index_in<typename S::Kinds, Archetypes>)), ...);
  return columns;
}

/// Access of what reads and writes as a system does, on rows of `tables`, masks apart.
template <class Env, class Traits>
consteval LeafAccess access_on(std::uint32_t tables) {
  using S = Schema<Env>;
  LeafAccess access;
  access.tables = tables;
  access.world_space = all_aligned<Env>(access.tables);
  ColumnSet remote_write;
  add_columns<Env>(typename Traits::Reads{}, access, access.own_read, access.remote_read);
  add_columns<Env>(typename Traits::Writes{}, access, access.own_read, remote_write);
  add_columns<Env>(typename Traits::Writes{}, access, access.own_write, remote_write);
  add_columns<Env>(typename Traits::Summed{}, access, access.summed, remote_write);
  access.remote_read = access.remote_read | AllRemoteColumns<Env, typename Traits::Remote>::value;
  access.remote_write = AllRemoteColumns<Env, typename Traits::RemoteWrites>::value;
  access.recorded = command_columns<Env>(typename Traits::Commanded{});
  access.roster_read = populations<Env>(
      access.tables | tables_of<Env>(access.remote_read | access.remote_write | access.recorded));
  if (Traits::looks_up) access.roster_read = access.roster_read | columns_with<Env, Slot>();
  if (Traits::draws) {
    (access.world_space ? access.own_read : access.remote_read)
        .add(S::template column_in<Clock>(0));
  }
  if (Traits::draws || Traits::takes_handle)
    access.own_read = access.own_read | handle_columns<Env>(access.tables);
  if (Traits::reports) access.direct.add(S::template column_in<ErrorWord>(0));
  return access;
}

/// Access of a system's leaf, masks apart.
template <class Env, class Leaf>
consteval LeafAccess system_access() {
  using Traits = LeafTraits<Leaf>;
  using Touched = Concat<typename Traits::Reads, typename Traits::Writes>;
  return access_on<Env, Traits>(matching_tables<Env>(Touched{}, Traits::once_a_world));
}

/// The same where a crew runs the leaf: to its threads every row is another's.
consteval LeafAccess by_crew(LeafAccess access) {
  access.is_crew = true;
  access.remote_read = access.remote_read | access.own_read;
  access.remote_write = access.remote_write | access.own_write;
  access.own_read = {};
  access.own_write = {};
  access.summed = {};
  return access;
}

/// Refuses, with a sentence, a system that does not fit the environment or would race.
template <class Env, class Leaf>
consteval bool check_system() {
  using Traits = LeafTraits<Leaf>;
  constexpr LeafAccess access = system_access<Env, Leaf>();
  static_assert(access.tables != 0 || !Traits::once_a_world,
                "unmatched component: EachWorld sees the world's singletons and the components of "
                "archetypes with exactly one row a world; this system takes another, or one that "
                "several such archetypes have");
  static_assert(access.tables != 0 || Traits::once_a_world,
                "unmatched component: no archetype has all the components that this system takes; "
                "a system on singletons alone runs with EachWorld");
  static_assert(all_found_in_rows<Env>(typename Traits::Remote{}),
                "unmatched component: no archetype has the component that Rows or Lookup reads");
  static_assert(!keep_the_roster(Concat<typename Traits::Writes, typename Traits::RemoteWrites>{}),
                "a system writes what the engine keeps of the rows of a table, such as Population "
                "or Entity; spawn and destroy through Commands");
  static_assert(!Traits::takes_handle || !Traits::once_a_world,
                "only a row has a handle: EachWorld has none; keep the handle that is meant in a "
                "component, or take Entity in a system that Each calls");
  static_assert(all_shared<Env>(typename Traits::SharedData{}),
                "a system takes shared data that the environment does not list: Shared<const T> is "
                "of its Rules, or of a type in its Shared");
  static_assert(access.remote_write.empty() || Traits::once_a_world,
                "race: Each calls this system for several rows of a world at the same time, and it "
                "writes rows of others through Rows or Lookup; write in an EachWorld system, or "
                "take Rows<const T> or Lookup<const T>");
  static_assert(!overlap(access.remote_write, access.own_read | access.own_write),
                "this system takes a component as its own row's and writes it through Rows or "
                "Lookup too; take it in one way");
  static_assert(!any_singleton<Env>(typename Traits::Writes{}) || Traits::once_a_world ||
                    (access.world_space && count_bits(access.tables) == 1),
                "race on world data: Each calls this system for several rows of a world at the "
                "same time, and it writes a singleton; write it in an EachWorld system");
  static_assert(!overlap(access.own_write, access.remote_read),
                "race: this system reads through Rows what it writes in its own row at the same "
                "time; write to another component, or split the system in two");
  return true;
}

template <class Env, class Leaf>
struct AccessOf {
  static_assert(check_system<Env, Leaf>());
  static constexpr LeafAccess value = system_access<Env, Leaf>();
};

/// Rows that wait for a Commit are cleared too, so those who spawn them are waited for.
template <class Env, class T>
struct AccessOf<Env, Clear<T>> {
  static consteval LeafAccess compute() {
    LeafAccess access;
    for (int table = 0; table < Schema<Env>::tables; ++table) {
      const int column = Schema<Env>::template column_in<T>(table);
      if (column < 0) continue;
      access.tables |= 1U << table;
      access.own_write.add(column);
      const int orders = Schema<Env>::template column_in<SpawnOrder>(table);
      if (orders >= 0) access.roster_read.add(orders);
    }
    access.world_space = all_aligned<Env>(access.tables);
    return access;
  }
  static constexpr LeafAccess value = compute();
  static_assert(value.tables != 0, "unmatched component: nothing has the component to clear");
};

/// A Commit changes every table that grows, and the handles that others keep.
template <class Env>
struct AccessOf<Env, Commit> {
  static consteval LeafAccess compute() {
    LeafAccess access;
    access.is_crew = true;
    for (int column = 0; column < Schema<Env>::columns; ++column)
      access.remote_write.add(column);
    access.remote_write = access.remote_write - columns_with<Env, StateHash, ResetRequest>();
    return access;
  }
  static constexpr LeafAccess value = compute();
};

template <class Env>
struct AccessOf<Env, DropTemporary> {
  static constexpr LeafAccess value = AccessOf<Env, Commit>::value;
};

/// Hashing reads everything: of its own row where all tables are one to one with worlds. What is
/// changed in memory directly it reads there; of its own row it needs no barrier for that.
template <class Env>
struct AccessOf<Env, HashWorlds> {
  static consteval LeafAccess compute() {
    using S = Schema<Env>;
    const ColumnSet in_memory =
        columns_with<Env, ErrorWord>() | final_columns<Env>(typename S::Columns{});
    LeafAccess access;
    access.tables = 1;
    access.world_space = true;
    access.own_write = columns_with<Env, StateHash>();
    if (all_aligned<Env>((1U << S::tables) - 1U)) {
      access.own_read = (columns_to_hash<Env>() | columns_with<Env, EpisodesEnded>()) - in_memory;
    } else {
      access.remote_read = columns_to_hash<Env>() | columns_with<Env, EpisodesEnded>();
    }
    return access;
  }
  static constexpr LeafAccess value = compute();
};

/// A final observation goes straight to memory: its slot is known only when it is kept.
template <class Env, class T>
struct AccessOf<Env, KeepFinal<T>> {
  static consteval LeafAccess compute() {
    LeafAccess access;
    access.tables = matching_tables<Env>(TypeList<T, Final<T>>{}, false);
    access.world_space = all_aligned<Env>(access.tables);
    ColumnSet unused;
    add_columns<Env>(TypeList<T>{}, access, access.own_read, unused);
    add_columns<Env>(TypeList<Final<T>>{}, access, access.direct, unused);
    add_columns<Env>(TypeList<EpisodesEnded>{}, access, access.own_read, access.remote_read);
    return access;
  }
  static constexpr LeafAccess value = compute();
  static_assert(
      value.tables != 0,
      "unmatched component: no archetype with a fixed number of rows has what an episode's "
      "observing graph writes, and its final value is kept there");
};

template <auto predicate>
using PredicateTraits = SystemTraits<predicate>;

template <class Env, class... Ts>
consteval bool all_of_world(TypeList<Ts...>) {
  return ((Schema<Env>::template resolve<Ts>(0) >= 0) && ...);
}

/// Adds what one predicate reads to a leaf's access.
template <class Env, bool judged_by_world, auto predicate>
consteval void add_mask(LeafAccess& access) {
  using Reads = typename PredicateTraits<predicate>::Reads;
  static_assert(std::is_same_v<typename PredicateTraits<predicate>::Result, bool>,
                "a predicate of When returns bool");
  static_assert(!judged_by_world || all_of_world<Env>(Reads{}),
                "a predicate around Reduce or SortBy is judged once a world: it reads singletons");
  access.masked = true;
  add_columns<Env>(Reads{}, access, access.mask_read, access.remote_read);
  for (int table = 0; table < Schema<Env>::tables; ++table) {
    LeafAccess alone = access;
    alone.tables = access.tables & 1U << table;
    ColumnSet& own = access.mask_read_by_table[static_cast<std::size_t>(table)];
    add_columns<Env>(Reads{}, alone, own, alone.remote_read);
  }
}

template <class Env, class Leaf, auto... predicates>
consteval LeafAccess masked_access() {
  LeafAccess access = AccessOf<Env, Leaf>::value;
  [[maybe_unused]] constexpr bool judged_by_world =
      AccessOf<Env, Leaf>::value.is_crew && AccessOf<Env, Leaf>::value.world_space;
  (add_mask<Env, judged_by_world, predicates>(access), ...);
  if (access.is_crew) access.remote_read = access.remote_read | access.mask_read;
  return access;
}

template <class Env, class Token>
struct TokenAccess {
  static constexpr LeafAccess value{};
};

template <class Env, class Leaf, auto... predicates>
struct TokenAccess<Env, LeafToken<Leaf, Masks<predicates...>>> {
  static constexpr LeafAccess value = masked_access<Env, Leaf, predicates...>();
  static_assert(!overlap(value.own_write | value.remote_write, value.mask_read),
                "a system inside When writes what the predicate reads: the rows are judged on "
                "entry; keep the judgement in a component of its own");
};

}  // namespace starling::detail
