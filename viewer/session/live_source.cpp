#include "viewer/session/live_source.hpp"

#include <algorithm>
#include <cstring>

#include "engine/byte_hash.hpp"
#include "viewer/session/attention.hpp"
#include "viewer/session/looked_at.hpp"
#include "viewer/session/policy_file.hpp"

namespace starling::viewer {
namespace {

constexpr int default_launch = 16;
constexpr std::size_t histogram_bins = 40;

/// As a viewer steps: a launch never so long that a person waits, actions from wherever is asked.
Settings viewed(Settings settings) {
  settings.actions = Actions::Tensor;
  if (settings.steps_per_launch < 2) settings.steps_per_launch = default_launch;
  return settings;
}

}  // namespace

LiveSource::LiveSource(Settings settings, const std::string& policy, const std::string& record)
    : has_trace_(settings.trace != TraceLevel::Off),
      simulator_(viewed(std::move(settings))),
      takeovers_(simulator_),
      episodes_(simulator_) {
  const Settings& made = simulator_.settings();
  run_ = {.environment = made.environment,
          .options = made.options,
          .worlds = made.worlds,
          .seed = made.seed,
          .device = simulator_.device_name(),
          .file = {}};
  carry_out(ChoosePolicy{policy});
  if (!record.empty()) this->record(record);
}

LiveSource::~LiveSource() {
  finish();
}

void LiveSource::finish() {
  if (!recording_) return;
  try {
    recording_->finish();
  } catch (const Error& error) {
    std::fprintf(stderr, "starling-viewer: %s\n", error.what());
  }
  recording_.reset();
}

void LiveSource::record(const std::string& path) {
  RecordingSettings settings;
  settings.policy = policy_;
  if (network_) settings.policy_hash = hash_of_file(policy_);
  recording_ = std::make_unique<RecordingWriter>(path, simulator_, settings);
}

int LiveSource::most_steps() const {
  return takeovers_.any() ? 1 : simulator_.settings().steps_per_launch;
}

/// With an agent taken over, a step's actions are chosen first and then stand in the tensors.
void LiveSource::advance(int steps) {
  const bool draws = !takeovers_.any() && !player_ && policy_ == "random";
  if (takeovers_.any()) {
    choose_actions();
    takeovers_.write();
    simulator_.step(1, Actions::Tensor);
  } else if (player_) {
    player_->step(steps);
  } else {
    simulator_.step(steps, draws ? Actions::Random : Actions::Tensor);
  }
  simulator_.synchronize();
  if (recording_) recording_->note_launch(steps, draws ? Actions::Random : Actions::Tensor);
  episodes_.note_launch(steps);
}

void LiveSource::choose_actions() {
  if (player_) {
    player_->choose();
  } else if (policy_ == "random") {
    simulator_.draw_actions();
  } else {
    takeovers_.clear_actions();
  }
}

void LiveSource::seek(std::int64_t) {
  throw Error(Refusal::Usage, "a live run goes forward only; record it to go back");
}

void LiveSource::change(const Change& change) {
  std::visit([this](const auto& kind) { carry_out(kind); }, change);
}

void LiveSource::carry_out(const ResetWorld& reset) {
  const std::int64_t worlds = run_.worlds;
  if (reset.world < 0 || reset.world >= worlds) {
    throw Error(Refusal::Usage, "world " + std::to_string(reset.world) + " is not among the " +
                                    std::to_string(worlds) + " of this batch");
  }
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(worlds), 0);
  mask[static_cast<std::size_t>(reset.world)] = 1;
  simulator_.reset(mask);
  if (recording_) recording_->note_reset(mask);
  episodes_.forget_open(reset.world);
}

void LiveSource::carry_out(const ChoosePolicy& choice) {
  std::unique_ptr<policy::Network> network;
  std::unique_ptr<policy::Player> player;
  if (choice.policy != "random" && choice.policy != "zero") {
    network = read_policy(choice.policy);
    player =
        std::make_unique<policy::Player>(simulator_, *network, choice.policy, policy::Play::Sample);
  }
  if (choice.policy == "zero") takeovers_.clear_actions();
  if (has_trace_) simulator_.clear_trace();  // which holds the stages of one program only
  player_ = std::move(player);
  network_ = std::move(network);
  policy_ = choice.policy;
}

void LiveSource::carry_out(const TakeOver& takeover) {
  takeovers_.take(takeover);
  if (recording_)
    recording_->note_takeover(takeover.world, takeover.agent, !takeover.choices.empty());
  if (policy_ == "zero") takeovers_.clear_actions();
}

void LiveSource::carry_out(const EditScalar& edit) {
  simulator_.edit(edit.world, edit.column, edit.field, edit.row, edit.bits);
  if (recording_) recording_->note_edit(edit.world, edit.column, edit.field, edit.row, edit.bits);
}

void LiveSource::show(Frame& frame) {
  show_worlds(
      run_.worlds,
      [this](std::int64_t first, std::int64_t count) { return simulator_.snapshot(first, count); },
      frame);
  frame.policy = policy_;
  frame.taken = takeovers_.agents();
  if (network_ && frame.selected && frame.wanted.attention) {
    frame.attention =
        attention_of(*network_, simulator_.description(), *frame.selected, frame.wanted.agent);
  }
}

void LiveSource::count(Numbers& numbers) {
  count_worlds(simulator_, numbers);
  numbers.returns = histogram_of(episodes_.returns(), histogram_bins);
  numbers.lengths = histogram_of(episodes_.lengths(), histogram_bins);
}

std::optional<TraceLog> LiveSource::trace() {
  if (!has_trace_) return std::nullopt;
  TraceLog log = simulator_.trace();
  simulator_.clear_trace();
  if (log.slices.empty()) return std::nullopt;
  return log;
}

}  // namespace starling::viewer
