#include "envs/cli/save.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/atomic_file.hpp"
#include "engine/recording/world_list.hpp"
#include "envs/cli/options.hpp"

namespace starling::cli {

void add_save_options(CLI::App& command, RolloutOptions& options) {
  command
      .add_option(
          "--save", options.save_path,
          "Write all worlds at the end of the run to a checkpoint, from which --load goes on")
      ->type_name("FILE");
  add_number(command, "--save-every", options.save_every, step_range,
             "Steps from one checkpoint to the next, which takes its place; at the end alone "
             "unless given");
  command
      .add_option(
          "--load", options.load_path,
          "Go on from a checkpoint, with its seed, its worlds and its options, until --steps "
          "are done in all")
      ->type_name("FILE")
      ->excludes(command.get_option("--seed"))
      ->excludes(command.get_option("--worlds"))
      ->excludes(command.get_option("--record"));
  command
      .add_option("--load-worlds", options.load_worlds,
                  "Only with these of its worlds, such as 0-63; with all unless given")
      ->type_name("RANGE");
}

void require_save(const RolloutOptions& options) {
  if (!options.save_path && options.save_every != 0)
    throw Error(Refusal::Usage, "--save-every is for checkpoints; there is no --save");
  if (!options.load_path && !options.load_worlds.empty())
    throw Error(Refusal::Usage, "--load-worlds is of a checkpoint; there is no --load");
  if (options.save_path) AtomicFile("the checkpoint", *options.save_path);
}

Load::Load(const RolloutOptions& options)
    : reader_(*options.load_path), worlds_(reader_.header().worlds) {
  const Settings& settings = options.settings;
  const CheckpointHeader& header = reader_.header();
  const OptionTexts& texts = settings.options.empty() ? header.options : settings.options;
  if (header.environment == settings.environment) {
    reader_.require_same(PreparedEnvironment(settings.environment, texts), texts);
  } else {
    reader_.require_same(PreparedEnvironment(settings.environment, {}), {});
  }
  if (options.load_worlds.empty()) return;
  const auto ranges = parse_world_list("--load-worlds", options.load_worlds, worlds_);
  if (ranges.size() != 1) {
    throw Error(
        Refusal::Usage,
        fmt::format("--load-worlds is '{}', which is no one range of worlds", options.load_worlds));
  }
  first_ = ranges.front().first;
  worlds_ = ranges.front().worlds;
}

void Load::settle(Settings& settings) const {
  const CheckpointHeader& header = reader_.header();
  if (settings.options.empty()) settings.options = header.options;
  settings.seed = header.seed;
  settings.first_world = header.first_world + first_;
  settings.worlds = worlds_;
}

void Load::restore(Simulator& simulator) {
  simulator.restore(reader_.read(simulator.description(), first_, worlds_));
}

std::int64_t Save::steps_before(std::int64_t steps_done, std::int64_t steps) const {
  return period_ == 0 ? steps : std::min(steps, period_ - steps_done % period_);
}

void Save::note(Simulator& simulator, bool is_end) {
  const std::int64_t steps = simulator.steps_done();
  const bool is_due = is_end || (period_ != 0 && steps % period_ == 0);
  if (!is_due || steps == steps_done_) return;
  size_bytes_ = simulator.save(path_);
  steps_done_ = steps;
}

}  // namespace starling::cli
