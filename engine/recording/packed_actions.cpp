#include "engine/recording/packed_actions.hpp"

#include <algorithm>
#include <cstring>

namespace starling::recording {
namespace {

constexpr std::int64_t byte_values = 256;

/// Choices of a field whose values are packed as digits; else 0. Of a single choice nothing is
/// kept.
std::int64_t base_of(const ColumnDescription& column, std::size_t field) {
  const bool is_whole = column.fields[field].dtype != DType::Float32 &&
                        column.fields[field].dtype != DType::Float64 &&
                        column.fields[field].dtype != DType::Bool;
  const std::int64_t choices = field < column.choices.size() ? column.choices[field] : 0;
  return is_whole && choices >= 1 && choices <= byte_values ? choices : 0;
}

/// Digits of a base that a byte holds.
int digits_of(std::int64_t base) {
  if (base < 2) return 0;
  int digits = 1;
  for (std::int64_t power = base * base; power <= byte_values; power *= base)
    ++digits;
  return digits;
}

std::uint64_t load_bits(const std::byte* from, int size_bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, static_cast<std::size_t>(size_bytes));
  return bits;
}

/// Packed bytes of a field of digits: whole ones of each agent, then those of the steps left.
std::int64_t digit_bytes(std::int64_t steps, std::int64_t agents, int digits) {
  if (digits == 0) return 0;
  return (steps / digits + (steps % digits != 0 ? 1 : 0)) * agents;
}

/// One field of a column as it is packed.
struct FieldOfSteps {
  const std::byte* first;  ///< Of the first agent in the first step.
  int size_bytes;
  std::int64_t row_bytes;
  std::int64_t steps;
  std::int64_t agents;

  std::uint64_t bits(std::int64_t step, std::int64_t agent) const {
    return load_bits(first + (step * agents + agent) * row_bytes, size_bytes);
  }
};

/// A byte an agent: the digits of steps [begin, begin + digits), the first the lowest. True if all
/// values are choices.
template <class Bits>
bool pack_digits(const FieldOfSteps& field, std::uint64_t base, std::int64_t begin, int digits,
                 std::int64_t stride, std::byte* to) {
  bool are_choices = true;
  const std::int64_t step_bytes = field.agents * field.row_bytes;
  for (std::int64_t agent = 0; agent < field.agents; ++agent) {
    const std::byte* from = field.first + begin * step_bytes + agent * field.row_bytes;
    std::uint64_t packed = 0;
    for (int digit = digits - 1; digit >= 0; --digit) {
      Bits value{};
      std::memcpy(&value, from + digit * step_bytes, sizeof value);
      are_choices = are_choices && value < base;
      packed = packed * base + (value < base ? value : 0);
    }
    to[agent * stride] = static_cast<std::byte>(packed);
  }
  return are_choices;
}

bool pack_digits(const FieldOfSteps& field, std::uint64_t base, std::int64_t begin, int digits,
                 std::int64_t stride, std::byte* to) {
  switch (field.size_bytes) {
    case 1:
      return pack_digits<std::uint8_t>(field, base, begin, digits, stride, to);
    case 2:
      return pack_digits<std::uint16_t>(field, base, begin, digits, stride, to);
    case 4:
      return pack_digits<std::uint32_t>(field, base, begin, digits, stride, to);
    default:
      return pack_digits<std::uint64_t>(field, base, begin, digits, stride, to);
  }
}

void pack_exceptions(ByteWriter& to, const FieldOfSteps& field, std::uint64_t base) {
  std::vector<std::int64_t> places;
  for (std::int64_t place = 0; place < field.steps * field.agents; ++place) {
    if (field.bits(0, place) >= base) places.push_back(place);
  }
  to.varint(places.size());
  std::int64_t before = 0;
  for (const std::int64_t place : places) {
    to.varint(place - before);
    to.low_bytes(field.bits(0, place), static_cast<std::size_t>(field.size_bytes));
    before = place;
  }
}

void pack_choices(ByteWriter& to, const FieldOfSteps& field, std::int64_t choices) {
  const auto base = static_cast<std::uint64_t>(choices);
  const int digits = digits_of(choices);
  if (digits == 0) return pack_exceptions(to, field, base);
  std::vector<std::byte> packed(
      static_cast<std::size_t>(digit_bytes(field.steps, field.agents, digits)));
  const std::int64_t full = field.steps / digits;
  bool are_choices = true;
  for (std::int64_t group = 0; group < full; ++group) {
    are_choices &= pack_digits(field, base, group * digits, digits, full, packed.data() + group);
  }
  if (const auto rest = static_cast<int>(field.steps % digits); rest != 0) {
    are_choices &=
        pack_digits(field, base, full * digits, rest, 1, packed.data() + full * field.agents);
  }
  to.append(packed);
  if (are_choices) return to.varint(0);
  pack_exceptions(to, field, base);
}

void pack_whole(ByteWriter& to, const FieldOfSteps& field) {
  for (int plane = 0; plane < field.size_bytes; ++plane) {
    for (std::int64_t agent = 0; agent < field.agents; ++agent) {
      for (std::int64_t step = 0; step < field.steps; ++step)
        to.number(static_cast<std::uint8_t>(field.bits(step, agent) >> 8 * plane));
    }
  }
}

}  // namespace

std::vector<ActionColumn> action_columns(const EnvironmentDescription& description,
                                         std::int64_t worlds) {
  std::vector<ActionColumn> columns;
  for (std::size_t index = 0; index < description.columns.size(); ++index) {
    const ColumnDescription& described = description.columns[index];
    if (described.role != ColumnRole::Input || described.bytes_per_world() == 0) continue;
    columns.push_back({static_cast<int>(index), worlds * described.rows_per_world, &described});
  }
  return columns;
}

void pack_actions(ByteWriter& to, const ActionColumn& column, std::int64_t steps,
                  std::span<const std::byte> actions) {
  const ColumnDescription& described = *column.described;
  for (std::size_t index = 0; index < described.fields.size(); ++index) {
    const FieldDescription& field = described.fields[index];
    const FieldOfSteps values{actions.data() + field.offset_bytes,
                              static_cast<int>(size_bytes(field.dtype)), described.size_bytes,
                              steps, column.agents};
    const std::int64_t base = base_of(described, index);
    if (base != 0) {
      pack_choices(to, values, base);
    } else {
      pack_whole(to, values);
    }
  }
}

PackedActions::PackedActions(ByteReader& from, const ActionColumn& column, std::int64_t steps)
    : column_(column), steps_(steps) {
  const ColumnDescription& described = *column.described;
  for (std::size_t index = 0; index < described.fields.size(); ++index) {
    Field field;
    field.offset_bytes = described.fields[index].offset_bytes;
    field.size_bytes = static_cast<int>(size_bytes(described.fields[index].dtype));
    field.base = base_of(described, index);
    field.digits = digits_of(field.base);
    field.bytes = from.take(
        static_cast<std::size_t>(field.base != 0 ? digit_bytes(steps, column.agents, field.digits)
                                                 : steps * column.agents * field.size_bytes));
    if (field.base != 0) read_exceptions(from, field);
    fields_.push_back(std::move(field));
  }
}

void PackedActions::read_exceptions(ByteReader& from, Field& field) {
  const auto size_bytes = static_cast<std::size_t>(field.size_bytes);
  field.exceptions.resize(from.count("the number of actions that are no choices", 1 + size_bytes));
  std::int64_t place = 0;
  const std::int64_t places = steps_ * column_.agents;
  for (Exception& exception : field.exceptions) {
    place += from.varint("the place of an action", std::max<std::int64_t>(places - 1 - place, 0));
    exception = {place, from.low_bytes(size_bytes)};
    if (place >= places) from.refuse("has an action of no agent");
  }
}

void PackedActions::read(std::int64_t step, std::span<std::byte> rows) const {
  for (const Field& field : fields_) {
    if (field.base == 0) {
      read_whole(field, step, rows.data());
    } else {
      read_digits(field, step, rows.data());
    }
  }
}

void PackedActions::read_digits(const Field& field, std::int64_t step, std::byte* rows) const {
  const std::int64_t row_bytes = column_.described->size_bytes;
  const std::int64_t full = field.digits == 0 ? 0 : steps_ / field.digits;
  const std::int64_t group = field.digits == 0 ? 0 : step / field.digits;
  unsigned divisor = 1;
  for (std::int64_t digit = group * field.digits; digit < step && field.digits != 0; ++digit)
    divisor *= static_cast<unsigned>(field.base);
  for (std::int64_t agent = 0; agent < column_.agents; ++agent) {
    std::uint64_t value = 0;
    if (field.digits != 0) {
      const std::int64_t at = group < full ? agent * full + group : full * column_.agents + agent;
      const auto packed = std::to_integer<unsigned>(field.bytes[static_cast<std::size_t>(at)]);
      value = packed / divisor % static_cast<unsigned>(field.base);
    }
    std::memcpy(rows + agent * row_bytes + field.offset_bytes, &value,
                static_cast<std::size_t>(field.size_bytes));
  }
  const auto less = [](const Exception& left, std::int64_t place) { return left.place < place; };
  const std::int64_t begin = step * column_.agents;
  for (auto exception =
           std::lower_bound(field.exceptions.begin(), field.exceptions.end(), begin, less);
       exception != field.exceptions.end() && exception->place < begin + column_.agents;
       ++exception) {
    std::memcpy(rows + (exception->place - begin) * row_bytes + field.offset_bytes,
                &exception->bits, static_cast<std::size_t>(field.size_bytes));
  }
}

void PackedActions::read_whole(const Field& field, std::int64_t step, std::byte* rows) const {
  for (int plane = 0; plane < field.size_bytes; ++plane) {
    const std::byte* from = field.bytes.data() + plane * column_.agents * steps_ + step;
    std::byte* to = rows + field.offset_bytes + plane;
    for (std::int64_t agent = 0; agent < column_.agents; ++agent)
      to[agent * column_.described->size_bytes] = from[agent * steps_];
  }
}

}  // namespace starling::recording
