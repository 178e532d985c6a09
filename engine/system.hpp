/// Reads a system's contract off its signature.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/graph.hpp"
#include "engine/names.hpp"
#include "engine/rows.hpp"
#include "engine/type_list.hpp"
#include "engine/vocabulary.hpp"
#include "kernels/random.hpp"

namespace starling {

using kernels::Random;

/// Parameter of a system: which row this call is for.
struct Self {
  std::uint32_t world = 0;  ///< Index of the world in the whole batch.
  std::uint32_t row = 0;    ///< Index of the row among those of its archetype in this world.
};

/// Parameter of a system: reports what must not be, once a world; the first report stays.
class Report {
 public:
  STARLING_FN void operator()(ErrorKind kind) {
    if (kind_ == 0) kind_ = static_cast<std::uint8_t>(kind);
  }
  STARLING_FN std::uint8_t kind() const { return kind_; }

 private:
  std::uint8_t kind_ = 0;
};

/// Parameter of the engine's own systems: where a launch stands.
struct LaunchStep {
  std::int32_t step = 0;   ///< Index among the steps of the launch.
  std::int32_t slots = 1;  ///< Slots of the exports: the most steps a launch can have.
};

namespace detail {

template <class Parameter>
struct ParameterTraits {
  static_assert(!std::is_same_v<Parameter, Parameter>,
                "a system takes a component by value: write const T& to read it, T& to write it");
};

struct NoComponent {
  using Reads = TypeList<>;
  using Writes = TypeList<>;
  using Remote = TypeList<>;
  using Summed = TypeList<>;
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
struct ParameterTraits<LaunchStep> : NoComponent {};

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
  using Summed = Concat<typename ParameterTraits<Parameters_>::Summed...>;
  static constexpr bool draws = (std::is_same_v<Parameters_, Random&> || ...);
  static constexpr bool reports = (std::is_same_v<Parameters_, Report&> || ...);
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
  static constexpr bool once_a_world = false;
  static constexpr auto function = system;
};

template <auto system>
struct LeafTraits<EachWorld<system>> : LeafTraits<Each<system>> {
  static constexpr bool once_a_world = true;
};

template <class T>
struct LeafTraits<Clear<T>> : NoComponent {
  static constexpr bool once_a_world = false, draws = false, reports = false;
};

template <class T>
struct LeafTraits<KeepFinal<T>> : NoComponent {
  using Reads = TypeList<T>;
  using Writes = TypeList<Final<T>>;
  static constexpr bool once_a_world = false, draws = false, reports = false;
};

template <>
struct LeafTraits<HashWorlds> : NoComponent {
  static constexpr bool once_a_world = true, draws = false, reports = false;
};

}  // namespace detail
}  // namespace starling
