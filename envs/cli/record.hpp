/// `rollout --record`: which file, which worlds, how often a hash.
#pragma once

#include "engine/recording/writer.hpp"
#include "envs/cli/rollout_options.hpp"

namespace starling::cli {

void add_record_options(CLI::App& command, RolloutOptions& options);

/// Throws Error (Usage) where there are options of a recording and no recording.
void require_recording(const RolloutOptions& options);

/// What is recorded of a run of so many worlds. Throws Error (Usage).
RecordingSettings recording_settings(const RolloutOptions& options, std::int64_t worlds);

}  // namespace starling::cli
