/// How a run is doing: speed, episodes, errors and rows, as numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/histogram.hpp"
#include "engine/simulator.hpp"

namespace starling::serve {

/// Bins of a histogram that is sent, at the most.
inline constexpr std::size_t most_bins = 32;

struct Numbers {
  std::uint64_t run_id = 0;
  std::int64_t steps = 0;        ///< Done.
  double seconds = 0;            ///< Since the run began to step.
  double world_steps_per_s = 0;  ///< Since the numbers before these, like all that is "newly".
  EpisodeTally overall;
  EpisodeTally newly;
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
