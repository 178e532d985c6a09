#include "engine/world_snapshot.hpp"

#include <cstring>

#include "engine/error.hpp"
#include "engine/layout.hpp"
#include "engine/shortest_text.hpp"

namespace starling {
namespace {

template <class Scalar>
std::string as_text(std::uint64_t bits) {
  Scalar value{};
  std::memcpy(&value, &bits, sizeof value);
  return shortest_text(value);
}

}  // namespace

bool is_engines_own(const ColumnDescription& column) {
  return column.role == ColumnRole::Internal || column.component == "EpisodesEnded" ||
         column.component == "SpawnOrder" || column.component == "RowFate";
}

bool is_in_snapshots(const ColumnDescription& column) {
  return !is_engines_own(column) && column.role != ColumnRole::Final;
}

void set_rows(WorldSnapshot& snapshot, const EnvironmentDescription& description,
              std::vector<std::int32_t> rows) {
  constexpr std::int64_t alignment_bytes = 16;
  snapshot.rows = std::move(rows);
  snapshot.begins.clear();
  std::int64_t end = 0;
  for (const ColumnDescription& column : description.columns) {
    snapshot.begins.push_back(static_cast<std::uint32_t>(end));
    if (!is_in_snapshots(column)) continue;
    const std::int64_t bytes =
        std::int64_t{column.size_bytes} * snapshot.rows[static_cast<std::size_t>(column.table)];
    end += round_up(bytes, alignment_bytes);
  }
  snapshot.begins.push_back(static_cast<std::uint32_t>(end));
  snapshot.bytes.assign(static_cast<std::size_t>(end), std::byte{});
}

std::uint64_t bits_of(const WorldSnapshot& snapshot, const EnvironmentDescription& description,
                      int column, const FieldDescription& field, std::int64_t row) {
  const ColumnDescription& described = description.columns[static_cast<std::size_t>(column)];
  if (row < 0 || row >= snapshot.rows[static_cast<std::size_t>(described.table)]) {
    throw Error(Refusal::Usage,
                "row " + std::to_string(row) + " of " + described.component + " is not there");
  }
  std::uint64_t bits = 0;
  std::memcpy(
      &bits,
      &snapshot.column(
          column)[static_cast<std::size_t>(row * described.size_bytes + field.offset_bytes)],
      static_cast<std::size_t>(size_bytes(field.dtype)));
  return bits;
}

std::string text_of(DType dtype, std::uint64_t bits) {
  switch (dtype) {
    case DType::Bool:
      return bits != 0 ? "true" : "false";
    case DType::Int8:
      return as_text<std::int8_t>(bits);
    case DType::Int16:
      return as_text<std::int16_t>(bits);
    case DType::Int32:
      return as_text<std::int32_t>(bits);
    case DType::Int64:
      return as_text<std::int64_t>(bits);
    case DType::Float32:
      return as_text<float>(bits);
    case DType::Float64:
      return as_text<double>(bits);
    default:
      return std::to_string(bits);
  }
}

}  // namespace starling
