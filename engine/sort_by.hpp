/// The node SortBy: the rows of an archetype in the order of a key, and where each key's rows lie.
#pragma once

#include "engine/access.hpp"
#include "engine/leaf_identity.hpp"

namespace starling {

/// Which rows of an archetype have one key: row k of the archetype that has Ranges is key k's.
/// `Rows<const T>`, of a component that no other archetype has, reads rows [first, first + count).
template <class EntityArchetype>
struct RangeOf {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// Who sorts a world on a GPU: a warp, each another world, or the whole block, one world after the
/// other. What comes out is the same.
enum class SortedBy : std::uint8_t { Warp, Block };

/// Sorts the rows of a growing archetype by `std::uint32_t key(const A&, ...)`, which reads as a
/// system does, and those of one key by their entities' slots; so rows with one key lie together,
/// and sums over them have one order whatever happened before. Handles follow their rows. Rows that
/// wait for a Commit stay behind.
///
/// Some archetype with a fixed number of rows has RangeOf<EntityArchetype>: keys lie below its
/// rows. A key beyond is taken for the last, and the world gets an error (Assertion).
///
/// Inside When the predicates are judged once a world: they read singletons.
template <class EntityArchetype, auto key, SortedBy crew = SortedBy::Block>
struct SortBy {};

namespace detail {

template <class EntityArchetype, auto key, SortedBy crew>
struct LeafTraits<SortBy<EntityArchetype, key, crew>> : EngineLeaf {
  using Traits = SystemTraits<key>;
  static_assert(std::is_same_v<typename Traits::Result, std::uint32_t>,
                "a key to sort by is a std::uint32_t");
  static_assert(Traits::Writes::size == 0 && Traits::Remote::size == 0 &&
                    Traits::Commanded::size == 0 && Traits::Others::size == 0 && !Traits::draws &&
                    !Traits::reports && !Traits::takes_team,
                "a key to sort by hangs on its row and the world's singletons alone");
  using Reads = typename Traits::Reads;
  using Writes = TypeList<RangeOf<EntityArchetype>>;
};

template <class EntityArchetype, auto key, SortedBy crew, class MaskList>
struct SystemName<LeafToken<SortBy<EntityArchetype, key, crew>, MaskList>> {
  static constexpr std::string_view value = function_name<key>();
};

/// The only table with the ranges of an archetype, or -1.
template <class Env, class EntityArchetype>
consteval int table_of_ranges() {
  int found = -1;
  for (int table = 1; table < Schema<Env>::tables; ++table) {
    if (Schema<Env>::template column_in<RangeOf<EntityArchetype>>(table) < 0) continue;
    if (found >= 0 || Schema<Env>::grows(table)) return -1;
    found = table;
  }
  return found;
}

template <class Env, class EntityArchetype, auto key, SortedBy crew>
struct AccessOf<Env, SortBy<EntityArchetype, key, crew>> {
  using S = Schema<Env>;
  using Traits = LeafTraits<SortBy<EntityArchetype, key, crew>>;
  static constexpr int table = index_in<typename S::Kinds, EntityArchetype>;
  static_assert(table > 0,
                "unmatched archetype: SortBy sorts one that the environment does not have");
  static_assert(S::template slots_table<(table > 0 ? table : 0)> >= 0,
                "SortBy sorts an archetype whose entities have handles: list it as UpTo");
  static_assert(table_of_ranges<Env, EntityArchetype>() > 0,
                "SortBy needs one archetype with a fixed number of rows that has "
                "RangeOf<EntityArchetype>");
  static_assert((matching_tables<Env>(typename Traits::Reads{}, false) >> table & 1U) != 0,
                "unmatched component: the archetype that SortBy sorts lacks what its key reads");

  static consteval LeafAccess compute() {
    LeafAccess access = by_crew(access_on<Env, SystemTraits<key>>(1U << table));
    access.tables = 1;
    access.world_space = true;
    access.remote_write = columns_of_table<Env>(table);
    access.remote_write.add(S::template column_in<Slot>(S::template slots_table<table>));
    access.remote_write.add(
        S::template column_in<RangeOf<EntityArchetype>>(table_of_ranges<Env, EntityArchetype>()));
    access.remote_read = access.remote_read - access.remote_write;
    access.direct.add(S::template column_in<ErrorWord>(0));
    return access;
  }
  static constexpr LeafAccess value = compute();
};

}  // namespace detail
}  // namespace starling
