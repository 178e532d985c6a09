#include "envs/cli/companions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "envs/cli/record.hpp"

namespace starling::cli {

Claims::Claims(const RolloutOptions& options) {
  if (is_policy_file(options))
    network = policy::read_network(policy::TensorFile::read(options.policy));
  if (options.load_path) load.emplace(options);
  if (options.trace_path) trace_file.emplace(*options.trace_path);
  if (options.serve_at) publisher.emplace(serve::parse_address("--serve", *options.serve_at, 0));
}

Companions::Companions(const RolloutOptions& options, Claims& claims, Simulator& simulator)
    : options_(options),
      claims_(claims),
      simulator_(simulator),
      play_(options.greedy ? policy::Play::Greedy : policy::Play::Sample) {
  if (claims.network) {
    player_.emplace(simulator, *claims.network, options.policy, play_, parse_precision(options));
  }
  if (options.out_path)
    trajectory_.emplace(*options.out_path, simulator, player_ ? &*player_ : nullptr,
                        std::max<std::int64_t>(options.steps - simulator.steps_done(), 0));
  if (options.record_path) {
    recording_.emplace(*options.record_path, simulator,
                       recording_settings(options, simulator.settings().worlds));
  }
  if (options.save_path) save_.emplace(options);
  if (claims.publisher) announce();
}

void Companions::announce() {
  claims_.publisher->announce(serve::describe_run(simulator_, options_.policy, options_.steps),
                              simulator_.description(), options_.looks_per_s);
  fmt::print(stderr, "starling: the run can be watched at {}\n", claims_.publisher->address());
}

std::int64_t Companions::steps_before_save(std::int64_t steps) const {
  return save_ ? save_->steps_before(simulator_.steps_done(), steps) : steps;
}

void Companions::step(int steps) {
  if (player_) {
    player_->step(steps);
  } else {
    simulator_.step(steps);
  }
  if (trajectory_) trajectory_->add_launch(steps);
  if (recording_) recording_->note_launch(steps);
  if (save_) save_->note(simulator_, false);
}

void Companions::show() {
  if (claims_.publisher) claims_.publisher->look(simulator_);
}

void Companions::show_end() {
  if (claims_.publisher) claims_.publisher->finish(simulator_);
}

TraceResult Companions::write_trace() {
  const TraceLog log = simulator_.trace();
  claims_.trace_file->write(log);
  return {.path = *options_.trace_path,
          .level = log.level,
          .slices = static_cast<std::int64_t>(log.slices.size()),
          .lanes = log.lanes,
          .dropped_records = log.dropped_records,
          .idle_share = log.idle_share,
          .idle_share_in_launches = log.idle_share_in_launches};
}

void Companions::finish(RolloutResult& result) {
  result.policy = options_.policy;
  if (player_) {
    result.play = play_;
    result.precision = player_->precision();
    result.peak_bytes += player_->allocated_bytes();
  }
  if (trajectory_) {
    trajectory_->finish();
    result.trajectory = {*options_.out_path, trajectory_->file_bytes()};
  }
  if (recording_) {
    recording_->finish();
    result.recording = {*options_.record_path, recording_->size_bytes(), recording_->worlds()};
  }
  if (save_) {
    save_->note(simulator_, true);
    result.save = save_->result();
  }
  if (claims_.publisher) {
    result.served_at = claims_.publisher->address();
    if (const auto problem = claims_.publisher->problem())
      fmt::print(stderr, "starling: {}\n", *problem);
  }
  if (claims_.trace_file) result.trace = write_trace();
}

}  // namespace starling::cli
