#include "engine/description.hpp"

#include <cctype>

#include "engine/describe.hpp"
#include "engine/layout.hpp"

namespace starling {

int EnvironmentDescription::column_of(std::string_view component, int table) const {
  for (std::size_t index = 0; index < columns.size(); ++index) {
    if (columns[index].table == table && columns[index].component == component) {
      return static_cast<int>(index);
    }
  }
  return -1;
}

void EnvironmentDescription::set_rows(const std::vector<int>& table_rows) {
  for (std::size_t table = 0; table < tables.size(); ++table)
    tables[table].rows_per_world = table_rows[table];
  for (ColumnDescription& column : columns)
    column.rows_per_world = table_rows[static_cast<std::size_t>(column.table)];
}

void EnvironmentDescription::set_strips(const std::vector<int>& lengths) {
  for (std::size_t index = 0; index < columns.size(); ++index) {
    ColumnDescription& column = columns[index];
    if (!column.is_strip) continue;
    column.fields.clear();
    const auto scalar = static_cast<int>(size_bytes(column.element));
    for (int element = 0; element < lengths[index]; ++element) {
      std::string path("[");
      path.append(std::to_string(element)).append("]");
      column.fields.push_back({path, column.element, element * scalar});
    }
    column.size_bytes = lengths[index] * scalar;
    if (column.role == ColumnRole::Final) {
      column.size_bytes = static_cast<int>(
          round_up(column.size_bytes, static_cast<std::int64_t>(final_alignment_bytes)));
    }
  }
}

std::int64_t EnvironmentDescription::agents_per_world() const {
  std::vector<bool> acts(tables.size(), false);
  for (const ColumnDescription& column : columns) {
    if (column.role == ColumnRole::Input) acts[static_cast<std::size_t>(column.table)] = true;
  }
  std::int64_t agents = 0;
  for (std::size_t table = 0; table < tables.size(); ++table) {
    agents += acts[table] ? tables[table].rows_per_world : 0;
  }
  return agents;
}

namespace detail {

std::string snake_case(std::string_view name) {
  std::string result;
  for (const char letter : name) {
    const auto code = static_cast<unsigned char>(letter);
    if (std::isupper(code) != 0 && !result.empty()) result += '_';
    result += static_cast<char>(std::tolower(code));
  }
  return result;
}

}  // namespace detail
}  // namespace starling
