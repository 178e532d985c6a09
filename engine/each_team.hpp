/// The node EachTeam: a system that a team of threads calls together for a row.
#pragma once

#include "engine/access.hpp"
#include "engine/leaf_identity.hpp"

namespace starling {

/// As Each, but a whole team calls the system for every row: one CPU thread, or on a GPU a warp or
/// so many of its lanes. For few rows with much to do each. The system takes a `Team` or a
/// `TeamOf<lanes>`, whose threads share the work; it writes its row's components and nothing else.
/// Every thread must come to the same components; the elements of a strip are each written by one.
template <auto system>
struct EachTeam {};

namespace detail {

template <auto system>
struct LeafTraits<EachTeam<system>> : SystemTraits<system> {
  using Traits = SystemTraits<system>;
  static_assert(std::is_void_v<typename Traits::Result>, "a system returns nothing");
  static_assert(Traits::takes_team, "EachTeam calls a system that takes a Team or TeamOf<lanes>");
  static_assert(Traits::ScratchData::size == 0,
                "the team of a world has scratch memory: call this system with EachWorldTeam");
  static_assert(Traits::Commanded::size == 0 && !Traits::reports,
                "every thread of a team would spawn, destroy or report: command in an Each system");
  static_assert(Traits::RemoteWrites::size == 0 && Traits::Others::size == 0,
                "a team writes the components of its own row, and sees no other row of a pair");
  static constexpr bool once_a_world = false;
  static constexpr auto function = system;
};

template <auto system, class MaskList>
struct SystemName<LeafToken<EachTeam<system>, MaskList>> {
  static constexpr std::string_view value = function_name<system>();
};

/// As Each, but for who runs it.
template <class Env, auto system>
struct AccessOf<Env, EachTeam<system>> {
  static_assert(check_system<Env, EachTeam<system>>());
  static_assert(!any_singleton<Env>(typename SystemTraits<system>::Writes{}),
                "a team writes components of its row, not singletons of the world");
  static constexpr LeafAccess value = by_crew(system_access<Env, EachTeam<system>>());
};

}  // namespace detail
}  // namespace starling
