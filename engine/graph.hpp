/// The nodes that a task graph is written with, and their flattening into program order.
#pragma once

#include "engine/type_list.hpp"

namespace starling {

/// Calls the system once for every row of every archetype that has its components.
template <auto system>
struct Each {};

/// Calls the system once a world, on the world's singletons (and on the row of archetypes that have
/// exactly one row a world).
template <auto system>
struct EachWorld {};

/// Runs the nodes only on rows for which the predicate, a `bool(const T&, ...)`, holds. The rows
/// are judged on entry: no system inside may write what the predicate reads.
template <auto predicate, class... Nodes>
struct When {};

/// Runs the nodes `times` times in a row: substeps.
template <int times, class... Nodes>
struct Repeat {
  static_assert(times >= 1, "Repeat needs a positive count");
};

/// Runs the nodes in order; graphs nest.
template <class... Nodes>
struct TaskGraph {};

/// Makes the spawns and destroys that were asked for since the last Commit take effect: dead rows
/// are dropped, the others close up in their order, new rows follow in the order of node, turn of
/// the loops around, row that asked, and call. It stands wherever the graph needs it, at least
/// behind the last system that commands; inside When it takes effect in all worlds. Where nothing
/// changed it looks at two counters a world and archetype.
struct Commit {};

/// Sets a component to T{} in every row that has it, those that wait for a Commit too, without
/// reading it.
template <class T>
struct Clear {};

/// Keeps a component of rows whose episode ended: see Final.
template <class T>
struct KeepFinal {};

namespace detail {

/// Hashes every world into its StateHash.
struct HashWorlds {};

/// Empties all tables of temporary archetypes.
struct DropTemporary {};

template <auto... predicates>
struct Masks {};

/// Program order: a leaf under its masks, and the two ends of a loop.
template <class Node, class MaskList>
struct LeafToken {};
template <int times>
struct LoopBeginToken {};
struct LoopEndToken {};

template <class Token>
struct LeafOf;
template <class Leaf, class MaskList>
struct LeafOf<LeafToken<Leaf, MaskList>> {
  using type = Leaf;
};

template <class Token>
struct MasksOf;
template <class Leaf, class MaskList>
struct MasksOf<LeafToken<Leaf, MaskList>> {
  using type = MaskList;
};

/// True for two leaves under the same masks.
template <class A, class B>
struct SameMasks {
  static constexpr bool value = false;
};

template <class A, class B, class MaskList>
struct SameMasks<LeafToken<A, MaskList>, LeafToken<B, MaskList>> {
  static constexpr bool value = true;
};

template <class MaskList, auto predicate>
struct WithMask;

template <auto... predicates, auto predicate>
struct WithMask<Masks<predicates...>, predicate> {
  using type = Masks<predicates..., predicate>;
};

/// A node that is made of others has them as `Nodes`; all else is a leaf.
template <class Node, class MaskList>
struct FlattenNode {
  template <class Composite>
  static auto tokens_of(int) -> typename FlattenNode<typename Composite::Nodes, MaskList>::type;
  template <class Leaf>
  static auto tokens_of(long) -> TypeList<LeafToken<Leaf, MaskList>>;
  using type = decltype(tokens_of<Node>(0));
};

template <class MaskList>
struct FlattenNode<Commit, MaskList> {
  using type = TypeList<LeafToken<Commit, Masks<>>>;
};

template <class... Nodes, class MaskList>
struct FlattenNode<TaskGraph<Nodes...>, MaskList> {
  using type = Concat<typename FlattenNode<Nodes, MaskList>::type...>;
};

template <auto predicate, class... Nodes, class MaskList>
struct FlattenNode<When<predicate, Nodes...>, MaskList> {
  using Inner = typename WithMask<MaskList, predicate>::type;
  using type = Concat<typename FlattenNode<Nodes, Inner>::type...>;
};

template <int times, class... Nodes, class MaskList>
struct FlattenNode<Repeat<times, Nodes...>, MaskList> {
  using type = Concat<TypeList<LoopBeginToken<times>>,
                      typename FlattenNode<Nodes, MaskList>::type..., TypeList<LoopEndToken>>;
};

template <class Node>
using Flatten = typename FlattenNode<Node, Masks<>>::type;

}  // namespace detail
}  // namespace starling
