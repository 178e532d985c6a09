#include "viewer/session/replay_source.hpp"

#include <algorithm>

#include "engine/byte_hash.hpp"
#include "engine/error.hpp"
#include "systems/policy/player.hpp"
#include "viewer/session/attention.hpp"
#include "viewer/session/looked_at.hpp"
#include "viewer/session/policy_file.hpp"

namespace starling::viewer {
namespace {

/// Makes an error of a part's world, which the part counts from 0, one of the recording's.
void count_from(std::int64_t first, WorldError& error) {
  const std::string counted = "world " + std::to_string(error.world);
  error.world += first;
  if (error.text.starts_with(counted))
    error.text.replace(0, counted.size(), "world " + std::to_string(error.world));
}

}  // namespace

ReplaySource::ReplaySource(const std::string& path, const ReplaySettings& settings)
    : replay_(path, settings), steps_per_launch_(settings.steps_per_launch) {
  const RecordingHeader& header = replay_.header();
  run_ = {.environment = header.environment,
          .options = header.options,
          .worlds = replay_.reader().worlds(),
          .seed = header.seed,
          .device = replay_.part(0).device_name(),
          .file = path};
  if (header.policy_hash == 0 || hash_of_file(header.policy) != header.policy_hash) return;
  network_ = read_policy(header.policy);
  if (!policy::reads(*network_, replay_.part(0))) network_.reset();
}

void ReplaySource::advance(int steps) {
  seek(std::min(replay_.step() + steps, replay_.steps()));
}

void ReplaySource::seek(std::int64_t step) {
  const bool differed = replay_.first_difference().has_value();
  replay_.step_to(std::clamp<std::int64_t>(step, 0, replay_.steps()));
  if (differed || !replay_.first_difference()) return;
  const ReplayDifference& difference = *replay_.first_difference();
  throw Error(Refusal::Unavailable,
              "this is not the run that was recorded: after " + std::to_string(difference.step) +
                  " steps " +
                  (difference.world ? "world " + std::to_string(*difference.world) : "a world") +
                  " differs");
}

void ReplaySource::change(const Change&) {
  throw Error(Refusal::Usage, "a recording is looked at as it is; nothing of it can be changed");
}

std::vector<WorldSnapshot> ReplaySource::snapshots(std::int64_t first, std::int64_t count) {
  std::vector<WorldSnapshot> snapshots;
  const std::int64_t end = first + count;
  for (std::int64_t world = first; world < end;) {
    const auto [index, place] = replay_.part_of(world);
    Simulator& part = replay_.part(index);
    for (WorldSnapshot& snapshot :
         part.snapshot(place, std::min(end - world, part.settings().worlds - place))) {
      snapshot.world = world++;
      snapshots.push_back(std::move(snapshot));
    }
  }
  return snapshots;
}

void ReplaySource::show(Frame& frame) {
  show_worlds(
      run_.worlds,
      [this](std::int64_t first, std::int64_t count) { return snapshots(first, count); }, frame);
  frame.policy = replay_.header().policy;
  if (!replay_.reader().is_whole() && replay_.step() == replay_.steps())
    frame.message = "here the recording was cut off";
  if (network_ && frame.selected && frame.wanted.attention) {
    frame.attention =
        attention_of(*network_, environment().description, *frame.selected, frame.wanted.agent);
  }
  for (const auto& [world, agent] : replay_.takeovers())
    frame.taken.emplace_back(world, static_cast<int>(agent));
}

void ReplaySource::count(Numbers& numbers) {
  Numbers sum;
  std::int64_t first = 0;
  for (std::size_t part = 0; part < replay_.parts(); ++part) {
    Numbers of_part;
    count_worlds(replay_.part(part), of_part);
    for (WorldError& error : of_part.first_errors)
      count_from(first, error);
    add_worlds(of_part, sum);
    first += replay_.part(part).settings().worlds;
  }
  numbers = std::move(sum);
}

}  // namespace starling::viewer
