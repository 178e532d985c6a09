#include "engine/checkpoint/header.hpp"

#include <algorithm>
#include <limits>

#include "engine/fingerprint.hpp"
#include "engine/quotes.hpp"

namespace starling::checkpoint {
namespace {

constexpr std::int64_t most_worlds = std::numeric_limits<std::int32_t>::max();

std::string line_of(const TableDescription& table) {
  return table.name + ": " + (table.grows ? "up to " : "") + std::to_string(table.rows_per_world) +
         " rows a world";
}

std::string line_of(const TableDescription& table, const ColumnDescription& column) {
  std::string line = table.name + "." + column.component + ", " + column.tensor_name + ":";
  if (column.is_strip) {
    return line + " " + std::to_string(column.fields.size()) + " elements of " +
           name_of(column.element);
  }
  for (const FieldDescription& field : column.fields)
    line += " " + field.path + " " + name_of(field.dtype);
  return line;
}

std::string in_words(const OptionTexts& options) {
  std::string words;
  for (const auto& [name, value] : options)
    words += (words.empty() ? "" : ", ") + name + " " + value;
  return words.empty() ? "none" : words;
}

/// "'Sheep.Pose: x_m float32' where this program has 'Sheep.Pose: x_m float64'"
std::string first_difference(const std::vector<std::string>& found,
                             const std::vector<std::string>& wanted) {
  const auto [there, here] =
      std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
  const auto quoted = [](bool is_there, const std::string& line) {
    return is_there ? in_quotes(line) : std::string("nothing more");
  };
  return quoted(there != found.end(), there != found.end() ? *there : "") +
         " where this program has " +
         quoted(here != wanted.end(), here != wanted.end() ? *here : "");
}

}  // namespace

std::vector<std::string> layout_of(const EnvironmentDescription& description) {
  std::vector<std::string> lines;
  for (const TableDescription& table : description.tables)
    lines.push_back(line_of(table));
  for (const ColumnDescription& column : description.columns)
    lines.push_back(line_of(description.tables[static_cast<std::size_t>(column.table)], column));
  return lines;
}

void write_header(ByteWriter& to, const CheckpointHeader& header) {
  to.text(header.engine_version);
  to.text(header.environment);
  to.options(header.options);
  to.number(header.fingerprint);
  to.varint(header.layout.size());
  for (const std::string& line : header.layout)
    to.text(line);
  to.number(header.seed);
  to.varint(header.first_world);
  to.varint(header.worlds);
  to.varint(header.part_worlds);
  to.varint(header.steps_done);
}

CheckpointHeader read_header(ByteReader& from) {
  CheckpointHeader header;
  header.engine_version = from.text("its engine's version");
  header.environment = from.text("its environment's name");
  header.options = from.options();
  header.fingerprint = from.number<std::uint64_t>();
  for (std::size_t left = from.count("the number of its tables and columns"); left > 0; --left)
    header.layout.push_back(from.text("a table or column"));
  header.seed = from.number<std::uint64_t>();
  header.first_world = from.varint("the number of its first world", most_worlds);
  header.worlds = from.varint("the number of worlds", most_worlds - header.first_world);
  header.part_worlds = from.varint("the worlds of a part", most_worlds);
  header.steps_done = from.varint("the steps done", std::numeric_limits<std::int64_t>::max());
  if (header.worlds == 0 || header.part_worlds == 0) from.refuse("has no worlds");
  from.expect_end();
  return header;
}

void require_same(const CheckpointHeader& header, const PreparedEnvironment& environment,
                  const OptionTexts& options, const std::string& name) {
  const auto refuse = [&name](const std::string& reason) {
    throw Error(Refusal::Usage, name + " " + reason);
  };
  const std::string& here = environment.description.name;
  if (header.environment != here)
    refuse("is of environment " + in_quotes(header.environment) + ", not of '" + here + "'");
  const std::vector<std::string> layout = layout_of(environment.description);
  const bool is_same = header.fingerprint == fingerprint_of(environment);
  if (is_same && header.layout == layout) return;
  if (header.options != options) {
    refuse("is of '" + here + "' with other options: " + in_quotes(in_words(header.options)) +
           "; here they are: " + in_quotes(in_words(options)));
  }
  if (header.layout != layout) {
    refuse("is of another '" + here + "', by version " + in_quotes(header.engine_version) +
           ": it has " + first_difference(header.layout, layout));
  }
  refuse("is of '" + here +
         "' with other data that its worlds share, such as files that its "
         "options name, or other choices of actions");
}

}  // namespace starling::checkpoint
