#include "engine/recording/header.hpp"

#include <limits>

#include "engine/recording/format.hpp"
#include "kernels/hash.hpp"

namespace starling {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();

class Fingerprint {
 public:
  void add(std::int64_t number) {
    sum_ = kernels::mix64(sum_ + kernels::mix64(static_cast<std::uint64_t>(number) + 1));
  }
  void add(const std::string& text) { add(static_cast<std::int64_t>(kernels::hash_name(text))); }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace

std::uint64_t fingerprint_of(const EnvironmentDescription& description) {
  Fingerprint sum;
  sum.add(description.name);
  sum.add(description.shared_bytes);
  for (const TableDescription& table : description.tables) {
    sum.add(table.name);
    sum.add(table.rows_per_world);
    sum.add(table.grows ? 1 : 0);
  }
  for (const ColumnDescription& column : description.columns) {
    sum.add(column.component);
    sum.add(column.table);
    sum.add(column.size_bytes);
    sum.add(static_cast<std::int64_t>(column.role));
    for (const FieldDescription& field : column.fields) {
      sum.add(field.path);
      sum.add(static_cast<std::int64_t>(field.dtype));
      sum.add(field.offset_bytes);
    }
    for (const std::int64_t choices : column.choices)
      sum.add(choices);
  }
  return sum.value();
}

namespace recording {
namespace {

void write_ranges(ByteWriter& to, const std::vector<WorldRange>& ranges) {
  to.count(ranges.size());
  for (const WorldRange& range : ranges) {
    to.signed_number(range.first);
    to.signed_number(range.worlds);
  }
}

/// Rising, none empty, all of the batch.
std::vector<WorldRange> read_ranges(ByteReader& from, std::int64_t batch_worlds) {
  std::vector<WorldRange> ranges(static_cast<std::size_t>(
      from.number("the number of runs of worlds", std::int64_t{max_ranges})));
  std::int64_t next = 0;
  for (WorldRange& range : ranges) {
    range.first = from.number("a recorded world", batch_worlds - 1);
    range.worlds = from.number("a number of recorded worlds", batch_worlds - range.first);
    if (range.first < next || range.worlds == 0) throw BadBytes{"its worlds do not rise"};
    next = range.first + range.worlds;
  }
  if (ranges.empty()) throw BadBytes{"it has no worlds"};
  return ranges;
}

void write_mask(ByteWriter& to, const std::vector<std::uint8_t>& mask) {
  to.byte(mask.empty() ? 0 : 1);
  for (std::size_t at = 0; at < mask.size(); at += 8) {
    std::uint8_t bits = 0;
    for (std::size_t bit = 0; bit < 8 && at + bit < mask.size(); ++bit)
      bits = static_cast<std::uint8_t>(bits | (mask[at + bit] != 0 ? 1U << bit : 0U));
    to.byte(bits);
  }
}

std::vector<std::uint8_t> read_mask(ByteReader& from, std::int64_t worlds) {
  if (from.byte() == 0) return {};
  const std::span<const std::byte> bits = from.raw((worlds + 7) / 8);
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(worlds));
  for (std::size_t world = 0; world < mask.size(); ++world)
    mask[world] = std::to_integer<std::uint8_t>(bits[world / 8] >> world % 8 & std::byte{1});
  return mask;
}

std::vector<std::uint16_t> read_briefs(ByteReader& from, std::int64_t worlds) {
  const std::span<const std::byte> bytes = from.raw(2 * worlds);
  std::vector<std::uint16_t> briefs(static_cast<std::size_t>(worlds));
  for (std::size_t world = 0; world < briefs.size(); ++world) {
    briefs[world] =
        static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[2 * world]) |
                                   std::to_integer<unsigned>(bytes[2 * world + 1]) << 8);
  }
  return briefs;
}

}  // namespace

void write_header(ByteWriter& to, const RecordingHeader& header) {
  to.text(header.engine_version);
  to.text(header.environment);
  to.count(header.options.size());
  for (const auto& [name, value] : header.options) {
    to.text(name);
    to.text(value);
  }
  to.word(header.fingerprint);
  to.word(header.seed);
  to.signed_number(header.batch_worlds);
  to.signed_number(header.batch_first_world);
  write_ranges(to, header.worlds);
  to.signed_number(header.hash_period);
  to.text(header.policy);
  to.word(header.policy_hash);
}

RecordingHeader read_header(ByteReader& from) {
  RecordingHeader header;
  header.engine_version = from.text("the length of its engine's version");
  header.environment = from.text("the length of its environment's name");
  header.options.resize(from.count("the number of its options", 2));
  for (auto& [name, value] : header.options) {
    name = from.text("the length of an option's name");
    value = from.text("the length of an option's value");
  }
  header.fingerprint = from.word();
  header.seed = from.word();
  header.batch_worlds = from.number("the number of worlds", most);
  header.batch_first_world =
      from.number("the number of its first world", most - header.batch_worlds);
  header.worlds = read_ranges(from, header.batch_worlds);
  header.hash_period = from.number("the steps between two hashes", most);
  header.policy = from.text("the length of its policy's name");
  header.policy_hash = from.word();
  from.expect_end();
  return header;
}

void write_event(ByteWriter& to, const RecordedEvent& event, std::int64_t first_step) {
  to.signed_number(event.step - first_step);
  to.byte(static_cast<std::uint8_t>(event.kind));
  if (event.kind == EventKind::Reset) write_mask(to, event.mask);
  if (event.kind == EventKind::Edit) {
    to.signed_number(event.world);
    to.signed_number(event.column);
    to.signed_number(event.field);
    to.signed_number(event.row);
    to.word(event.bits);
  }
  if (event.kind == EventKind::Takeover) {
    to.signed_number(event.world);
    to.signed_number(event.agent);
    to.byte(event.is_taken ? 1 : 0);
  }
  if (event.kind == EventKind::StateHash) {
    to.word(event.hash);
    for (const std::uint16_t brief : event.briefs)
      to.word(brief, 2);
  }
}

RecordedEvent read_event(ByteReader& from, std::int64_t first_step, std::int64_t steps,
                         std::int64_t worlds) {
  RecordedEvent event;
  event.step = first_step + from.number("the step of an event", steps);
  const std::uint8_t kind = from.byte();
  if (kind > static_cast<std::uint8_t>(EventKind::StateHash))
    throw BadBytes{"an event is of kind " + std::to_string(kind)};
  event.kind = EventKind{kind};
  if (event.kind == EventKind::Reset) event.mask = read_mask(from, worlds);
  if (event.kind == EventKind::Edit) {
    event.world = from.number("an edited world", worlds - 1);
    event.column = static_cast<int>(from.number("an edited column", most));
    event.field = static_cast<int>(from.number("an edited field", most));
    event.row = from.number("an edited row", most);
    event.bits = from.word();
  }
  if (event.kind == EventKind::Takeover) {
    event.world = from.number("a world whose agent is taken", worlds - 1);
    event.agent = from.number("an agent that is taken", most);
    event.is_taken = from.byte() != 0;
  }
  if (event.kind == EventKind::StateHash) {
    event.hash = from.word();
    event.briefs = read_briefs(from, worlds);
  }
  return event;
}

}  // namespace recording
}  // namespace starling
