#include "engine/recording/header.hpp"

#include <limits>

#include "engine/recording/format.hpp"

namespace starling::recording {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();

void write_ranges(ByteWriter& to, const std::vector<WorldRange>& ranges) {
  to.varint(ranges.size());
  for (const WorldRange& range : ranges) {
    to.varint(range.first);
    to.varint(range.worlds);
  }
}

/// Rising, none empty, all of the batch.
std::vector<WorldRange> read_ranges(ByteReader& from, std::int64_t batch_worlds) {
  std::vector<WorldRange> ranges(static_cast<std::size_t>(
      from.varint("the number of runs of worlds", std::int64_t{max_ranges})));
  std::int64_t next = 0;
  for (WorldRange& range : ranges) {
    range.first = from.varint("a recorded world", batch_worlds - 1);
    range.worlds = from.varint("a number of recorded worlds", batch_worlds - range.first);
    if (range.first < next || range.worlds == 0) from.refuse("has worlds that do not rise");
    next = range.first + range.worlds;
  }
  if (ranges.empty()) from.refuse("has no worlds");
  return ranges;
}

void write_mask(ByteWriter& to, const std::vector<std::uint8_t>& mask) {
  to.number(static_cast<std::uint8_t>(mask.empty() ? 0 : 1));
  for (std::size_t at = 0; at < mask.size(); at += 8) {
    std::uint8_t bits = 0;
    for (std::size_t bit = 0; bit < 8 && at + bit < mask.size(); ++bit)
      bits = static_cast<std::uint8_t>(bits | (mask[at + bit] != 0 ? 1U << bit : 0U));
    to.number(bits);
  }
}

std::vector<std::uint8_t> read_mask(ByteReader& from, std::int64_t worlds) {
  if (from.number<std::uint8_t>() == 0) return {};
  const std::span<const std::byte> bits = from.take(static_cast<std::size_t>((worlds + 7) / 8));
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(worlds));
  for (std::size_t world = 0; world < mask.size(); ++world)
    mask[world] = std::to_integer<std::uint8_t>(bits[world / 8] >> world % 8 & std::byte{1});
  return mask;
}

std::vector<std::uint16_t> read_briefs(ByteReader& from, std::int64_t worlds) {
  ByteReader bytes = from.part(2 * static_cast<std::size_t>(worlds));
  std::vector<std::uint16_t> briefs(static_cast<std::size_t>(worlds));
  for (std::uint16_t& brief : briefs)
    brief = bytes.number<std::uint16_t>();
  return briefs;
}

}  // namespace

void write_header(ByteWriter& to, const RecordingHeader& header) {
  to.text(header.engine_version);
  to.text(header.environment);
  to.options(header.options);
  to.number(header.fingerprint);
  to.number(header.seed);
  to.varint(header.batch_worlds);
  to.varint(header.batch_first_world);
  write_ranges(to, header.worlds);
  to.varint(header.hash_period);
  to.text(header.policy);
  to.number(header.policy_hash);
}

RecordingHeader read_header(ByteReader& from) {
  RecordingHeader header;
  header.engine_version = from.text("its engine's version");
  header.environment = from.text("its environment's name");
  header.options = from.options();
  header.fingerprint = from.number<std::uint64_t>();
  header.seed = from.number<std::uint64_t>();
  header.batch_worlds = from.varint("the number of worlds", most);
  header.batch_first_world =
      from.varint("the number of its first world", most - header.batch_worlds);
  header.worlds = read_ranges(from, header.batch_worlds);
  header.hash_period = from.varint("the steps between two hashes", most);
  header.policy = from.text("its policy's name");
  header.policy_hash = from.number<std::uint64_t>();
  from.expect_end();
  return header;
}

void write_event(ByteWriter& to, const RecordedEvent& event, std::int64_t first_step) {
  to.varint(event.step - first_step);
  to.number(static_cast<std::uint8_t>(event.kind));
  if (event.kind == EventKind::Reset) write_mask(to, event.mask);
  if (event.kind == EventKind::Edit) {
    to.varint(event.world);
    to.varint(event.column);
    to.varint(event.field);
    to.varint(event.row);
    to.number(event.bits);
  }
  if (event.kind == EventKind::Takeover) {
    to.varint(event.world);
    to.varint(event.agent);
    to.number(static_cast<std::uint8_t>(event.is_taken ? 1 : 0));
  }
  if (event.kind == EventKind::StateHash) {
    to.number(event.hash);
    for (const std::uint16_t brief : event.briefs)
      to.number(brief);
  }
}

RecordedEvent read_event(ByteReader& from, std::int64_t first_step, std::int64_t steps,
                         std::int64_t worlds) {
  RecordedEvent event;
  event.step = first_step + from.varint("the step of an event", steps);
  const std::uint8_t kind = from.number<std::uint8_t>();
  if (kind > static_cast<std::uint8_t>(EventKind::StateHash))
    from.refuse("has an event of kind " + std::to_string(kind));
  event.kind = EventKind{kind};
  if (event.kind == EventKind::Reset) event.mask = read_mask(from, worlds);
  if (event.kind == EventKind::Edit) {
    event.world = from.varint("an edited world", worlds - 1);
    event.column = static_cast<int>(from.varint("an edited column", most));
    event.field = static_cast<int>(from.varint("an edited field", most));
    event.row = from.varint("an edited row", most);
    event.bits = from.number<std::uint64_t>();
  }
  if (event.kind == EventKind::Takeover) {
    event.world = from.varint("a world whose agent is taken", worlds - 1);
    event.agent = from.varint("an agent that is taken", most);
    event.is_taken = from.number<std::uint8_t>() != 0;
  }
  if (event.kind == EventKind::StateHash) {
    event.hash = from.number<std::uint64_t>();
    event.briefs = read_briefs(from, worlds);
  }
  return event;
}

}  // namespace starling::recording
