#include "viewer/session/pace.hpp"

#include <algorithm>
#include <cmath>

namespace starling::viewer {
namespace {

/// What a person waits for at most.
constexpr double moment_s = 0.03;
/// What is not done within this time is not caught up with.
constexpr double most_owed_s = 0.25;
constexpr double sample_s = 0.25;
constexpr std::size_t kept_samples = 480;

double seconds(Pace::Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

void Pace::play(bool playing) {
  is_playing_ = playing;
  owed_ = 0;
  asked_at_ = Clock::now();
}

int Pace::due(Time now, int most) {
  if (step_s_ > 0) most = std::clamp(static_cast<int>(moment_s / step_s_), 1, most);
  if (single_steps_ > 0) {
    const auto steps = static_cast<int>(std::min<std::int64_t>(single_steps_, most));
    single_steps_ -= steps;
    return steps;
  }
  if (!is_playing_) return 0;
  if (steps_per_s_ <= 0) return most;
  owed_ += steps_per_s_ * std::min(seconds(now - asked_at_), most_owed_s);
  owed_ = std::min(owed_, std::max(1.0, steps_per_s_ * most_owed_s));
  asked_at_ = now;
  const int steps = std::min(static_cast<int>(owed_), most);
  owed_ -= steps;
  return steps;
}

Pace::Time Pace::next_due(Time now) const {
  if (steps_per_s_ <= 0) return now;
  const double wait_s = std::max(0.0, 1.0 - owed_) / steps_per_s_;
  return now + std::chrono::duration_cast<Clock::duration>(
                   std::chrono::duration<double>(std::min(wait_s, 1.0)));
}

void Pace::note(int steps, std::int64_t worlds, Time start, Time end) {
  step_s_ = seconds(end - start) / steps;
  world_steps_ += static_cast<double>(steps) * static_cast<double>(worlds);
  const double elapsed_s = seconds(end - sampled_at_);
  if (elapsed_s < sample_s) return;
  world_steps_per_s_ = world_steps_ / elapsed_s;
  if (speeds_.size() == kept_samples) speeds_.erase(speeds_.begin());
  speeds_.push_back({seconds(end - began_), world_steps_per_s_});
  sampled_at_ = end;
  world_steps_ = 0;
}

}  // namespace starling::viewer
