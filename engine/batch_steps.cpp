/// Launches of steps: all of one, or with an actor between them.
#include "engine/batch.hpp"

namespace starling {

void Batch::step(int steps) {
  check_steps(steps);
  run_steps(steps);
  count_steps(steps);
}

void Batch::step(int steps, Actor& actor) {
  check_steps(steps);
  std::uint32_t* word = steps_before();
  std::unique_ptr<Recording>& recording = actor.recordings_[steps];
  if (recording == nullptr) {
    recording = backend_->record(word, [this, word, steps, &actor] {
      for (int slot = 0; slot < steps; ++slot) {
        actor.act(slot, word);
        run_step_of_launch(slot);
      }
    });
  }
  recording->replay(static_cast<std::uint32_t>(steps_done_));
  count_steps(steps);
}

void Batch::act(Actor& actor) {
  std::uint32_t* word = steps_before();
  std::unique_ptr<Recording>& recording = actor.recordings_[0];
  if (recording == nullptr)
    recording = backend_->record(word, [word, &actor] { actor.act(0, word); });
  recording->replay(static_cast<std::uint32_t>(steps_done_));
}

/// The word that tells recorded launches the steps done before them.
std::uint32_t* Batch::steps_before() {
  if (steps_before_.data() == nullptr) {
    steps_before_ = Buffer(*backend_, sizeof(std::uint32_t));
    allocated_bytes_ += steps_before_.size_bytes();
  }
  return reinterpret_cast<std::uint32_t*>(steps_before_.data());
}

void Batch::check_steps(int steps) const {
  if (steps >= 1 && steps <= settings_.steps_per_launch) return;
  throw Error(Refusal::Usage, "step(" + std::to_string(steps) +
                                  ") must lie between 1 and steps_per_launch, " +
                                  std::to_string(settings_.steps_per_launch));
}

void Batch::count_steps(int steps) {
  steps_done_ += steps;
  current_slot_ = steps - 1;
  last_steps_ = steps;
}

/// A step of a light environment lasts microseconds: what stays the same is made once.
void Batch::run_steps(int steps) {
  step_launch_.steps = steps;
  step_launch_.first_step = static_cast<std::uint32_t>(steps_done_);
  backend_->launch(environment_, step_choice(), step_launch_, plan_.threads);
}

/// One step of a launch, as a program of its own: all that it is given stays the same from launch
/// to launch but the word.
void Batch::run_step_of_launch(int slot) {
  Launch launch = make_launch(1, slot);
  launch.first_step = static_cast<std::uint32_t>(slot);
  launch.steps_before = reinterpret_cast<const std::uint32_t*>(steps_before_.data());
  launch.steps_begun = slot;
  backend_->launch(environment_, step_choice(), launch, plan_.threads);
}

LaunchChoice Batch::step_choice() {
  return {step_program(settings_), settings_.fused,
          plan_.residency,         plan_.lanes,
          layout_.shared_bytes(),  settings_.trace != TraceLevel::Off ? &trace_target_ : nullptr};
}

}  // namespace starling
