#include "envs/cli/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "engine/recording/replay.hpp"
#include "envs/cli/backend.hpp"
#include "envs/cli/environment_options.hpp"
#include "envs/cli/interrupt.hpp"
#include "envs/cli/options.hpp"
#include "envs/cli/progress.hpp"
#include "envs/cli/text.hpp"

namespace starling::cli {
namespace {

using WallClock = std::chrono::steady_clock;

/// Steps between two looks at the terminal.
constexpr std::int64_t steps_a_look = 64;

/// How a replay went.
struct Played {
  std::int64_t steps = 0;
  double seconds = 0;
  std::uint64_t state_hash = 0;  ///< Of the recorded worlds.
};

Played play(Replay& replay, std::int64_t end) {
  Progress progress(end, replay.reader().worlds());
  const auto start = WallClock::now();
  while (replay.step() < end && !replay.first_difference() && !interrupted()) {
    replay.step_to(std::min(end, replay.step() + steps_a_look));
    progress.show(replay.step());
  }
  Played played;
  const std::vector<std::uint64_t> hashes = replay.world_hashes();
  played.seconds = std::chrono::duration<double>(WallClock::now() - start).count();
  played.steps = replay.step();
  played.state_hash = combine_hashes(hashes);
  return played;
}

double world_steps_per_s(const Replay& replay, const Played& played) {
  const auto world_steps = static_cast<double>(played.steps * replay.reader().worlds());
  return played.seconds > 0 ? world_steps / played.seconds : 0;
}

std::string ending_in_words(const RecordingReader& reader) {
  if (reader.is_whole()) return "as it should";
  return reader.damage().empty() ? "cut off" : "cut off: the file " + reader.damage();
}

std::string difference_in_words(const std::optional<ReplayDifference>& difference) {
  if (!difference) return "all agree";
  const std::string place = fmt::format("after step {}", with_commas(difference->step));
  if (!difference->world) return "DIFFERS " + place;
  return fmt::format("DIFFERS {} in world {}", place, with_commas(*difference->world));
}

std::string as_table(const Replay& replay, const Played& played) {
  const RecordingHeader& header = replay.header();
  const RecordingReader& reader = replay.reader();
  std::string table = fmt::format(
      "{} on {} ({}){}\n", header.environment, name_of(replay.part(0).settings().device),
      replay.part(0).device_name(), interrupted() ? ", interrupted" : "");
  const auto line = [&table](const char* name, const std::string& value) {
    table += fmt::format("  {:<17}{}\n", name, value);
  };
  if (!header.options.empty()) line("options", in_words(header.options));
  line("worlds",
       fmt::format("{} of {}", with_commas(reader.worlds()), with_commas(header.batch_worlds)));
  line("steps", fmt::format("{} of {}", with_commas(played.steps), with_commas(reader.steps())));
  line("seed", std::to_string(header.seed));
  line("policy", header.policy);
  line("recorded by", "version " + header.engine_version);
  line("ended", ending_in_words(reader));
  line("file", as_bytes(reader.size_bytes()));
  line("world-steps/s", with_prefix(world_steps_per_s(replay, played)));
  line("seconds", fmt::format("{:.3f}", played.seconds));
  line("state hash", fmt::format("{:016x}", played.state_hash));
  line("hashes", fmt::format("{} checked, {}", with_commas(replay.hashes_checked()),
                             difference_in_words(replay.first_difference())));
  return table;
}

std::string as_json(const Replay& replay, const Played& played) {
  const RecordingHeader& header = replay.header();
  const RecordingReader& reader = replay.reader();
  nlohmann::ordered_json json{
      {"env", header.environment},
      {"backend", name_of(replay.part(0).settings().device)},
      {"device", replay.part(0).device_name()},
      {"worlds", reader.worlds()},
      {"batch_worlds", header.batch_worlds},
      {"steps", played.steps},
      {"recorded_steps", reader.steps()},
      {"seed", header.seed},
      {"policy", header.policy},
      {"engine_version", header.engine_version},
      {"whole", reader.is_whole()},
      {"damage", reader.damage()},
      {"bytes", reader.size_bytes()},
      {"seconds", played.seconds},
      {"world_steps_per_s", world_steps_per_s(replay, played)},
      {"state_hash", fmt::format("{:016x}", played.state_hash)},
      {"hashes_checked", replay.hashes_checked()},
      {"interrupted", interrupted()},
      {"difference", nullptr},
  };
  if (const auto& difference = replay.first_difference()) {
    json["difference"] = {{"step", difference->step}, {"world", nullptr}};
    if (difference->world) json["difference"]["world"] = *difference->world;
  }
  return json.dump() + "\n";
}

}  // namespace

CLI::App* add_replay_command(CLI::App& app, ReplayOptions& options) {
  CLI::App* command =
      app.add_subcommand("replay", "Simulate a recorded run again and check its state hashes");
  command->add_option("FILE", options.path, "A recording (see starling rollout --record)")
      ->required();
  add_number(*command, "--to", options.to, {0}, "Stop after so many steps, all unless given");
  add_number(*command, "--threads", options.threads, thread_range,
             "CPU threads, one a core unless given");
  command
      ->add_option("--backend", options.backend,
                   "cpu, as unless given, cuda, or auto: cuda where there is a GPU")
      ->type_name("NAME");
  command->add_flag("--json", options.json, "Report as one line of JSON");
  command->footer(
      "A recording that was cut off is played up to the cut. Exit status 1 where a hash\n"
      "differs, with the step and the world; a difference began after the hash before.\n"
      "Ctrl-C ends the replay with what it has.");
  return command;
}

bool replay(const ReplayOptions& options) {
  catch_interrupts();
  ReplaySettings settings;
  settings.device = parse_backend("--backend", options.backend);
  settings.threads = options.threads;
  Replay replay(options.path, settings);
  if (options.to > replay.steps()) {
    throw Error(Refusal::Usage, fmt::format("--to is {}, and the recording has {} steps",
                                            options.to, replay.steps()));
  }
  const Played played = play(replay, options.to < 0 ? replay.steps() : options.to);
  fmt::print("{}", options.json ? as_json(replay, played) : as_table(replay, played));
  const auto& difference = replay.first_difference();
  if (!difference) return true;
  const std::string world =
      difference->world ? fmt::format(" in world {}", *difference->world) : "";
  fmt::print(stderr, "starling: the replay of '{}' differs from the run after step {}{}\n",
             options.path, difference->step, world);
  return false;
}

}  // namespace starling::cli
