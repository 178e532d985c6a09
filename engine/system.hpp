/// Reads a system's contract off its signature.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/commands.hpp"
#include "engine/entity.hpp"
#include "engine/graph.hpp"
#include "engine/lookup.hpp"
#include "engine/names.hpp"
#include "engine/other.hpp"
#include "engine/print.hpp"
#include "engine/rows.hpp"
#include "engine/scratch.hpp"
#include "engine/shared.hpp"
#include "engine/strip.hpp"
#include "engine/type_list.hpp"
#include "engine/vocabulary.hpp"
#include "kernels/crew.hpp"
#include "kernels/random.hpp"

namespace starling {

using kernels::Random;

/// Parameter of a system: which row this call is for.
struct Self {
  std::uint32_t world = 0;  ///< Number of the world: Settings::first_world and its index.
  std::uint32_t row = 0;    ///< Index of the row among those of its archetype in this world.
};

/// Parameter of a system: reports what must not be, once a world; the first report stays.
class Report {
 public:
  STARLING_FN void operator()(ErrorKind kind) {
    if (kind_ == 0) kind_ = static_cast<std::uint8_t>(kind);
  }
  /// Reports NoRoom. How much was wanted is told where ErrorDetail is a singleton of the world.
  STARLING_FN void no_room(std::uint64_t wanted, std::uint32_t allowed) {
    if (kind_ != 0) return;
    (*this)(ErrorKind::NoRoom);
    wanted_ = wanted;
    allowed_ = allowed;
  }
  STARLING_FN std::uint8_t kind() const { return kind_; }
  STARLING_FN ErrorDetail detail(std::uint64_t word) const { return {word, wanted_, allowed_, 0}; }

 private:
  std::uint8_t kind_ = 0;
  std::uint32_t allowed_ = 0;
  std::uint64_t wanted_ = 0;
};

/// Parameter of the engine's own systems: where a launch stands.
struct LaunchStep {
  std::int32_t step = 0;   ///< Index among the steps of the launch.
  std::int32_t slots = 1;  ///< Slots of the exports: the most steps a launch can have.
};

/// Parameter of a system that EachTeam calls: the threads that call it together for one row, on a
/// GPU a warp. A type of each compiler's own, as Rows.
using Team = std::conditional_t<kernels::compiled_for_cuda, kernels::WarpCrew, kernels::SerialCrew>;

/// Parameter of a system that EachWorldTeam or EachTeam calls: the threads that call it together
/// for a world or a row, on a GPU so many of a warp: 2, 4, 8, 16 or 32.
template <std::uint32_t lanes>
using TeamOf = std::conditional_t<
    kernels::compiled_for_cuda,
    std::conditional_t<lanes == 32, kernels::WarpCrew, kernels::LaneCrew<lanes == 32 ? 16 : lanes>>,
    kernels::SerialCrew>;

namespace detail {

template <class Parameter>
struct ParameterTraits {
  static_assert(!std::is_same_v<Parameter, Parameter>,
                "a system takes a component by value: write const T& to read it, T& to write it");
};

/// What a leaf, or one parameter of a system, touches.
struct NoComponent {
  using Reads = TypeList<>;                ///< Of the row at hand.
  using Writes = TypeList<>;               ///< Of the row at hand.
  using Remote = TypeList<>;               ///< Of any row of the world.
  using RemoteWrites = TypeList<>;         ///< Of those, written too.
  using Summed = TypeList<>;               ///< Of Writes, only added to.
  using Commanded = TypeList<>;            ///< Archetypes whose rows are spawned and destroyed.
  using Others = TypeList<>;               ///< Of the other row of a pair.
  using SharedData = TypeList<>;           ///< What all worlds share.
  using ScratchData = TypeList<>;          ///< What a team needs besides.
  static constexpr bool looks_up = false;  ///< Finds rows by handle.
};

template <class T>
struct ParameterTraits<const T&> : NoComponent {
  static_assert(check_component<T>());
  using Reads = TypeList<T>;
};

template <class T>
struct ParameterTraits<T&> : NoComponent {
  static_assert(check_component<T>());
  using Writes = TypeList<T>;
};

template <class T, Layout layout>
struct ParameterTraits<Rows<const T, layout>> : NoComponent {
  static_assert(check_component<T>());
  using Remote = TypeList<T>;
};

template <class T, Layout layout>
struct ParameterTraits<Rows<T, layout>> : ParameterTraits<Rows<const T, layout>> {
  using RemoteWrites = TypeList<T>;
};

template <class T, Layout layout>
struct ParameterTraits<Lookup<const T, layout>> : ParameterTraits<Rows<const T, layout>> {
  static constexpr bool looks_up = true;
};

template <class T, Layout layout>
struct ParameterTraits<Lookup<T, layout>> : ParameterTraits<Lookup<const T, layout>> {
  using RemoteWrites = TypeList<T>;
};

template <class EntityArchetype, Layout layout>
struct ParameterTraits<Commands<EntityArchetype, layout>> : NoComponent {
  using Commanded = TypeList<EntityArchetype>;
  static constexpr bool looks_up = true;
};

template <class T>
struct ParameterTraits<Other<const T>> : NoComponent {
  using Others = TypeList<T>;
};

template <class T>
struct ParameterTraits<Shared<const T>> : NoComponent {
  using SharedData = TypeList<T>;
};

template <class T>
struct ParameterTraits<Scratch<T>> : NoComponent {
  using ScratchData = TypeList<T>;
};

/// The component itself has no members: what is loaded and stored of it is nothing.
template <class T, Layout layout>
struct ParameterTraits<Strip<T, layout>> : NoComponent {
  using Writes = TypeList<T>;
};

template <class T>
struct ParameterTraits<Sums<T>> : NoComponent {
  static_assert(check_component<T>());
  using Writes = TypeList<T>;
  using Summed = TypeList<T>;
};

template <>
struct ParameterTraits<Random&> : NoComponent {};
template <>
struct ParameterTraits<Report&> : NoComponent {};
template <>
struct ParameterTraits<Self> : NoComponent {};
template <>
struct ParameterTraits<Entity> : NoComponent {};
template <>
struct ParameterTraits<Print> : NoComponent {};
template <>
struct ParameterTraits<LaunchStep> : NoComponent {};
template <>
struct ParameterTraits<kernels::SerialCrew> : NoComponent {};
template <>
struct ParameterTraits<kernels::WarpCrew> : NoComponent {};
template <std::uint32_t lanes>
struct ParameterTraits<kernels::LaneCrew<lanes>> : NoComponent {};

/// Bytes of the one scratch memory of a list, or 0.
template <class List>
inline constexpr std::uint32_t scratch_bytes = 0;
template <class T>
inline constexpr std::uint32_t scratch_bytes<TypeList<T>> = sizeof(T);

/// The team among a system's parameters, or void.
template <class... Parameters>
struct TeamAmong {
  using type = void;
};
template <class First, class... Parameters>
struct TeamAmong<First, Parameters...> : TeamAmong<Parameters...> {};
template <class First, class... Parameters>
requires kernels::Crew<First>
struct TeamAmong<First, Parameters...> {
  using type = First;
};

template <class Function>
struct SignatureTraits {
  static_assert(!std::is_same_v<Function, Function>, "a system is a free or static function");
};

template <class Result_, class... Parameters_>
struct SignatureTraits<Result_ (*)(Parameters_...)> {
  using Result = Result_;
  using Parameters = TypeList<Parameters_...>;
  using Reads = Concat<typename ParameterTraits<Parameters_>::Reads...>;
  using Writes = Concat<typename ParameterTraits<Parameters_>::Writes...>;
  using Remote = Concat<typename ParameterTraits<Parameters_>::Remote...>;
  using RemoteWrites = Concat<typename ParameterTraits<Parameters_>::RemoteWrites...>;
  using Summed = Concat<typename ParameterTraits<Parameters_>::Summed...>;
  using Commanded = Concat<typename ParameterTraits<Parameters_>::Commanded...>;
  using Others = Concat<typename ParameterTraits<Parameters_>::Others...>;
  using SharedData = Concat<typename ParameterTraits<Parameters_>::SharedData...>;
  static constexpr bool looks_up = (ParameterTraits<Parameters_>::looks_up || ...);
  static constexpr bool takes_handle = (std::is_same_v<Parameters_, Entity> || ...);
  static constexpr bool draws = (std::is_same_v<Parameters_, Random&> || ...);
  static constexpr bool reports = (std::is_same_v<Parameters_, Report&> || ...);
  using ScratchData = Concat<typename ParameterTraits<Parameters_>::ScratchData...>;
  static_assert(ScratchData::size <= 1, "a system takes one Scratch<T>: put what it needs into T");
  using TeamTaken = typename TeamAmong<Parameters_...>::type;
  static constexpr bool takes_team = !std::is_void_v<TeamTaken>;
  static_assert(all_different(Concat<Reads, Writes>{}), "a system takes the same component twice");
};

template <class Result, class... Parameters>
struct SignatureTraits<Result (*)(Parameters...) noexcept>
    : SignatureTraits<Result (*)(Parameters...)> {};

template <auto system>
using SystemTraits = SignatureTraits<std::remove_const_t<decltype(system)>>;

/// What a leaf of a graph touches, by type; a system leaf has `function` too.
template <class Leaf>
struct LeafTraits;

template <auto system>
struct LeafTraits<Each<system>> : SystemTraits<system> {
  static_assert(std::is_void_v<typename SystemTraits<system>::Result>, "a system returns nothing");
  static_assert(SystemTraits<system>::Others::size == 0,
                "Other<const T> is the other row of a pair: call this system with EachPair");
  static_assert(SystemTraits<system>::ScratchData::size == 0,
                "a team has scratch memory: call this system with EachWorldTeam");
  static_assert(!SystemTraits<system>::takes_team,
                "a thread calls this system alone; one that takes a Team runs with EachTeam, "
                "one that takes a TeamOf<lanes> with EachWorldTeam");
  static constexpr bool once_a_world = false;
  static constexpr auto function = system;
};

template <auto system>
struct LeafTraits<EachWorld<system>> : LeafTraits<Each<system>> {
  static constexpr bool once_a_world = true;
};

/// A leaf of the engine's own: it neither draws nor reports.
struct EngineLeaf : NoComponent {
  static constexpr bool once_a_world = false, draws = false, reports = false;
  static constexpr bool takes_handle = false;
};

template <class T>
struct LeafTraits<Clear<T>> : EngineLeaf {};

template <class T>
struct LeafTraits<KeepFinal<T>> : EngineLeaf {
  using Reads = TypeList<T>;
  using Writes = TypeList<Final<T>>;
};

template <>
struct LeafTraits<HashWorlds> : EngineLeaf {
  static constexpr bool once_a_world = true;
};

template <>
struct LeafTraits<Commit> : EngineLeaf {};

template <>
struct LeafTraits<DropTemporary> : EngineLeaf {};

}  // namespace detail
}  // namespace starling
