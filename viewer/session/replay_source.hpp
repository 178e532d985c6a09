/// A recorded run, which goes to any step and back.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/recording/replay.hpp"
#include "systems/policy/network.hpp"
#include "viewer/session/source.hpp"

namespace starling::viewer {

/// Worlds are counted among those recorded.
class ReplaySource final : public Source {
 public:
  /// Throws Error where the file is no recording that this program can play.
  ReplaySource(const std::string& path, const ReplaySettings& settings);

  const Run& run() const override { return run_; }
  const PreparedEnvironment& environment() const override { return replay_.environment(); }
  Abilities abilities() const override {
    return {.play = true, .seek = true, .change = false, .trace = false};
  }
  std::int64_t step() const override { return replay_.step(); }
  std::int64_t end_step() const override { return replay_.steps(); }
  int most_steps() const override { return steps_per_launch_; }
  void advance(int steps) override;
  void seek(std::int64_t step) override;
  void change(const Change& change) override;
  void show(Frame& frame) override;
  void count(Numbers& numbers) override;

 private:
  std::vector<WorldSnapshot> snapshots(std::int64_t first, std::int64_t count);

  Replay replay_;
  int steps_per_launch_;
  Run run_;
  std::unique_ptr<policy::Network> network_;  ///< That played, where its file is still there.
};

}  // namespace starling::viewer
