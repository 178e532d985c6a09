/// How a run is doing: speed, episodes, errors and rows, as numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace starling::serve {

/// How many values lie in each of equally wide bins from the lowest value to the highest, both
/// included. No bins where there are no values.
struct Histogram {
  double lowest = 0;
  double highest = 0;
  std::vector<std::uint64_t> counts;

  friend bool operator==(const Histogram&, const Histogram&) = default;
};

/// What is not finite counts as no value.
Histogram histogram_of(std::span<const double> values);

/// Means over episodes that ended; none where none ended, or where the mean is not finite.
struct EpisodeNumbers {
  std::int64_t episodes = 0;
  std::optional<double> mean_return;
  std::optional<double> mean_length;

  friend bool operator==(const EpisodeNumbers&, const EpisodeNumbers&) = default;
};

struct Numbers {
  std::uint64_t run_id = 0;
  std::int64_t steps = 0;        ///< Done.
  double seconds = 0;            ///< Since the run began to step.
  double world_steps_per_s = 0;  ///< Since the numbers before these, like all that is "newly".
  EpisodeNumbers overall;
  EpisodeNumbers newly;
  Histogram returns;  ///< Newly, over worlds where episodes ended: their mean return,
  Histogram lengths;  ///< and their mean length.
  std::map<std::string, std::int64_t> errors;  ///< Worlds that hold an error, by kind.
  std::vector<std::int64_t> rows;              ///< That live, of all worlds together, by table.
  std::int64_t size_bytes = 0;                 ///< Memory that the run takes.
  bool finished = false;                       ///< The last numbers of the run.

  friend bool operator==(const Numbers&, const Numbers&) = default;
};

/// The message.
std::vector<std::byte> encode(const Numbers& numbers);

/// Of a run with so many tables. Throws Error (Usage) for bytes that no `encode` has given.
Numbers decode_numbers(std::span<const std::byte> message, std::size_t tables);

}  // namespace starling::serve
