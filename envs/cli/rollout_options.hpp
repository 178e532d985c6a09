/// The options of `starling rollout`: what can be given, and what a run makes of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/simulator.hpp"
#include "systems/policy/player.hpp"

namespace CLI {
class App;
}

namespace starling::cli {

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
  std::optional<std::string> save_path;    ///< None: no checkpoint is written.
  std::int64_t save_every = 0;             ///< Steps between two; 0: one at the end.
  std::optional<std::string> load_path;    ///< None: the run begins anew.
  std::string load_worlds;                 ///< A range; all unless given.
  std::optional<std::string> trace_path;   ///< None: no trace.
  std::string trace_level = "automatic";
  std::optional<std::string> serve_at;  ///< "[HOST:]PORT"; none: nothing is served.
  int looks_per_s = 15;                 ///< That viewers get at most.
  bool json = false;
};

CLI::App* add_rollout_command(CLI::App& app, RolloutOptions& options);

/// Whether the policy that was asked for is neither random nor zero.
bool is_policy_file(const RolloutOptions& options);

/// Of a policy file's network; none where none was asked for. Throws Error (Usage).
std::optional<policy::Precision> parse_precision(const RolloutOptions& options);

/// Of the simulator. Throws Error (Usage) for a backend, a trace level or a policy that there is
/// not, and for options of a policy file without one.
Settings settings_of(const RolloutOptions& options);

}  // namespace starling::cli
