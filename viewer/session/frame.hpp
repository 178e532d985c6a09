/// What a session shows of its run at one moment.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/histogram.hpp"
#include "engine/simulator.hpp"
#include "engine/world_snapshot.hpp"

namespace starling::viewer {

/// Rows of a table that live, all worlds together.
struct TableRows {
  std::string table;
  std::int64_t rows = 0;
  std::int64_t most = 0;
};

struct SpeedSample {
  double time_s = 0;
  double world_steps_per_s = 0;
};

/// What can be counted in a run.
struct Numbers {
  double world_steps_per_s = 0;  ///< Of late.
  std::vector<SpeedSample> speeds;
  EpisodeTally tally;
  Histogram returns;                           ///< Of episodes that ended of late, or means
  Histogram lengths;                           ///< of the worlds in which they did; in steps.
  std::map<std::string, std::int64_t> errors;  ///< Worlds that hold one, by kind.
  std::vector<WorldError> first_errors;
  std::vector<TableRows> rows;
  std::vector<FootprintItem> bytes;
};

/// What is to be looked at.
struct Wanted {
  std::int64_t first = 0;  ///< Worlds [first, first + count), which may be none,
  std::int64_t count = 64;
  std::int64_t selected = 0;  ///< and this one, or none where there is no such world,
  int agent = 0;              ///< and of this agent of it
  bool attention = true;      ///< what it attends to.

  bool operator==(const Wanted&) const = default;
};

struct Frame {
  Wanted wanted;
  std::int64_t step = 0;
  std::int64_t end_step = 0;  ///< 0: the run has no end.
  bool is_playing = false;
  std::vector<WorldSnapshot> page;
  std::optional<WorldSnapshot> selected;
  std::vector<float> attention;  ///< [tokens], see Focus; empty where no policy plays.
  std::string policy;            ///< "random", "zero", or a file's name.
  std::vector<std::pair<std::int64_t, int>> taken;  ///< World and agent that a person acts for.
  Numbers numbers;
  std::string message;  ///< What could not be done last; empty where all could.
};

}  // namespace starling::viewer
