/// Sets up a run of an environment: its rules read from options, its tables' rows from its rules.
#pragma once

#include "engine/archetype.hpp"
#include "engine/launch.hpp"
#include "engine/run_setup.hpp"
#include "engine/schema.hpp"

namespace starling {

/// The rules of an environment that has none.
struct NoRules {};

namespace detail {

template <class Env>
struct DeclaredRules {
  template <class E>
  static auto rules(int) -> typename E::Rules;
  template <class E>
  static auto rules(long) -> NoRules;
  using type = decltype(rules<Env>(0));
};

template <class Env>
struct DeclaredShared {
  template <class E>
  static auto list(int) -> typename E::Shared;
  template <class E>
  static auto list(long) -> TypeList<>;
  using type = Concat<TypeList<typename DeclaredRules<Env>::type>, decltype(list<Env>(0))>;
  static_assert(type::size <= max_shared, "an environment shares too many types of data");
};

/// Place of T among what an environment's worlds share, or -1.
template <class Env, class T>
inline constexpr int shared_index = index_in<typename DeclaredShared<Env>::type, T>;

template <auto source, class Rules>
int rows_by(const Rules& rules) {
  if constexpr (is_row_count<source>) {
    return static_cast<int>(source);
  } else {
    return static_cast<int>(rules.*source);
  }
}

template <class Rules, class... Entries>
std::vector<int> table_rows(const Rules& rules, TypeList<Entries...>) {
  return {1, rows_by<ArchetypeEntry<Entries>::rows_source>(rules)...};
}

/// Elements of a row of each column that is a strip; 0 for all others.
template <class Rules, class... Columns>
std::vector<int> strip_lengths(const Rules& rules, TypeList<Columns...>) {
  const auto length = [&]<class T>(TypeList<T>) {
    using Strip = typename StripOf<T>::type;
    if constexpr (std::is_void_v<Strip>) {
      return 0;
    } else {
      return rows_by<Strip::length>(rules);
    }
  };
  return {length(TypeList<typename Columns::Component>{})...};
}

template <class... Ts>
std::vector<SharedData::Array> in_launch_order(const SharedData& data, TypeList<Ts...>) {
  std::vector<SharedData::Array> ordered;
  for (const std::string_view type : {std::string_view(pretty_type<Ts>())...}) {
    ordered.push_back({type, {}, 0});
    for (const SharedData::Array& array : data.arrays()) {
      if (array.type == type) ordered.back() = array;
    }
  }
  return ordered;
}

/// Reads the options of a run. Throws Error (Usage) for one that is unknown or out of range.
template <class Env>
RunSetup set_up(const OptionTexts& given) {
  using Rules = typename DeclaredRules<Env>::type;
  Options options(Env::name, given);
  SharedData data;
  Rules rules{};
  if constexpr (!std::is_same_v<Rules, NoRules>) {
    rules = Env::set_up(options, data);
    data.put<Rules>({rules});
  }
  options.refuse_unknown();
  return {in_launch_order(data, typename DeclaredShared<Env>::type{}),
          table_rows(rules, typename Schema<Env>::AllEntries{}),
          strip_lengths(rules, typename Schema<Env>::Columns{}), options.known()};
}

}  // namespace detail
}  // namespace starling
