#include "engine/recording/replay.hpp"

#include <algorithm>

#include "engine/error.hpp"

namespace starling {
namespace {

/// More simulators than that have a thread each.
constexpr std::size_t most_parts_of_threads = 4;

/// The settings of the simulator of some worlds of a recording.
Settings settings_of(const RecordingHeader& header, const WorldRange& range,
                     const ReplaySettings& replay) {
  const bool is_split = header.worlds.size() > most_parts_of_threads;
  Settings settings;
  settings.environment = header.environment;
  settings.options = header.options;
  settings.seed = header.seed;
  settings.worlds = range.worlds;
  settings.first_world = header.batch_first_world + range.first;
  settings.device = replay.device;
  settings.threads = is_split ? 1 : replay.threads;
  settings.tile_worlds = replay.tile_worlds;
  settings.steps_per_launch = replay.steps_per_launch;
  return settings;
}

}  // namespace

Replay::Replay(const std::string& path, const ReplaySettings& settings)
    : reader_(path), environment_(header().environment, header().options), settings_(settings) {
  reader_.set_environment(environment_);
  for (const WorldRange& range : header().worlds)
    simulators_.emplace_back(settings_of(header(), range, settings_));
  if (reader_.blocks() == 0) return;
  load_block(0);
  apply_events();
  keep_keyframe();
}

void Replay::step_to(std::int64_t step) {
  if (step < 0 || step > steps()) {
    throw Error(Refusal::Usage, "step " + std::to_string(step) + " is not among the " +
                                    std::to_string(steps()) + " of this recording");
  }
  if (step < step_) go_back_to(step);
  while (step_ < step) {
    step_towards(step);
    apply_events();
    keep_keyframe();
  }
}

/// To the last keyframe that is not behind `step`, or to the beginning.
void Replay::go_back_to(std::int64_t step) {
  const auto after = keyframes_.upper_bound(step);
  if (after == keyframes_.begin()) {
    for (std::size_t index = 0; index < simulators_.size(); ++index)
      simulators_[index] = Simulator(settings_of(header(), header().worlds[index], settings_));
    step_ = 0;
    takeovers_.clear();
    load_block(0);
    apply_events();
    return;
  }
  const auto& [kept_step, keyframe] = *std::prev(after);
  for (std::size_t index = 0; index < simulators_.size(); ++index)
    simulators_[index].restore(keyframe.parts[index]);
  step_ = kept_step;
  takeovers_ = keyframe.takeovers;
  find_place();
}

void Replay::load_block(std::size_t block) {
  block_ = block;
  event_ = 0;
  steps_ = reader_.read(block);
}

/// To where all that was done before the step after this one has been done.
void Replay::find_place() {
  std::size_t block = 0;
  while (block + 1 < reader_.blocks() && reader_.first_step_of(block + 1) <= step_)
    ++block;
  load_block(block);
  while (event_ < steps_->events().size() && steps_->events()[event_].step <= step_)
    ++event_;
}

/// Whether something was done after this step and before the next; opens the block that says so.
bool Replay::has_event_now() {
  while (event_ == steps_->events().size() && step_ == steps_->first_step() + steps_->steps() &&
         block_ + 1 < reader_.blocks())
    load_block(block_ + 1);
  return event_ < steps_->events().size() && steps_->events()[event_].step == step_;
}

void Replay::apply_events() {
  for (; has_event_now(); ++event_)
    apply(steps_->events()[event_]);
}

std::pair<std::size_t, std::int64_t> Replay::part_of(std::int64_t world) const {
  std::size_t part = 0;
  for (; world >= simulators_[part].settings().worlds; ++part)
    world -= simulators_[part].settings().worlds;
  return {part, world};
}

void Replay::apply(const RecordedEvent& event) {
  if (event.kind == EventKind::StateHash) return check(event);
  if (event.kind == EventKind::Takeover) {
    const std::pair agent(event.world, event.agent);
    event.is_taken ? void(takeovers_.insert(agent)) : void(takeovers_.erase(agent));
    return;
  }
  if (event.kind == EventKind::Edit) {
    const auto [part, world] = part_of(event.world);
    try {
      simulators_[part].edit(world, event.column, event.field, event.row, event.bits);
    } catch (const Error& error) {
      reader_.refuse(block_, "at step " + std::to_string(event.step) + " " + error.what());
    }
    return;
  }
  std::size_t begin = 0;
  for (Simulator& simulator : simulators_) {
    const auto worlds = static_cast<std::size_t>(simulator.settings().worlds);
    if (event.mask.empty()) {
      simulator.reset();
    } else {
      simulator.reset(std::span(event.mask).subspan(begin, worlds));
    }
    begin += worlds;
  }
}

std::vector<std::uint64_t> Replay::world_hashes() {
  std::vector<std::uint64_t> hashes;
  for (Simulator& simulator : simulators_) {
    const std::vector<std::uint64_t> part = simulator.world_hashes();
    hashes.insert(hashes.end(), part.begin(), part.end());
  }
  return hashes;
}

/// The worlds' own hashes are known by two bytes each, which tell which one it is.
void Replay::check(const RecordedEvent& event) {
  const std::vector<std::uint64_t> hashes = world_hashes();
  const bool agrees = combine_hashes(hashes) == event.hash;
  checked_.insert({block_, event_});
  if (agrees || (difference_ && difference_->step <= event.step)) return;
  difference_ = ReplayDifference{event.step, std::nullopt};
  for (std::size_t world = 0; world < hashes.size(); ++world) {
    if (static_cast<std::uint16_t>(hashes[world]) == event.briefs[world]) continue;
    difference_->world = world_at(header().worlds, static_cast<std::int64_t>(world));
    return;
  }
}

/// One launch: as far as block, next event and next keyframe allow.
void Replay::step_towards(std::int64_t step) {
  std::int64_t end = std::min(step, steps_->first_step() + steps_->steps());
  if (event_ < steps_->events().size()) end = std::min(end, steps_->events()[event_].step);
  end = std::min(end, step_ + settings_.steps_per_launch);
  if (settings_.keyframe_bytes > 0)
    end = std::min(end, (step_ / keyframe_period_ + 1) * keyframe_period_);
  const int steps = static_cast<int>(end - step_);
  const bool are_stored = steps_->has_actions();
  if (are_stored) write_actions(steps);
  for (Simulator& simulator : simulators_)
    simulator.step(steps, are_stored ? Actions::Tensor : Actions::Random);
  step_ = end;
}

void Replay::write_actions(int steps) {
  std::vector<std::byte> rows;
  const auto& columns = reader_.action_columns();
  for (std::size_t index = 0; index < columns.size(); ++index) {
    rows.assign(static_cast<std::size_t>(columns[index].step_bytes()), std::byte{});
    const std::int64_t world_bytes = columns[index].described->bytes_per_world();
    for (int slot = 0; slot < steps; ++slot) {
      steps_->read_actions(index, step_ - steps_->first_step() + slot, rows);
      std::size_t begin = 0;
      for (Simulator& simulator : simulators_) {
        const auto size = static_cast<std::size_t>(simulator.settings().worlds * world_bytes);
        simulator.write_rows(columns[index].column, slot, 0, std::span(rows).subspan(begin, size));
        begin += size;
      }
    }
  }
}

/// Where there is no room for another, every second one goes, and the next are twice as far apart.
void Replay::keep_keyframe() {
  if (settings_.keyframe_bytes <= 0 || step_ % keyframe_period_ != 0) return;
  if (keyframes_.count(step_) != 0) return;
  Keyframe keyframe{{}, takeovers_};
  std::int64_t size_bytes = 0;
  for (Simulator& simulator : simulators_) {
    keyframe.parts.push_back(simulator.save());
    size_bytes += keyframe.parts.back().size_bytes();
  }
  const std::int64_t room = std::max<std::int64_t>(settings_.keyframe_bytes / size_bytes, 1);
  keyframes_.emplace(step_, std::move(keyframe));
  while (static_cast<std::int64_t>(keyframes_.size()) > room) {
    keyframe_period_ *= 2;
    std::erase_if(keyframes_, [this](const auto& kept) { return kept.first % keyframe_period_; });
    if (keyframes_.size() == 1) break;
  }
}

}  // namespace starling
