#include "envs/cli/record.hpp"

#include <fmt/format.h>

#include "engine/byte_hash.hpp"
#include "envs/cli/options.hpp"

namespace starling::cli {

void add_record_options(CLI::App& command, RolloutOptions& options) {
  command
      .add_option("--record", options.record_path,
                  "Write what starling replay plays again: seed, actions and state hashes")
      ->type_name("FILE");
  command
      .add_option("--record-worlds", options.record_worlds,
                  "Of these worlds, such as 0-63,100; of all unless given")
      ->type_name("LIST");
  add_number(command, "--record-hashes", options.record_hashes, hash_period_range,
             fmt::format("Steps from one state hash of a recording to the next, {} unless given",
                         RecordingSettings{}.hash_period));
}

void require_recording(const RolloutOptions& options) {
  if (options.record_path || (options.record_worlds.empty() && options.record_hashes == 0)) return;
  throw Error(Refusal::Usage, fmt::format("--record-{} is for recordings; there is no --record",
                                          options.record_worlds.empty() ? "hashes" : "worlds"));
}

RecordingSettings recording_settings(const RolloutOptions& options, std::int64_t worlds) {
  RecordingSettings settings;
  settings.policy = options.policy;
  if (is_policy_file(options)) settings.policy_hash = hash_of_file(options.policy);
  if (!options.record_worlds.empty())
    settings.worlds = parse_world_list("--record-worlds", options.record_worlds, worlds);
  if (options.record_hashes != 0) settings.hash_period = options.record_hashes;
  return settings;
}

}  // namespace starling::cli
