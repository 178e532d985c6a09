/// Watches rewards and endings launch by launch for the returns of single episodes.
#pragma once

#include <cstdint>
#include <optional>
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
  /// To be called after worlds were reset or the run went elsewhere: what is under way is dropped.
  void forget_open(std::int64_t world);
  void forget_open();

  std::int64_t worlds() const { return worlds_; }
  const std::vector<float>& returns() const { return returns_; }
  const std::vector<float>& lengths() const { return lengths_; }

 private:
  struct Open {
    double reward_sum = 0;
    std::int64_t steps = 0;
    bool is_whole = false;  ///< Watched from its first step.
  };

  void close(Open& open);

  Simulator& simulator_;
  std::int64_t worlds_ = 0;
  std::optional<Tensor> reward_;
  std::vector<Tensor> endings_;
  std::vector<Open> open_;
  std::vector<float> returns_;  ///< The newest, in a ring.
  std::vector<float> lengths_;
  std::size_t next_ = 0;
};

}  // namespace starling::viewer
