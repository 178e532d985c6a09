/// `rollout --record`: which file, which worlds, how often a hash.
#pragma once

#include <optional>

#include "engine/recording/writer.hpp"
#include "envs/cli/rollout.hpp"

namespace starling::cli {

/// Whether the policy that was asked for is neither random nor zero.
bool is_policy_file(const RolloutOptions& options);

void add_record_options(CLI::App& command, RolloutOptions& options);

/// Throws Error (Usage) where there are options of a recording and no recording.
void require_recording(const RolloutOptions& options);

/// The recording of a run that is about to begin. Throws Error.
void begin_recording(const RolloutOptions& options, Simulator& simulator,
                     std::optional<RecordingWriter>& recording);

}  // namespace starling::cli
