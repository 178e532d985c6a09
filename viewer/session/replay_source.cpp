#include "viewer/session/replay_source.hpp"

#include <algorithm>

#include "engine/byte_hash.hpp"
#include "engine/error.hpp"
#include "systems/policy/player.hpp"
#include "viewer/session/attention.hpp"
#include "viewer/session/looked_at.hpp"
#include "viewer/session/policy_file.hpp"

namespace starling::viewer {

ReplaySource::ReplaySource(const std::string& path, const ReplaySettings& settings)
    : replay_(path, settings),
      steps_per_launch_(settings.steps_per_launch),
      environment_(replay_.header().environment, replay_.header().options) {
  const RecordingHeader& header = replay_.header();
  run_ = {.environment = header.environment,
          .options = header.options,
          .worlds = 0,
          .seed = header.seed,
          .device = replay_.part(0).device_name(),
          .file = path};
  for (std::size_t part = 0; part < replay_.parts(); ++part)
    run_.worlds += replay_.part(part).settings().worlds;
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

WorldSnapshot ReplaySource::snapshot(std::int64_t world) {
  std::int64_t first = 0;
  for (std::size_t part = 0; part < replay_.parts(); ++part) {
    const std::int64_t worlds = replay_.part(part).settings().worlds;
    if (world < first + worlds) {
      WorldSnapshot snapshot = std::move(replay_.part(part).snapshot(world - first, 1).front());
      snapshot.world = world;
      return snapshot;
    }
    first += worlds;
  }
  throw Error(Refusal::Usage, "world " + std::to_string(world) + " is not among the " +
                                  std::to_string(first) + " that were recorded");
}

void ReplaySource::show(Frame& frame) {
  if (replay_.parts() == 1) {
    show_worlds(replay_.part(0), frame);
  } else {
    const std::int64_t end = std::min(frame.wanted.first + frame.wanted.count, run_.worlds);
    for (std::int64_t world = frame.wanted.first; world < end; ++world)
      frame.page.push_back(snapshot(world));
    if (frame.wanted.selected >= 0 && frame.wanted.selected < run_.worlds)
      frame.selected = snapshot(frame.wanted.selected);
  }
  frame.policy = replay_.header().policy;
  if (!replay_.reader().is_whole() && replay_.step() == replay_.steps())
    frame.message = "here the recording was cut off";
  if (network_ && frame.selected) {
    frame.attention =
        attention_of(*network_, environment_.description, *frame.selected, frame.wanted.agent);
  }
  for (const auto& [agent, is_taken] : replay_.takeovers()) {
    if (is_taken) frame.taken.emplace_back(agent.first, static_cast<int>(agent.second));
  }
}

void ReplaySource::count(Numbers& numbers) {
  Numbers sum;
  for (std::size_t part = 0; part < replay_.parts(); ++part) {
    Numbers of_part;
    count_worlds(replay_.part(part), of_part);
    add_worlds(of_part, sum);
  }
  numbers = std::move(sum);
}

}  // namespace starling::viewer
