/// The graphs that the engine runs on an environment, built around the graph that it declares.
#pragma once

#include "engine/actions.hpp"
#include "engine/clock_systems.hpp"
#include "engine/launch.hpp"
#include "engine/program.hpp"

namespace starling::detail {

/// A graph's nodes at the top level, composites opened.
template <class Node>
struct TopLevel {
  template <class Composite>
  static auto nodes_of(int) -> typename TopLevel<typename Composite::Nodes>::type;
  template <class Leaf>
  static auto nodes_of(long) -> TypeList<Leaf>;
  using type = decltype(nodes_of<Node>(0));
};

template <class... Nodes>
struct TopLevel<TaskGraph<Nodes...>> {
  using type = Concat<typename TopLevel<Nodes>::type...>;
};

/// How a composite node, such as an episode, starts a world; what else starts is empty.
template <class Node>
struct StartOf {
  template <class Composite>
  static auto start_of(int) -> TypeList<typename Composite::Start>;
  template <class Leaf>
  static auto start_of(long) -> TypeList<>;
  using type = decltype(start_of<Node>(0));
};

template <class... Nodes>
struct StartOf<TaskGraph<Nodes...>> {
  using type = Concat<typename StartOf<Nodes>::type...>;
};

/// All component types that a list of tokens names.
template <class Token>
struct TypesTouchedBy {
  using type = TypeList<>;
};

template <class Leaf, auto... predicates>
struct TypesTouchedBy<LeafToken<Leaf, Masks<predicates...>>> {
  using Traits = LeafTraits<Leaf>;
  using type = Concat<typename Traits::Reads, typename Traits::Writes, typename Traits::Remote,
                      typename SystemTraits<predicates>::Reads...>;
};

template <class Tokens>
struct TypesTouched;

template <class... Tokens>
struct TypesTouched<TypeList<Tokens...>> {
  using type = Concat<typename TypesTouchedBy<Tokens>::type...>;
};

/// Splits a list into what is in `Wanted` and what is not.
template <class List, class Wanted>
struct Partition;

template <class... Ts, class Wanted>
struct Partition<TypeList<Ts...>, Wanted> {
  using Inside = Concat<std::conditional_t<contains<Wanted, Ts>, TypeList<Ts>, TypeList<>>...>;
  using Outside = Concat<std::conditional_t<contains<Wanted, Ts>, TypeList<>, TypeList<Ts>>...>;
};

/// Puts a Clear<T> just before the first top-level node that touches T, for every T of `Pending`:
/// outputs start each step as T{}, and where the rows agree the clearing costs nothing.
template <class Nodes, class Pending>
struct ClearFirst;

template <class Pending>
struct ClearFirst<TypeList<>, Pending> {
  static_assert(Pending::size == 0, "an output of the environment is touched by no system");
  using type = TypeList<>;
};

template <class List>
struct ClearsOf;

template <class... Ts>
struct ClearsOf<TypeList<Ts...>> {
  using type = TypeList<Clear<Ts>...>;
};

template <class Node, class... Nodes, class Pending>
struct ClearFirst<TypeList<Node, Nodes...>, Pending> {
  using Split = Partition<Pending, typename TypesTouched<Flatten<Node>>::type>;
  using type = Concat<typename ClearsOf<typename Split::Inside>::type, TypeList<Node>,
                      typename ClearFirst<TypeList<Nodes...>, typename Split::Outside>::type>;
};

template <class List>
struct GraphOf;

template <class... Nodes>
struct GraphOf<TypeList<Nodes...>> {
  using type = TaskGraph<Nodes...>;
};

template <class Input>
struct CheckOfInput {
  using type = TypeList<>;
};
template <class Input>
requires has_choices<Input>
struct CheckOfInput<Input> {
  using type = TypeList<Each<&check_action<Input>>>;
};

/// The inputs' own nodes: drawing them, or checking those that declare choices.
template <class Inputs>
struct InputNodes;

template <class... Inputs>
struct InputNodes<TypeList<Inputs...>> {
  using Draws = TypeList<Each<&draw_action<Inputs>>...>;
  using Checks = Concat<typename CheckOfInput<Inputs>::type...>;
};

/// The graph `Start` of an environment that declares one: how its worlds start, after the episodes
/// of its step have begun.
template <class Env>
struct DeclaredStart {
  template <class E>
  static auto list(int) -> TypeList<typename E::Start>;
  template <class E>
  static auto list(long) -> TypeList<>;
  using type = decltype(list<Env>(0));
};

template <class S>
consteval bool has_temporary() {
  return []<int... tables>(std::integer_sequence<int, tables...>) {
    return ((S::grows(tables) && S::template slots_table<tables> < 0) || ...);
  }
  (std::make_integer_sequence<int, S::tables>{});
}

template <class Env>
struct ProgramGraphs {
  using S = Schema<Env>;
  using Inputs = typename S::Inputs;
  using Outputs = typename S::Outputs;
  using DeclaredStep = typename TopLevel<typename Env::Step>::type;
  using Starts = typename StartOf<typename Env::Step>::type;

  /// A graph that has no episode of its own still counts its steps.
  using Ticks = std::conditional_t<Starts::size == 0, TypeList<EachWorld<tick>>, TypeList<>>;
  using Begins =
      Concat<std::conditional_t<Starts::size == 0, TypeList<EachWorld<begin_episode>>, Starts>,
             typename DeclaredStart<Env>::type>;

  /// Temporary entities end with the step before.
  using Drops = std::conditional_t<has_temporary<S>(), TypeList<DropTemporary>, TypeList<>>;

  template <class Actions, class Cleared>
  using StepOf =
      Concat<Drops, typename ClearFirst<Concat<Actions, DeclaredStep, Ticks>, Cleared>::type>;

  template <class List>
  struct ClearStates;
  template <class... Columns>
  struct ClearStates<TypeList<Columns...>> {
    template <class T>
    using Cleared = std::conditional_t<S::template is_exported<T>, TypeList<>, TypeList<T>>;
    using States = Union<TypeList<>, Concat<Cleared<typename Columns::Component>...>>;
    using type = typename ClearsOf<States>::type;
  };

  template <class List>
  struct UnderReset;
  template <class... Nodes>
  struct UnderReset<TypeList<Nodes...>> {
    using type = TaskGraph<When<is_reset_requested, EachWorld<clear_error>, Nodes...>>;
  };

  using Rollout = StepOf<typename InputNodes<Inputs>::Draws, Concat<Inputs, Outputs>>;

  template <ProgramKind kind>
  static auto graph() {
    if constexpr (kind == ProgramKind::Create) {
      return typename GraphOf<typename ClearStates<typename S::Columns>::type>::type{};
    } else if constexpr (kind == ProgramKind::Reset) {
      return typename UnderReset<Begins>::type{};
    } else if constexpr (kind == ProgramKind::Step) {
      return typename GraphOf<StepOf<typename InputNodes<Inputs>::Checks, Outputs>>::type{};
    } else if constexpr (kind == ProgramKind::Rollout) {
      return typename GraphOf<Rollout>::type{};
    } else if constexpr (kind == ProgramKind::Verify) {
      return typename GraphOf<Concat<Rollout, TypeList<HashWorlds>>>::type{};
    } else if constexpr (kind == ProgramKind::Draw) {
      return typename GraphOf<typename InputNodes<Inputs>::Draws>::type{};
    } else {
      return TaskGraph<HashWorlds>{};
    }
  }
};

/// The program of one kind, scheduled. A type of its own, so that symbols name the kind and not the
/// whole graph.
template <class Env, ProgramKind kind, bool fused>
struct ProgramOf : Program<Env, decltype(ProgramGraphs<Env>::template graph<kind>()), fused> {
  static_assert(ProgramOf::Program::commits_all(),
                "a system spawns or destroys entities and no Commit follows before the end of the "
                "graph: put one behind the last system that commands");
};

}  // namespace starling::detail
