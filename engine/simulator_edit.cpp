/// Changing one scalar of one world while nothing runs.
#include "engine/world_scalars.hpp"

namespace starling {
namespace {

/// Bits of a scalar that mean something; a bool has but one.
int bits_of(DType dtype) {
  return dtype == DType::Bool ? 1 : 8 * static_cast<int>(size_bytes(dtype));
}

/// Whether a column says which entity lies where: systems find rows by it, and believe it.
bool is_account_of_entities(const EnvironmentDescription& description, int column) {
  const ColumnDescription& described = description.columns[static_cast<std::size_t>(column)];
  const TableDescription& table = description.tables[static_cast<std::size_t>(described.table)];
  for (const TableDescription& other : description.tables) {
    if (other.population == column) return true;
  }
  const bool is_slot = described.component == "Slot" && table.name.ends_with("Slots");
  return is_slot || (table.grows && described.component == "Entity");
}

[[noreturn]] void refuse(const std::string& what, const std::string& why) {
  throw Error(Refusal::Usage, "'" + what + "' cannot be edited: " + why);
}

/// Throws Error where a scalar may not be given these bits.
void check_edit(const EnvironmentDescription& description, int column, int field,
                std::uint64_t bits) {
  const ColumnDescription& described = description.columns[static_cast<std::size_t>(column)];
  const std::string path = path_of(description, column, field);
  if (is_engines_own(described) || is_account_of_entities(description, column))
    refuse(path, "it is the engine's own");
  const int size = bits_of(described.fields[static_cast<std::size_t>(field)].dtype);
  if (size < 64 && bits >> size != 0) {
    refuse(path,
           "it has " + std::to_string(size) + " bits, and " + std::to_string(bits) + " takes more");
  }
}

}  // namespace

void Simulator::edit(std::int64_t world, std::string_view path, std::int64_t row,
                     std::uint64_t bits) {
  for (std::size_t column = 0; column < description().columns.size(); ++column) {
    const std::size_t fields = description().columns[column].fields.size();
    for (std::size_t field = 0; field < fields; ++field) {
      const auto of_column = static_cast<int>(column);
      const auto of_field = static_cast<int>(field);
      if (path_of(description(), of_column, of_field) == path)
        return edit(world, of_column, of_field, row, bits);
    }
  }
  refuse(std::string(path), "environment '" + description().name + "' has no such scalar");
}

void Simulator::edit(std::int64_t world, int column, int field, std::int64_t row,
                     std::uint64_t bits) {
  check_world(*batch_, world);
  const auto& columns = description().columns;
  if (column < 0 || column >= static_cast<int>(columns.size()))
    refuse("column " + std::to_string(column), "there are " + std::to_string(columns.size()));
  const ColumnDescription& described = columns[static_cast<std::size_t>(column)];
  if (field < 0 || field >= static_cast<int>(described.fields.size())) {
    refuse("field " + std::to_string(field) + " of " + described.component,
           "there are " + std::to_string(described.fields.size()));
  }
  check_edit(description(), column, field, bits);
  const std::int64_t rows = batch_->rows_of(described.table, world);
  if (row < 0 || row >= rows) {
    refuse(path_of(description(), column, field),
           "row " + std::to_string(row) + " is not among the " + std::to_string(rows) +
               " that world " + std::to_string(world) + " has");
  }
  const std::int64_t slot = newest_slot(*batch_, column, world, row);
  if (slot < 0) {
    refuse(path_of(description(), column, field),
           "no episode of world " + std::to_string(world) + " has ended in the newest step");
  }
  write_bits(
      *batch_,
      batch_->place_of(column, described.fields[static_cast<std::size_t>(field)], world, row, slot),
      bits);
}

void Simulator::flip_bit(std::int64_t world, std::size_t index, int bit) {
  const std::vector<WorldScalar> scalars = scalars_of(*batch_, world);
  if (index >= scalars.size() || bit < 0 || bit >= bits_of(scalars[index].dtype)) {
    throw Error(Refusal::Usage, "scalar " + std::to_string(index) + " bit " + std::to_string(bit) +
                                    " is not among the " + std::to_string(scalars.size()) +
                                    " scalars of a world");
  }
  const Place& place = scalars[index].place;
  write_bits(*batch_, place, read_bits(*batch_, place) ^ std::uint64_t{1} << bit);
}

}  // namespace starling
