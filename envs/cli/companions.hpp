/// What goes along with a rollout: who plays it, what is written of it and who watches.
#pragma once

#include <optional>

#include "engine/recording/writer.hpp"
#include "engine/serve/publisher.hpp"
#include "engine/trace_file.hpp"
#include "envs/cli/rollout_options.hpp"
#include "envs/cli/rollout_result.hpp"
#include "envs/cli/save.hpp"
#include "envs/cli/trajectory.hpp"
#include "systems/policy/player.hpp"

namespace starling::cli {

/// What is read, opened and listened at before there are worlds: a refusal would undo their work.
struct Claims {
  /// Throws Error.
  explicit Claims(const RolloutOptions& options);

  std::optional<policy::Network> network;
  std::optional<TraceFile> trace_file;
  std::optional<Load> load;
  std::optional<serve::Publisher> publisher;
};

class Companions {
 public:
  /// Of a simulator that has not stepped yet but for what it was loaded with. All three must
  /// outlive the companions. Throws Error.
  Companions(const RolloutOptions& options, Claims& claims, Simulator& simulator);
  Companions(const Companions&) = delete;
  Companions& operator=(const Companions&) = delete;

  /// How many of so many steps the next launch may have.
  std::int64_t steps_before_save(std::int64_t steps) const;

  /// Steps all worlds so many times, as one launch, and notes what it did. Throws Error.
  void step(int steps);

  /// Lets those who watch have a look; to be called where the simulator's queue is empty.
  void show();
  /// The same at the end of the run.
  void show_end();

  /// Ends all files and adds what came of them to the result. Throws Error.
  void finish(RolloutResult& result);

 private:
  void announce();
  TraceResult write_trace();

  const RolloutOptions& options_;
  Claims& claims_;
  Simulator& simulator_;
  policy::Play play_;
  std::optional<policy::Player> player_;
  std::optional<Trajectory> trajectory_;
  std::optional<RecordingWriter> recording_;
  std::optional<Save> save_;
};

}  // namespace starling::cli
