/// `starling rollout`: steps a batch of worlds and reports episodes and speed.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "systems/policy/player.hpp"

namespace CLI {
class App;
}

namespace starling::cli {

using WallClock = std::chrono::steady_clock;

struct RolloutOptions {
  Settings settings{.environment = {},
                    .worlds = 1024,
                    .steps_per_launch = 0};  ///< 0 steps: chosen by the backend.
  std::int64_t steps = 1000;
  std::string backend = "auto";
  std::string policy = "random";           ///< Or "zero", or a policy file,
  bool greedy = false;                     ///< which then makes its most likely choices,
  bool sample = false;                     ///< or, as unless told, each by its chance.
  std::string precision;                   ///< Of its network; the device's own unless given.
  std::optional<std::string> out_path;     ///< None: what the run exports is not kept.
  std::optional<std::string> record_path;  ///< None: the run is not recorded.
  std::string record_worlds;               ///< A list; all unless given.
  std::int64_t record_hashes = 0;          ///< Steps between two; 0: the writer's own.
  std::optional<std::string> trace_path;   ///< None: no trace.
  std::string trace_level = "automatic";
  std::optional<std::string> serve_at;  ///< "[HOST:]PORT"; none: nothing is served.
  int looks_per_s = 15;                 ///< That viewers get at most.
  bool json = false;
};

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

/// What a rollout did. Seconds are wall-clock time.
struct RolloutResult {
  Settings settings;
  Plan plan;
  std::string device_name;
  std::int64_t steps = 0;   ///< Done, which is less than asked for when interrupted.
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
  std::optional<TraceResult> trace;
  std::optional<std::string> served_at;  ///< "127.0.0.1:5555"
};

CLI::App* add_rollout_command(CLI::App& app, RolloutOptions& options);

/// Runs until all steps are done or the user interrupts. Throws Error.
RolloutResult rollout(const RolloutOptions& options, WallClock::time_point program_start);

}  // namespace starling::cli
