/// Lists of types, and the few operations on them that the engine needs.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace starling {

/// A list of types, passed around as a value: `TypeList<Position, Velocity>`.
template <class... Ts>
struct TypeList {
  static constexpr std::size_t size = sizeof...(Ts);
};

namespace detail {

/// Index of T among Ts, or -1.
template <class T, class... Ts>
consteval int index_of(TypeList<Ts...>) {
  constexpr bool same[] = {std::is_same_v<T, Ts>..., true};
  int index = 0;
  while (!same[index])
    ++index;
  return index < static_cast<int>(sizeof...(Ts)) ? index : -1;
}

template <class List, class T>
inline constexpr int index_in = index_of<T>(List{});

template <class List, class T>
inline constexpr bool contains = index_in<List, T> >= 0;

template <class List, class Other>
inline constexpr bool disjoint = true;

/// True if the lists have no type in common.
template <class List, class... Ts>
inline constexpr bool disjoint<List, TypeList<Ts...>> = (!contains<List, Ts> && ...);

/// True if no type stands twice in the list.
template <class... Ts>
consteval bool all_different([[maybe_unused]] TypeList<Ts...> list) {
  const int first[] = {index_of<Ts>(list)..., -1};
  int index = 0;
  while (first[index] == index)
    ++index;
  return index == static_cast<int>(sizeof...(Ts));
}

template <class... Lists>
struct ConcatLists;

template <>
struct ConcatLists<> {
  using type = TypeList<>;
};

template <class... Ts>
struct ConcatLists<TypeList<Ts...>> {
  using type = TypeList<Ts...>;
};

template <class... As, class... Bs, class... Rest>
struct ConcatLists<TypeList<As...>, TypeList<Bs...>, Rest...> {
  using type = typename ConcatLists<TypeList<As..., Bs...>, Rest...>::type;
};

template <class... Lists>
using Concat = typename ConcatLists<Lists...>::type;

/// The list with T appended unless it is there already.
template <class List, class T>
using AppendNew = std::conditional_t<contains<List, T>, List, Concat<List, TypeList<T>>>;

template <class List, class Other>
struct UnionOf;

template <class List>
struct UnionOf<List, TypeList<>> {
  using type = List;
};

template <class List, class T, class... Ts>
struct UnionOf<List, TypeList<T, Ts...>> {
  using type = typename UnionOf<AppendNew<List, T>, TypeList<Ts...>>::type;
};

template <class List, class Other>
using Union = typename UnionOf<List, Other>::type;

template <std::size_t index, class T>
struct Indexed {
  using type = T;
};

template <class Indices, class List>
struct IndexMap;

template <std::size_t... indices, class... Ts>
struct IndexMap<std::index_sequence<indices...>, TypeList<Ts...>> : Indexed<indices, Ts>... {};

template <std::size_t index, class T>
Indexed<index, T> select_index(Indexed<index, T>*);

/// The type at an index, found by overload rather than by recursion.
template <std::size_t index, class List>
using At = typename decltype(select_index<index>(
    static_cast<IndexMap<std::make_index_sequence<List::size>, List>*>(nullptr)))::type;

}  // namespace detail
}  // namespace starling
