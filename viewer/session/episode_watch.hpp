/// Watches rewards and endings launch by launch for the returns of single episodes.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/simulator.hpp"
#include "viewer/session/frame.hpp"

namespace starling::viewer {

/// Knows the episodes of the first worlds of a simulator, which must outlive it. A return is the
/// mean over the rows that earn rewards.
class EpisodeWatch {
 public:
  explicit EpisodeWatch(Simulator& simulator);

  /// To be called after each launch of so many steps.
  void note_launch(int steps);
  /// To be called after a world was reset: what is under way in it is dropped.
  void forget_open(std::int64_t world);

  /// Of the newest episodes, in no order.
  const std::vector<double>& returns() const { return returns_; }
  const std::vector<double>& lengths() const { return lengths_; }

 private:
  struct Open {
    double reward_sum = 0;
    std::int64_t steps = 0;
  };

  void close(Open& open);

  Simulator& simulator_;
  std::int64_t worlds_ = 0;
  int reward_ = -1;  ///< Column of the first rows that earn; -1 where none do.
  std::vector<int> endings_;
  std::vector<Open> open_;
  std::vector<double> returns_;  ///< In a ring.
  std::vector<double> lengths_;
  std::size_t next_ = 0;
};

}  // namespace starling::viewer
