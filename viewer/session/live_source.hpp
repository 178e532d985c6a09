/// A run that is stepped here, on either backend.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/recording/writer.hpp"
#include "engine/simulator.hpp"
#include "systems/policy/player.hpp"
#include "viewer/session/episode_watch.hpp"
#include "viewer/session/source.hpp"
#include "viewer/session/takeovers.hpp"

namespace starling::viewer {

class LiveSource final : public Source {
 public:
  /// policy: "random", "zero", or a policy file. record: the file of a recording to be; empty for
  /// none. Throws Error where there can be no such run.
  LiveSource(Settings settings, const std::string& policy, const std::string& record = {});
  ~LiveSource() override;

  const Run& run() const override { return run_; }
  const PreparedEnvironment& environment() const override { return simulator_.environment(); }
  Abilities abilities() const override { return {true, false, true, has_trace_}; }
  std::int64_t step() const override { return simulator_.steps_done(); }
  int most_steps() const override;
  void advance(int steps) override;
  void seek(std::int64_t step) override;
  void change(const Change& change) override;
  void show(Frame& frame) override;
  void count(Numbers& numbers) override;
  std::optional<TraceLog> trace() override;
  void finish() override;

  Simulator& simulator() { return simulator_; }

 private:
  void carry_out(const ResetWorld& reset);
  void carry_out(const ChoosePolicy& choice);
  void carry_out(const TakeOver& takeover);
  void carry_out(const EditScalar& edit);
  void choose_actions();
  void record(const std::string& path);

  bool has_trace_;
  Simulator simulator_;
  Run run_;
  std::string policy_;
  std::unique_ptr<policy::Network> network_;  ///< None where no file plays.
  std::unique_ptr<policy::Player> player_;
  Takeovers takeovers_;
  EpisodeWatch episodes_;
  std::unique_ptr<RecordingWriter> recording_;  ///< None where nothing is recorded.
};

}  // namespace starling::viewer
