/// The engine's own systems on a world's clock and error word.
#pragma once

#include "engine/system.hpp"
#include "engine/vocabulary.hpp"
#include "kernels/platform.hpp"

namespace starling {

/// One more step was taken in this episode.
STARLING_FN void tick(Clock& clock) {
  clock.step += 1;
}

/// The next episode begins.
STARLING_FN void begin_episode(Clock& clock) {
  clock.episode += 1;
  clock.step = 0;
}

/// A launch begins whose exports have several slots: final observations go to the first.
STARLING_FN bool starts_launch(LaunchStep at) {
  return at.step == 0 && at.slots > 1;
}
STARLING_FN void forget_endings(EpisodesEnded& ended) {
  ended.count = 0;
}
STARLING_FN void count_ending(LaunchStep at, EpisodesEnded& ended) {
  if (at.slots > 1) ended.count += 1;
}

/// A reset that was asked for forgives the world its error.
STARLING_FN void clear_error(ErrorWord& error) {
  error.word = ErrorWord::none;
}

STARLING_FN bool is_reset_requested(const ResetRequest& request) {
  return request.requested != 0;
}

}  // namespace starling
