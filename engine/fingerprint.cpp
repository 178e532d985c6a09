#include "engine/fingerprint.hpp"

#include <span>
#include <string_view>

#include "engine/byte_hash.hpp"
#include "kernels/hash.hpp"

namespace starling {
namespace {

class Fingerprint {
 public:
  template <class Number>
  void add_number(Number number) {
    const auto bits = static_cast<std::uint64_t>(number);
    value_ = kernels::mix64(value_ ^ bits) + bits;
  }
  void add(std::span<const std::byte> bytes) {
    add_number(bytes.size());
    value_ = hash_bytes(value_, bytes);
  }
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

void add_column(Fingerprint& fingerprint, const ColumnDescription& column) {
  fingerprint.add(column.component);
  fingerprint.add_number(column.table);
  fingerprint.add_number(column.rows_per_world);
  fingerprint.add_number(column.size_bytes);
  fingerprint.add_number(column.role);
  fingerprint.add_number(column.fields.size());
  for (const FieldDescription& field : column.fields) {
    fingerprint.add(field.path);
    fingerprint.add_number(field.dtype);
    fingerprint.add_number(field.offset_bytes);
  }
  fingerprint.add_number(column.choices.size());
  for (const std::int64_t choices : column.choices)
    fingerprint.add_number(choices);
}

}  // namespace

std::uint64_t fingerprint_of(const PreparedEnvironment& environment) {
  const EnvironmentDescription& description = environment.description;
  Fingerprint fingerprint;
  fingerprint.add(description.name);
  fingerprint.add_number(description.tables.size());
  for (const TableDescription& table : description.tables) {
    fingerprint.add(table.name);
    fingerprint.add_number(table.rows_per_world);
    fingerprint.add_number(table.grows ? 1 : 0);
  }
  fingerprint.add_number(description.columns.size());
  for (const ColumnDescription& column : description.columns)
    add_column(fingerprint, column);
  fingerprint.add_number(environment.shared.size());
  for (const SharedData::Array& array : environment.shared)
    fingerprint.add(array.bytes);
  return fingerprint.value();
}

}  // namespace starling
