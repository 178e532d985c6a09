/// Makes an environment's run-time description from its compile-time schema. CPU files only.
#pragma once

#include <string>

#include "engine/action_mask.hpp"
#include "engine/actions.hpp"
#include "engine/description.hpp"
#include "engine/schema.hpp"
#include "engine/tokens.hpp"

namespace starling::detail {

/// "Observation" to "observation", "GridCell" to "grid_cell".
std::string snake_case(std::string_view name);

template <class T>
struct ComponentName {
  static std::string component() { return std::string(type_name<T>()); }
  static std::string tensor() { return snake_case(type_name<T>()); }
};

template <class Observation>
struct ComponentName<Final<Observation>> {
  static std::string component() { return "Final" + ComponentName<Observation>::component(); }
  static std::string tensor() { return "final_" + ComponentName<Observation>::tensor(); }
};

template <class EntityArchetype>
struct ComponentName<Population<EntityArchetype>> {
  static std::string component() {
    return std::string(type_name<EntityArchetype>()) + "Population";
  }
  static std::string tensor() { return snake_case(component()); }
};

template <class Kind>
struct TableName {
  static std::string value() { return std::string(type_name<Kind>()); }
};

template <class Kind>
struct TableName<SlotsOf<Kind>> {
  static std::string value() { return TableName<Kind>::value() + "Slots"; }
};

template <class Env, class T>
ColumnRole role_of() {
  using S = Schema<Env>;
  if constexpr (std::is_same_v<T, StateHash> || std::is_same_v<T, ResetRequest>) {
    return ColumnRole::Internal;
  } else if constexpr (is_final<T>) {
    return ColumnRole::Final;
  } else if constexpr (contains<typename S::Inputs, T>) {
    return ColumnRole::Input;
  } else {
    return contains<typename S::Outputs, T> ? ColumnRole::Output : ColumnRole::State;
  }
}

/// What is known of a column before a run is set up.
template <class Env, int table, class T>
ColumnDescription describe_column() {
  ColumnDescription column{.component = ComponentName<T>::component(),
                           .tensor_name = ComponentName<T>::tensor(),
                           .table = table,
                           .rows_per_world = Schema<Env>::rows(table),
                           .size_bytes = static_cast<int>(sizeof(T)),
                           .role = role_of<Env, T>(),
                           .fields = {}};
  if constexpr (has_choices<T>) column.choices.assign(T::choices.begin(), T::choices.end());
  using Strip = typename StripOf<T>::type;
  if constexpr (std::is_void_v<Strip>) {
    column.fields = describe_fields<T>();
  } else {
    static_assert(contains<typename Schema<Env>::Outputs, Strip>,
                  "a strip is not among the environment's Outputs");
    column.is_strip = true;
    column.element = dtype_of<typename Strip::Element>();
  }
  return column;
}

template <class Env, int... tables, class... Components>
void describe_columns(EnvironmentDescription& description,
                      TypeList<Column<tables, Components>...>) {
  (description.columns.push_back(describe_column<Env, tables, Components>()), ...);
}

template <class Env, class... Kinds>
void describe_tables(EnvironmentDescription& description, TypeList<void, Kinds...>) {
  using S = Schema<Env>;
  description.tables.push_back({"world"});
  const auto add = [&](const std::string& name, int population) {
    const auto table = static_cast<int>(description.tables.size());
    description.tables.push_back(
        {name, S::rows(table), S::grows(table), S::is_fixed(table), population});
  };
  (add(TableName<Kinds>::value(), S::template column_in<Population<Kinds>>(0)), ...);
}

/// The first column of a component; -1 where no table has it.
template <class T>
int first_column(const EnvironmentDescription& description) {
  for (std::size_t column = 0; column < description.columns.size(); ++column) {
    if (description.columns[column].component == ComponentName<T>::component())
      return static_cast<int>(column);
  }
  return -1;
}

/// The column of an output that is part of the entity observation.
template <class Env, class T>
int token_column(const EnvironmentDescription& description) {
  static_assert(contains<typename Schema<Env>::Outputs, T>,
                "what Tokens names is not among the environment's Outputs");
  return first_column<T>(description);
}

template <class Env, class Mask, class... Types>
void describe_tokens(EnvironmentDescription& description, TokensOf<Mask, Types...>) {
  description.tokens = {{token_column<Env, Types>(description), token_features<Types>()}...};
  if constexpr (!std::is_void_v<Mask>)
    description.token_mask = token_column<Env, Mask>(description);
}

template <class Env>
EnvironmentDescription describe() {
  EnvironmentDescription description;
  description.name = Env::name;
  describe_tables<Env>(description, typename Schema<Env>::Kinds{});
  describe_columns<Env>(description, typename Schema<Env>::Columns{});
  if constexpr (requires { typename Env::Tokens; })
    describe_tokens<Env>(description, typename Env::Tokens{});
  if constexpr (requires { typename Env::ActionMask; }) {
    using Mask = typename Env::ActionMask;
    static_assert(check_action_mask<Env, Mask>(typename Schema<Env>::Inputs{}));
    description.action_mask = first_column<Mask>(description);
  }
  return description;
}

}  // namespace starling::detail
