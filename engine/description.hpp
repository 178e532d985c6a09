/// What an environment is made of, at run time: its tables, columns and fields.
#pragma once

#include <string>
#include <vector>

#include "engine/component.hpp"

namespace starling {

/// What a column is for.
enum class ColumnRole : std::uint8_t {
  State,    ///< In the slabs; lives from step to step.
  Input,    ///< Exported; read by the step.
  Output,   ///< Exported; starts each step as T{}.
  Final,    ///< Exported; holds a value where an episode ended in that step.
  Internal  ///< Exported for the engine itself: state hash, reset request.
};

struct ColumnDescription {
  std::string component;    ///< "Cart"
  std::string tensor_name;  ///< "cart"; "final_observation"
  int table = 0;
  int rows_per_world = 1;
  int size_bytes = 0;
  ColumnRole role = ColumnRole::State;
  std::vector<FieldDescription> fields;
  bool is_strip = false;                   ///< A run decides how many elements a row has.
  DType element = DType::Float32;          ///< Of a strip.
  std::vector<std::int64_t> choices = {};  ///< Of each field of an input that has choices.

  bool is_exported() const { return role != ColumnRole::State; }
  std::int64_t bytes_per_world() const { return std::int64_t{size_bytes} * rows_per_world; }
};

struct TableDescription {
  std::string name;        ///< "world" for table 0, else the archetype's type name.
  int rows_per_world = 1;  ///< The most where the table grows.
  bool grows = false;      ///< Its rows are spawned and destroyed.
  bool is_fixed = true;    ///< Rows a world are the same in every run.
  int population = -1;     ///< Column of how many rows live now, where the table grows.
};

/// A kind of tokens that agents observe.
struct TokenDescription {
  int column = -1;  ///< Floats, [entities, features] a row.
  int features = 0;
};

struct EnvironmentDescription {
  std::string name;
  std::vector<TableDescription> tables;
  std::vector<ColumnDescription> columns;  ///< In the schema's order, tables one after the other.
  std::int64_t shared_bytes = 0;           ///< Of data that all worlds of a run read.
  std::vector<TokenDescription> tokens;    ///< In order; none where agents observe no entities.
  int token_mask = -1;   ///< Column of bytes, one a token; -1 where all are always there.
  int action_mask = -1;  ///< Column of bytes, one a choice; -1 where all may always be taken.

  /// Index of a component's column in a table, or -1.
  int column_of(std::string_view component, int table) const;
  /// Sets the rows a world of every table, as a run wants them.
  void set_rows(const std::vector<int>& table_rows);
  /// Sets the elements a row of every column that is a strip.
  void set_strips(const std::vector<int>& lengths);
  /// Rows a world that take actions.
  std::int64_t agents_per_world() const;
};

}  // namespace starling
