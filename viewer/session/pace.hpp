/// How many steps are due: by the speed that is wanted, and by how long they take.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "viewer/session/frame.hpp"

namespace starling::viewer {

class Pace {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  Pace(double steps_per_s, bool is_playing) : steps_per_s_(steps_per_s), is_playing_(is_playing) {}

  void set_speed(double steps_per_s) { steps_per_s_ = steps_per_s; }
  void play(bool playing);
  /// Steps to be done although the run is paused, or besides.
  void add_single_steps(std::int64_t steps) { single_steps_ += steps; }
  void drop_single_steps() { single_steps_ = 0; }

  bool is_playing() const { return is_playing_; }
  bool has_single_steps() const { return single_steps_ > 0; }

  /// Steps that are due now, `most` at most, and no more than take a moment together.
  int due(Time now, int most);
  /// When the next one is due, while playing.
  Time next_due(Time now) const;
  /// To be told after steps were done.
  void note(int steps, std::int64_t worlds, Time start, Time end);

  double world_steps_per_s() const { return world_steps_per_s_; }
  const std::vector<SpeedSample>& speeds() const { return speeds_; }

 private:
  double steps_per_s_;
  bool is_playing_;
  std::int64_t single_steps_ = 0;
  double owed_ = 0;
  Time asked_at_{};
  double step_s_ = 0;  ///< Time of one step of late; 0: not known yet.

  Time began_ = Clock::now();
  Time sampled_at_ = began_;
  double world_steps_ = 0;  ///< Since then.
  double world_steps_per_s_ = 0;
  std::vector<SpeedSample> speeds_;
};

}  // namespace starling::viewer
