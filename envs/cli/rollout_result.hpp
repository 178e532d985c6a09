/// What a rollout did, to be reported.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "systems/policy/player.hpp"

namespace starling::cli {

/// What a trace holds, and how much of their time its lanes stood idle.
struct TraceResult {
  std::string path;
  TraceLevel level = TraceLevel::Off;
  std::int64_t slices = 0;
  std::int64_t lanes = 0;
  std::int64_t dropped_records = 0;
  std::optional<double> idle_share;              ///< See TraceLog.
  std::optional<double> idle_share_in_launches;  ///< See TraceLog.
};

/// The file of what a run exported.
struct TrajectoryResult {
  std::string path;
  std::int64_t size_bytes = 0;
};

/// The file from which a run can be played again.
struct RecordingResult {
  std::string path;
  std::int64_t size_bytes = 0;
  std::int64_t worlds = 0;
};

/// The last checkpoint that a run wrote.
struct SaveResult {
  std::string path;
  std::int64_t size_bytes = 0;
  std::int64_t steps = 0;  ///< Done until then.
};

/// What a rollout did. Seconds are wall-clock time.
struct RolloutResult {
  Settings settings;
  Plan plan;
  std::string device_name;
  std::int64_t steps = 0;  ///< Done, which is less than asked for when interrupted.
  std::int64_t steps_loaded =
      0;                    ///< Of them, done before the checkpoint that the run goes on from.
  double startup_s = 0;     ///< From the start of the program until the worlds stand.
  double first_step_s = 0;  ///< The first launch.
  double seconds = 0;       ///< All launches, the first included.
  std::int64_t agents_per_world = 0;
  EpisodeTally tally;
  std::int64_t peak_bytes = 0;
  std::uint64_t state_hash = 0;
  std::map<std::string, std::int64_t> errors;  ///< Worlds that hold an error, by kind.
  std::vector<WorldError> first_errors;        ///< The first of each kind.
  std::string policy;
  std::optional<policy::Play> play;            ///< With a policy file,
  std::optional<policy::Precision> precision;  ///< as this.
  bool interrupted = false;
  std::optional<TrajectoryResult> trajectory;
  std::optional<RecordingResult> recording;
  std::optional<SaveResult> save;
  std::optional<TraceResult> trace;
  std::optional<std::string> served_at;  ///< "127.0.0.1:5555"
};

}  // namespace starling::cli
