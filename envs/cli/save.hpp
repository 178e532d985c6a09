/// `rollout --save` and `--load`: which file, how often, and which of its worlds.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/checkpoint/reader.hpp"
#include "envs/cli/rollout_options.hpp"
#include "envs/cli/rollout_result.hpp"

namespace starling::cli {

void add_save_options(CLI::App& command, RolloutOptions& options);

/// Throws Error: Usage where there are options of a file and no file, Unavailable where no
/// checkpoint can be written.
void require_save(const RolloutOptions& options);

/// The checkpoint that a run goes on from.
class Load {
 public:
  /// Of a run with --load. Throws Error (Usage).
  explicit Load(const RolloutOptions& options);

  /// Options where none are given, seed, and which worlds: as the file says.
  void settle(Settings& settings) const;
  /// Of a batch with these settings. Throws Error (Usage).
  void restore(Simulator& simulator);

 private:
  CheckpointReader reader_;
  std::int64_t first_ = 0;  ///< Among the file's worlds.
  std::int64_t worlds_ = 0;
};

/// The checkpoints that a run writes, each in place of the one before.
class Save {
 public:
  /// Of a run with --save.
  explicit Save(const RolloutOptions& options)
      : path_(*options.save_path), period_(options.save_every) {}

  /// How many of so many steps may be done in one launch.
  std::int64_t steps_before(std::int64_t steps_done, std::int64_t steps) const;
  /// To be called after each launch, and with `is_end` after the last. Throws Error.
  void note(Simulator& simulator, bool is_end);

  SaveResult result() const { return {path_, size_bytes_, steps_done_}; }

 private:
  std::string path_;
  std::int64_t period_;
  std::int64_t steps_done_ = -1;  ///< Of the file.
  std::int64_t size_bytes_ = 0;
};

}  // namespace starling::cli
