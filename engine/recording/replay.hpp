/// A recorded run, simulated again: forward, back, and to any step.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/recording/reader.hpp"
#include "engine/simulator.hpp"

namespace starling {

/// How a recording is played. Nothing of it changes what is seen.
struct ReplaySettings {
  Device device = Device::Cpu;
  int threads = 0;      ///< As in Settings.
  int tile_worlds = 0;  ///< As in Settings.
  int steps_per_launch = 16;
  std::int64_t keyframe_bytes = 0;  ///< Host memory for going back; 0: back is from the beginning.
};

/// Where a replay is first found not to be the run that was recorded.
struct ReplayDifference {
  std::int64_t step = 0;              ///< Steps done; it differs since the hash before, or earlier.
  std::optional<std::int64_t> world;  ///< Of the batch that was recorded, where it can be told.
};

class Replay {
 public:
  /// Begins at step 0. Throws Error: Usage where the file is refused or is not of the environment
  /// that this program has, as do all calls below; Unavailable where device or memory lack.
  Replay(const std::string& path, const ReplaySettings& settings);

  const RecordingHeader& header() const { return reader_.header(); }
  const RecordingReader& reader() const { return reader_; }
  std::int64_t steps() const { return reader_.steps(); }  ///< That can be played.
  std::int64_t step() const { return step_; }

  /// Goes to the state after `step` steps, from 0 to steps(), with all that was done to it before
  /// the next. Checks the hashes on the way.
  void step_to(std::int64_t step);

  std::int64_t hashes_checked() const { return static_cast<std::int64_t>(checked_.size()); }
  const std::optional<ReplayDifference>& first_difference() const { return difference_; }

  /// The recorded worlds: a simulator for every run of consecutive ones, in the header's order. To
  /// be looked at, not to be stepped.
  std::size_t parts() const { return simulators_.size(); }
  Simulator& part(std::size_t index) { return simulators_[index]; }
  const Simulator& part(std::size_t index) const { return simulators_[index]; }
  /// The part that has a world, counted among the recorded, and the world's place in it.
  std::pair<std::size_t, std::int64_t> part_of(std::int64_t world) const;
  /// The environment as the recorded run had it.
  const PreparedEnvironment& environment() const { return environment_; }

  /// Hashes of the recorded worlds, in the header's order.
  std::vector<std::uint64_t> world_hashes();

  /// Worlds, counted among the recorded, and agents of theirs.
  using Agents = std::set<std::pair<std::int64_t, std::int64_t>>;
  /// Those that a person holds now.
  const Agents& takeovers() const { return takeovers_; }

 private:
  struct Keyframe {
    std::vector<SavedState> parts;
    Agents takeovers;
  };

  void go_back_to(std::int64_t step);
  void load_block(std::size_t block);
  void find_place();
  bool has_event_now();
  void apply_events();
  void apply(const RecordedEvent& event);
  void check(const RecordedEvent& event);
  void step_towards(std::int64_t step);
  void write_actions(int steps);
  void keep_keyframe();

  RecordingReader reader_;
  PreparedEnvironment environment_;
  ReplaySettings settings_;
  std::vector<Simulator> simulators_;
  std::int64_t step_ = 0;
  std::size_t block_ = 0;
  std::size_t event_ = 0;  ///< The next of the block's.
  std::optional<RecordedSteps> steps_;

  std::map<std::int64_t, Keyframe> keyframes_;
  std::int64_t keyframe_period_ = 1;  ///< Steps from one to the next.
  Agents takeovers_;
  std::set<std::pair<std::size_t, std::size_t>> checked_;  ///< Hashes: block, and event in it.
  std::optional<ReplayDifference> difference_;
};

}  // namespace starling
