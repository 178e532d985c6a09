/// The node EachWorldTeam: a system that a team of threads calls together for a world.
#pragma once

#include "engine/access.hpp"
#include "engine/leaf_identity.hpp"

namespace starling {

/// As EachWorld, but a whole team calls the system for every world: one CPU thread, or so many
/// lanes of a warp as the `TeamOf<lanes>` that it takes says. For work that threads share out
/// inside a world and that needs them to wait for each other many times, such as a solver. Through
/// `Rows<T>` every thread may write any row of the world; what one reads that another wrote stands
/// behind a `team.sync()`. Every thread must come to the same singletons and the same report. What
/// they need besides is a `Scratch<T>`.
template <auto system>
struct EachWorldTeam {};

namespace detail {

template <auto system>
struct LeafTraits<EachWorldTeam<system>> : SystemTraits<system> {
  using Traits = SystemTraits<system>;
  static_assert(std::is_void_v<typename Traits::Result>, "a system returns nothing");
  static_assert(Traits::takes_team, "EachWorldTeam calls a system that takes a TeamOf<lanes>");
  static_assert(Traits::Commanded::size == 0,
                "every thread of a team would spawn or destroy: command in an EachWorld system");
  static_assert(Traits::Others::size == 0, "a team sees no other row of a pair");
  static constexpr bool once_a_world = true;
  static constexpr std::uint32_t team_lanes = Traits::TeamTaken::size();
  static constexpr std::uint32_t scratch_stride_bytes =
      detail::scratch_stride_bytes(scratch_bytes<typename Traits::ScratchData>, team_lanes);
  static constexpr auto function = system;
};

template <auto system, class MaskList>
struct SystemName<LeafToken<EachWorldTeam<system>, MaskList>> {
  static constexpr std::string_view value = function_name<system>();
};

/// As EachWorld, but for who runs it.
template <class Env, auto system>
struct AccessOf<Env, EachWorldTeam<system>> {
  static_assert(check_system<Env, EachWorldTeam<system>>());
  static constexpr LeafAccess value = by_crew(system_access<Env, EachWorldTeam<system>>());
};

}  // namespace detail
}  // namespace starling
