#include "engine/serve/numbers.hpp"

#include <limits>

#include "engine/bytes.hpp"
#include "engine/serve/envelope.hpp"

namespace starling::serve {
namespace {

constexpr std::uint32_t most_error_kinds = 64;
constexpr std::size_t most_numbers_bytes = std::size_t{64} << 10;
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

void write(ByteWriter& writer, const EpisodeTally& tally) {
  writer.number(tally.episodes);
  writer.number(tally.return_sum);
  writer.number(tally.length_sum);
}

/// Returns are what rewards make them, and need not be finite.
EpisodeTally read_tally(ByteReader& reader) {
  EpisodeTally tally;
  tally.episodes = reader.number<std::int64_t>("episodes", 0, most);
  tally.return_sum = reader.number<double>();
  tally.length_sum = reader.number<std::int64_t>("steps of episodes", 0, most);
  return tally;
}

void write(ByteWriter& writer, const Histogram& histogram) {
  writer.number(histogram.lowest);
  writer.number(histogram.highest);
  writer.number(static_cast<std::uint32_t>(histogram.counts.size()));
  for (const std::int64_t count : histogram.counts)
    writer.number(count);
}

Histogram read_histogram(ByteReader& reader) {
  Histogram histogram;
  histogram.lowest = reader.finite("the lowest value");
  histogram.highest = reader.finite("the highest value");
  if (histogram.highest < histogram.lowest) reader.refuse("has a histogram from high to low");
  const auto count = reader.number<std::uint32_t>("bins", 0, most_bins);
  for (std::uint32_t bin = 0; bin < count; ++bin)
    histogram.counts.push_back(
        reader.number<std::int64_t>("worlds of a bin", 0, std::int64_t{1} << 32));
  return histogram;
}

}  // namespace

std::vector<std::byte> encode(const Numbers& numbers) {
  ByteWriter writer;
  writer.number(numbers.run_id);
  writer.number(numbers.steps);
  writer.number(numbers.seconds);
  writer.number(numbers.world_steps_per_s);
  write(writer, numbers.overall);
  write(writer, numbers.newly);
  write(writer, numbers.returns);
  write(writer, numbers.lengths);
  writer.number(static_cast<std::uint32_t>(numbers.errors.size()));
  for (const auto& [kind, worlds] : numbers.errors) {
    writer.text(kind);
    writer.number(worlds);
  }
  writer.number(static_cast<std::uint32_t>(numbers.rows.size()));
  for (const std::int64_t rows : numbers.rows)
    writer.number(rows);
  writer.number(numbers.size_bytes);
  writer.number(static_cast<std::uint8_t>(numbers.finished ? 1 : 0));
  return seal({Kind::Numbers}, writer.bytes());
}

Numbers decode_numbers(std::span<const std::byte> message, std::size_t tables) {
  const std::vector<std::byte> body = open(message, Kind::Numbers, most_numbers_bytes);
  ByteReader reader(body, in_words(Kind::Numbers));
  Numbers numbers;
  numbers.run_id = reader.number<std::uint64_t>();
  numbers.steps = reader.number<std::int64_t>("steps", 0, most);
  numbers.seconds = reader.finite("the time");
  numbers.world_steps_per_s = reader.finite("the speed");
  numbers.overall = read_tally(reader);
  numbers.newly = read_tally(reader);
  numbers.returns = read_histogram(reader);
  numbers.lengths = read_histogram(reader);
  const auto kinds = reader.number<std::uint32_t>("kinds of errors", 0, most_error_kinds);
  for (std::uint32_t kind = 0; kind < kinds; ++kind) {
    const std::string name = reader.text("an error's kind");
    numbers.errors[name] = reader.number<std::int64_t>("worlds", 0, most);
  }
  const auto count = static_cast<std::uint32_t>(tables);
  reader.number<std::uint32_t>("tables", count, count);
  for (std::uint32_t table = 0; table < count; ++table)
    numbers.rows.push_back(reader.number<std::int64_t>("rows", 0, most));
  numbers.size_bytes = reader.number<std::int64_t>("bytes", 0, most);
  numbers.finished = reader.number<std::uint8_t>("flags", 0, 1) == 1;
  reader.expect_end();
  return numbers;
}

}  // namespace starling::serve
