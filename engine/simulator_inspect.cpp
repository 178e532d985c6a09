/// Looking into one world: every scalar by name.
#include <cstring>

#include "engine/batch.hpp"
#include "engine/world_snapshot.hpp"

namespace starling {
namespace {

/// One scalar of one world and where it lies.
struct Scalar {
  std::string path;
  std::int64_t row = 0;
  DType dtype = DType::Float32;
  Place place;
};

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
    if (!is_in_snapshots(described) && described.role != ColumnRole::Final) continue;
    for (std::int64_t row = 0; row < rows[static_cast<std::size_t>(described.table)]; ++row) {
      for (const FieldDescription& field : described.fields) {
        visit(static_cast<int>(column), field, row);
      }
    }
  }
}

std::uint64_t read_bits(const Batch& batch, const Place& place) {
  std::uint64_t bits = 0;
  batch.backend().read(reinterpret_cast<std::byte*>(&bits), place.address, place.size_bytes, 1,
                       place.size_bytes);
  return bits;
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

std::vector<Scalar> scalars_of(const Batch& batch, std::int64_t world) {
  if (world < 0 || world >= batch.settings().worlds) {
    throw Error(Refusal::Usage, "world " + std::to_string(world) + " is not among the " +
                                    std::to_string(batch.settings().worlds) + " of this batch");
  }
  const EnvironmentDescription& description = batch.description();
  std::vector<Scalar> scalars;
  for_each_scalar(batch, world, [&](int column, const FieldDescription& field, std::int64_t row) {
    const ColumnDescription& described = description.columns[static_cast<std::size_t>(column)];
    std::int64_t slot = batch.current_slot();
    if (described.role == ColumnRole::Final) {
      if (!has_ended(batch, described.table, world, row)) return;
      slot = final_slot(batch, world);
    }
    const std::string& table = description.tables[static_cast<std::size_t>(described.table)].name;
    scalars.push_back({table + "." + described.component + "." + field.path, row, field.dtype,
                       batch.place_of(column, field, world, row, slot)});
  });
  return scalars;
}

/// Bits of a scalar that may be flipped; a bool has but one.
std::int64_t bits_of(const Scalar& scalar) {
  return scalar.dtype == DType::Bool ? 1 : 8 * scalar.place.size_bytes;
}

}  // namespace

std::vector<FieldValue> Simulator::inspect(std::int64_t world) {
  std::vector<FieldValue> values;
  for (const Scalar& scalar : scalars_of(*batch_, world)) {
    const std::uint64_t bits = read_bits(*batch_, scalar.place);
    values.push_back({scalar.path, scalar.row, bits, text_of(scalar.dtype, bits)});
  }
  return values;
}

void Simulator::flip_bit(std::int64_t world, std::size_t index, int bit) {
  const std::vector<Scalar> scalars = scalars_of(*batch_, world);
  if (index >= scalars.size() || bit < 0 || bit >= bits_of(scalars[index])) {
    throw Error(Refusal::Usage, "scalar " + std::to_string(index) + " bit " + std::to_string(bit) +
                                    " is not among the " + std::to_string(scalars.size()) +
                                    " scalars of a world");
  }
  const Place& place = scalars[index].place;
  const std::uint64_t bits = read_bits(*batch_, place) ^ std::uint64_t{1} << bit;
  batch_->backend().write(place.address, reinterpret_cast<const std::byte*>(&bits),
                          place.size_bytes);
}

}  // namespace starling
