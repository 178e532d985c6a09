#include "engine/serve/worlds.hpp"

#include <algorithm>
#include <cstring>

#include "engine/bytes.hpp"
#include "engine/serve/envelope.hpp"

namespace starling::serve {
namespace {

static_assert(std::endian::native == std::endian::little,
              "components are sent as they lie in memory, the lowest byte first");

constexpr std::int64_t most_worlds_a_page = 64;
constexpr std::size_t header_bytes = 8 + 8 + 8 + 4;

/// Bytes of a world in a message: rows by table, then column after column, without gaps.
std::size_t packed_bytes(const EnvironmentDescription& description,
                         std::span<const std::int32_t> rows) {
  std::size_t bytes = rows.size() * sizeof(std::uint32_t);
  for (const ColumnDescription& column : description.columns) {
    if (!is_in_snapshots(column)) continue;
    bytes += static_cast<std::size_t>(column.size_bytes) *
             static_cast<std::size_t>(rows[static_cast<std::size_t>(column.table)]);
  }
  return bytes;
}

std::size_t most_packed_bytes(const EnvironmentDescription& description) {
  std::vector<std::int32_t> rows;
  for (const TableDescription& table : description.tables)
    rows.push_back(table.rows_per_world);
  return packed_bytes(description, rows);
}

std::int64_t worlds_of_page(const EnvironmentDescription& description, std::int64_t page,
                            std::int64_t run_worlds) {
  const std::int64_t each = worlds_a_page(description);
  return std::min(each, run_worlds - page * each);
}

std::vector<std::int32_t> read_rows(ByteReader& reader, const EnvironmentDescription& description) {
  std::vector<std::int32_t> rows;
  for (const TableDescription& table : description.tables) {
    const std::int32_t most = table.rows_per_world;
    const std::int32_t least = table.grows ? 0 : most;
    rows.push_back(reader.number<std::int32_t>(("rows of " + table.name).c_str(), least, most));
  }
  return rows;
}

/// What is no bool would be read as one by whoever draws the world, which must not be.
void check_bools(const ByteReader& reader, const ColumnDescription& column,
                 std::span<const std::byte> values) {
  for (const FieldDescription& field : column.fields) {
    if (field.dtype != DType::Bool) continue;
    for (auto at = static_cast<std::size_t>(field.offset_bytes); at < values.size();
         at += static_cast<std::size_t>(column.size_bytes)) {
      if (static_cast<unsigned>(values[at]) > 1)
        reader.refuse("holds a value of " + column.component + "." + field.path +
                      " that is neither true nor false");
    }
  }
}

WorldSnapshot read_world(ByteReader& reader, const EnvironmentDescription& description) {
  WorldSnapshot snapshot;
  std::vector<std::int32_t> rows = read_rows(reader, description);
  const std::size_t bytes = packed_bytes(description, rows) - rows.size() * sizeof(std::uint32_t);
  ByteReader columns = reader.part(bytes);
  set_rows(snapshot, description, std::move(rows));
  for (std::size_t index = 0; index < description.columns.size(); ++index) {
    const ColumnDescription& column = description.columns[index];
    if (!is_in_snapshots(column)) continue;
    const auto count =
        static_cast<std::size_t>(snapshot.rows[static_cast<std::size_t>(column.table)]);
    const auto values = columns.take(count * static_cast<std::size_t>(column.size_bytes));
    check_bools(reader, column, values);
    if (!values.empty())
      std::memcpy(snapshot.bytes.data() + snapshot.begins[index], values.data(), values.size());
  }
  return snapshot;
}

void write_world(ByteWriter& writer, const EnvironmentDescription& description,
                 const WorldSnapshot& snapshot) {
  for (const std::int32_t rows : snapshot.rows)
    writer.number(rows);
  for (std::size_t index = 0; index < description.columns.size(); ++index) {
    const ColumnDescription& column = description.columns[index];
    if (!is_in_snapshots(column)) continue;
    const auto count =
        static_cast<std::size_t>(snapshot.rows[static_cast<std::size_t>(column.table)]);
    writer.append(snapshot.column(static_cast<int>(index))
                      .first(count * static_cast<std::size_t>(column.size_bytes)));
  }
}

}  // namespace

std::int64_t worlds_a_page(const EnvironmentDescription& description) {
  const std::size_t fit = (most_body_bytes - header_bytes) / most_packed_bytes(description);
  return std::clamp(static_cast<std::int64_t>(fit), std::int64_t{1}, most_worlds_a_page);
}

std::int64_t pages_of(const EnvironmentDescription& description, std::int64_t worlds) {
  const std::int64_t each = worlds_a_page(description);
  return (worlds + each - 1) / each;
}

std::vector<std::byte> encode(const Worlds& worlds, const EnvironmentDescription& description) {
  ByteWriter writer;
  writer.reserve(header_bytes + worlds.snapshots.size() * most_packed_bytes(description));
  writer.number(worlds.run_id);
  writer.number(worlds.step);
  writer.number(worlds.page);
  writer.number(static_cast<std::uint32_t>(worlds.snapshots.size()));
  for (const WorldSnapshot& snapshot : worlds.snapshots)
    write_world(writer, description, snapshot);
  return seal({Kind::Worlds, worlds.page}, writer.bytes());
}

Worlds decode_worlds(std::span<const std::byte> message, const EnvironmentDescription& description,
                     std::int64_t run_worlds) {
  const auto each = static_cast<std::size_t>(worlds_a_page(description));
  const std::vector<std::byte> body =
      open(message, Kind::Worlds, header_bytes + each * most_packed_bytes(description));
  ByteReader reader(body, in_words(Kind::Worlds));
  Worlds worlds;
  worlds.run_id = reader.number<std::uint64_t>();
  worlds.step = reader.number<std::int64_t>("steps", 0, std::numeric_limits<std::int64_t>::max());
  worlds.page = reader.number<std::int64_t>("pages", 0, pages_of(description, run_worlds) - 1);
  if (topic_of(message)->page != worlds.page) reader.refuse("is of another page than its topic");
  const auto count =
      static_cast<std::uint32_t>(worlds_of_page(description, worlds.page, run_worlds));
  reader.number<std::uint32_t>("worlds", count, count);
  for (std::uint32_t index = 0; index < count; ++index) {
    worlds.snapshots.push_back(read_world(reader, description));
    worlds.snapshots.back().world =
        worlds.page * worlds_a_page(description) + static_cast<std::int64_t>(index);
  }
  reader.expect_end();
  return worlds;
}

}  // namespace starling::serve
