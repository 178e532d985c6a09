/// Launches of steps: all of one, or with an actor between them.
#include <algorithm>

#include "engine/batch.hpp"

namespace starling {

void Batch::step(int steps, Actions source) {
  check_steps(steps);
  check_source(source);
  run_steps(steps, source);
  count_steps(steps);
}

void Batch::draw_actions() {
  run(ProgramKind::Draw, 0);
}

void Batch::step(int steps, Actor& actor) {
  check_steps(steps);
  std::uint32_t* word = steps_before();
  const bool is_traced = step_choice().trace != nullptr;
  Actor::RecordedLaunch& launch = actor.launches_[{steps, is_traced}];
  if (launch.recording == nullptr) {
    launch.recording = backend_->record(word, [this, word, steps, &actor] {
      for (int slot = 0; slot < steps; ++slot) {
        actor.act(slot, word);
        run_step_of_launch(slot);
      }
    });
    if (is_traced) launch.trace_lanes = trace_target_.lanes;
  }
  // another program may have shared the records out among more lanes or fewer since
  if (launch.trace_lanes > 0) share_out(trace_target_, launch.trace_lanes);
  launch.recording->replay(static_cast<std::uint32_t>(steps_done_));
  count_steps(steps);
}

void Batch::act(Actor& actor) {
  std::uint32_t* word = steps_before();
  std::unique_ptr<Recording>& recording = actor.launches_[{}].recording;
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

void Batch::check_source(Actions source) const {
  if (source == settings_.actions || !settings_.hash_steps) return;
  throw Error(
      Refusal::Usage,
      "a simulator made with hash_steps hashes steps that draw their actions; it takes none "
      "from tensors");
}

void Batch::count_steps(int steps) {
  steps_done_ += steps;
  current_slot_ = steps - 1;
  last_steps_ = steps;
}

/// A step of a light environment lasts microseconds: what stays the same is made once.
void Batch::run_steps(int steps, Actions source) {
  step_launch_.steps = steps;
  step_launch_.first_step = static_cast<std::uint32_t>(steps_done_);
  if (source == settings_.actions) {
    backend_->launch(environment_, step_choice(), step_launch_, plan_.threads);
  } else {
    const LaunchChoice choice = choice_for(source);
    backend_->launch(environment_, choice, step_launch_, threads_for(choice));
  }
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
  LaunchChoice choice{step_program(settings_), settings_.fused, plan_.residency, plan_.lanes,
                      layout_.shared_bytes(),  nullptr};
  choose_trace(choice);
  return choice;
}

/// A trace holds stages of one program: what runs another one meanwhile is not in it.
void Batch::choose_trace(LaunchChoice& choice) {
  if (settings_.trace == TraceLevel::Off || !choice.fused) return;
  if (traced_kind_.value_or(choice.kind) != choice.kind) return;
  if (choice.residency != plan_.residency || choice.lanes != plan_.lanes) return;
  if (settings_.device == Device::Cuda &&
      environment_.traced_cuda_kernel(choice.kind, choice.residency, choice.lanes) == nullptr)
    return;
  traced_kind_ = choice.kind;
  choice.trace = &trace_target_;
}

/// The batch was planned for the program of its settings. What takes actions from elsewhere runs as
/// that one does where it is compiled so, and else on slabs in memory, which every plan allows.
LaunchChoice Batch::choice_for(Actions source) {
  const bool draws = source == Actions::Random;
  LaunchChoice choice{draws ? ProgramKind::Rollout : ProgramKind::Step,
                      draws || settings_.fused,
                      plan_.residency,
                      plan_.lanes,
                      layout_.shared_bytes(),
                      nullptr};
  if (settings_.device == Device::Cuda &&
      environment_.cuda_kernel(choice.kind, choice.fused, choice.residency, choice.lanes) ==
          nullptr) {
    choice.residency = Residency::Global;
    choice.lanes = 0;
  }
  choose_trace(choice);
  return choice;
}

int Batch::threads_for(const LaunchChoice& choice) const {
  const CudaKernel* kernel =
      environment_.cuda_kernel(choice.kind, choice.fused, choice.residency, choice.lanes);
  return settings_.device == Device::Cpu || kernel == nullptr
             ? plan_.threads
             : std::min(plan_.threads, kernel->most_threads);
}

}  // namespace starling
