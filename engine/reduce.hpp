/// The node Reduce: one value of all rows of a world, in an order that is always the same.
#pragma once

#include "engine/access.hpp"
#include "engine/leaf_identity.hpp"

namespace starling {

/// Joins what every row of a world shares into the world's singleton T. `share` is a
/// `T share(const A&, ...)` that reads, as a system does, and `join` a `T join(const T&, const
/// T&)`.
///
/// Row r of those that match, archetypes in declaration order, goes to partial result r % 32, each
/// in the order of rows; then the upper half of the partials is joined to the lower half until one
/// is left. So the order hangs on the number of rows alone. No rows give T{}.
///
/// Inside When the predicates are judged once a world: they read singletons.
template <auto share, auto join>
struct Reduce {};

namespace detail {

template <auto share, auto join>
struct LeafTraits<Reduce<share, join>> : EngineLeaf {
  using Traits = SystemTraits<share>;
  using Result = typename Traits::Result;
  static_assert(Traits::Writes::size == 0 && Traits::RemoteWrites::size == 0 &&
                    Traits::Commanded::size == 0 && Traits::Others::size == 0 && !Traits::draws &&
                    !Traits::reports && !Traits::takes_team,
                "what a row shares with a Reduce is read from components: it writes, commands, "
                "draws and reports nothing");
  static_assert(
      std::is_same_v<std::remove_const_t<decltype(join)>, Result (*)(const Result&, const Result&)>,
      "a Reduce joins two values of the type that rows share: T join(const T&, const T&)");
  static_assert(check_component<Result>());
  using Reads = typename Traits::Reads;
  using Remote = typename Traits::Remote;
  using Writes = TypeList<Result>;
  static constexpr bool looks_up = Traits::looks_up;
  static constexpr bool takes_handle = Traits::takes_handle;
};

template <auto share, auto join, class MaskList>
struct SystemName<LeafToken<Reduce<share, join>, MaskList>> {
  static constexpr std::string_view value = function_name<share>();
};

template <class Env, auto share, auto join>
struct AccessOf<Env, Reduce<share, join>> {
  using Traits = LeafTraits<Reduce<share, join>>;
  static constexpr int target = Schema<Env>::template column_in<typename Traits::Result>(0);
  static_assert(target >= 0, "a Reduce writes a singleton: list what its rows share in World");

  /// The rows that share; which thread owns them says nothing of who reads them.
  static consteval LeafAccess rows() {
    return access_on<Env, SystemTraits<share>>(
        matching_tables<Env>(typename Traits::Reads{}, false));
  }
  static constexpr std::uint32_t tables = rows().tables;
  static_assert(tables != 0,
                "unmatched component: no archetype has what the rows of a Reduce share");

  static consteval LeafAccess compute() {
    LeafAccess access = by_crew(rows());
    access.tables = 1;
    access.world_space = true;
    access.remote_write.add(target);
    return access;
  }
  static constexpr LeafAccess value = compute();
  static_assert(!overlap(value.remote_write, value.remote_read),
                "race: a Reduce reads the singleton that it writes; keep the two apart");
};

}  // namespace detail
}  // namespace starling
