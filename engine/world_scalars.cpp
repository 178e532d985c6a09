#include "engine/world_scalars.hpp"

namespace starling {
namespace {

/// Calls visit(column, field, row) for every scalar of a world, of tables that grow those that live
/// now.
template <class Visit>
void for_each_scalar(const Batch& batch, std::int64_t world, Visit visit) {
  const EnvironmentDescription& description = batch.description();
  std::vector<std::int64_t> rows;
  for (std::size_t table = 0; table < description.tables.size(); ++table)
    rows.push_back(batch.rows_of(static_cast<int>(table), world));
  for (std::size_t column = 0; column < description.columns.size(); ++column) {
    const ColumnDescription& described = description.columns[column];
    if (is_engines_own(described)) continue;
    for (std::int64_t row = 0; row < rows[static_cast<std::size_t>(described.table)]; ++row) {
      for (std::size_t field = 0; field < described.fields.size(); ++field)
        visit(static_cast<int>(column), static_cast<int>(field), row);
    }
  }
}

/// True if the episode of this row, or of its world, ended in the newest step.
bool has_ended(const Batch& batch, int table, std::int64_t world, std::int64_t row) {
  const EnvironmentDescription& description = batch.description();
  const int own = description.column_of("Ending", table);
  const int column = own >= 0 ? own : description.column_of("Ending", 0);
  if (column < 0) return false;
  std::uint64_t ended = 0;
  for (const FieldDescription& field :
       description.columns[static_cast<std::size_t>(column)].fields) {
    ended |= read_bits(
        batch, batch.place_of(column, field, world, own >= 0 ? row : 0, batch.current_slot()));
  }
  return ended != 0;
}

/// Slot of a world's newest final observation.
std::int64_t final_slot(const Batch& batch, std::int64_t world) {
  if (batch.settings().steps_per_launch == 1) return 0;
  const int column = batch.description().column_of("EpisodesEnded", 0);
  const FieldDescription& count =
      batch.description().columns[static_cast<std::size_t>(column)].fields.front();
  return static_cast<std::int64_t>(read_bits(batch, batch.place_of(column, count, world, 0, 0))) -
         1;
}

}  // namespace

std::int64_t newest_slot(const Batch& batch, int column, std::int64_t world, std::int64_t row) {
  const ColumnDescription& described =
      batch.description().columns[static_cast<std::size_t>(column)];
  if (described.role != ColumnRole::Final) return batch.current_slot();
  return has_ended(batch, described.table, world, row) ? final_slot(batch, world) : -1;
}

void check_world(const Batch& batch, std::int64_t world) {
  if (world >= 0 && world < batch.settings().worlds) return;
  throw Error(Refusal::Usage, "world " + std::to_string(world) + " is not among the " +
                                  std::to_string(batch.settings().worlds) + " of this batch");
}

std::string path_of(const EnvironmentDescription& description, int column, int field) {
  const ColumnDescription& described = description.columns[static_cast<std::size_t>(column)];
  return description.tables[static_cast<std::size_t>(described.table)].name + "." +
         described.component + "." + described.fields[static_cast<std::size_t>(field)].path;
}

std::vector<WorldScalar> scalars_of(const Batch& batch, std::int64_t world) {
  check_world(batch, world);
  std::vector<WorldScalar> scalars;
  for_each_scalar(batch, world, [&](int column, int field, std::int64_t row) {
    const std::int64_t slot = newest_slot(batch, column, world, row);
    if (slot < 0) return;
    const FieldDescription& described = batch.description()
                                            .columns[static_cast<std::size_t>(column)]
                                            .fields[static_cast<std::size_t>(field)];
    scalars.push_back(
        {column, field, row, described.dtype, batch.place_of(column, described, world, row, slot)});
  });
  return scalars;
}

std::uint64_t read_bits(const Batch& batch, const Place& place) {
  std::uint64_t bits = 0;
  batch.backend().read(reinterpret_cast<std::byte*>(&bits), place.address, place.size_bytes, 1,
                       place.size_bytes);
  return bits;
}

void write_bits(const Batch& batch, const Place& place, std::uint64_t bits) {
  batch.backend().write(place.address, reinterpret_cast<const std::byte*>(&bits), place.size_bytes);
}

}  // namespace starling
