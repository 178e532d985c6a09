#include "viewer/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "envs/cli/backend.hpp"
#include "envs/cli/environment_options.hpp"
#include "envs/cli/options.hpp"

namespace starling::viewer {
namespace {

using cli::Range;

constexpr double highest_speed = 1e9;
constexpr Range<int> size_range{64, 8192};
constexpr Range<int> shown_range{1, 1024};
constexpr Range<int> agent_range{0};
constexpr Range<std::int64_t> number_range{0};

void add_run_options(CLI::App& app, Arguments& arguments) {
  Settings& settings = arguments.simulator;
  app.add_option("SUBJECT", arguments.subject,
                 "An environment (see starling envs), a recording or a trace file");
  app.add_option("--connect", arguments.connect, "Watch a run that serves: see rollout --serve")
      ->type_name("HOST:PORT");
  cli::add_number(app, "--worlds", settings.worlds, cli::world_range, "Worlds, 64 unless given");
  cli::add_number(app, "--seed", settings.seed, cli::seed_range, "Seed, 0 unless given");
  app.add_option("--backend", arguments.backend,
                 "cpu, cuda, or auto: cuda where there is a GPU; recordings: cpu")
      ->type_name("NAME");
  cli::add_number(app, "--threads", settings.threads, cli::thread_range,
                  "CPU threads; all cores but one unless given");
  app.add_option("--policy", arguments.policy, "random, zero, or a policy file")
      ->type_name("POLICY");
  app.add_option("--speed", arguments.steps_per_s,
                 "Steps a second, 30 unless given; 0: as fast as they come")
      ->check(CLI::Range(0.0, highest_speed))
      ->type_name("N");
  app.add_option("--record", arguments.record,
                 "Record a live run, with all that is changed in it: see starling replay")
      ->type_name("FILE");
  app.add_flag("--paused", arguments.is_paused, "Begin paused");
  app.add_flag("!--no-trace", arguments.is_traced, "Do not note who steps what when");
  cli::add_number(app, "--steps", arguments.steps, number_range,
                  "Steps done before anything is shown, 0 unless given");
}

void add_look_options(CLI::App& app, Arguments& arguments) {
  app.add_flag("--headless", arguments.is_headless, "Draw without a window or a display");
  app.add_option("--shot", arguments.shot, "Write one picture and end")->type_name("FILE.png");
  app.add_option("--frames", arguments.frames, "Write pictures to a folder and end")
      ->type_name("DIR");
  cli::add_number(app, "--pictures", arguments.pictures, Range<int>{1, 1'000'000},
                  "Pictures for --frames, 60 unless given");
  cli::add_number(app, "--steps-a-picture", arguments.steps_a_picture, Range<int>{1, 1'000'000},
                  "Steps between two of them, 1 unless given");
  cli::add_number(app, "--width", arguments.width, size_range, "Pixels, 1440 unless given");
  cli::add_number(app, "--height", arguments.height, size_range, "Pixels, 900 unless given");
  cli::add_number(app, "--quit-after", arguments.most_frames, number_range,
                  "Close the window after so many frames, and say how fast they came");
  app.add_option("--tab", arguments.tab, "What is open: worlds, occupancy or numbers")
      ->check(CLI::IsMember({"worlds", "occupancy", "numbers"}));
  cli::add_number(app, "--world", arguments.world, number_range, "Selected world, 0 unless given");
  cli::add_number(app, "--agent", arguments.agent, agent_range, "Selected agent, 0 unless given");
  cli::add_number(app, "--shown", arguments.shown, shown_range,
                  "Worlds at a time, 64 unless given");
  app.add_flag("--3d", arguments.is_spatial, "Look at the selected world in three dimensions");
}

void check_file(const std::string& path) {
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(path, problem);
  if (status.type() == std::filesystem::file_type::none)
    throw Error(Refusal::Unavailable, "'" + path + "' cannot be read: " + problem.message());
  if (!std::filesystem::exists(status)) {
    std::string known;
    for (const std::string& name : environment_names())
      known += (known.empty() ? "" : ", ") + name;
    throw Error(Refusal::Usage, "'" + path + "' is no file and none of the environments " + known);
  }
  // a pipe would be waited for, and gives what it holds only once
  if (!std::filesystem::is_regular_file(status))
    throw Error(Refusal::Usage, "'" + path + "' is no regular file, and so no recording or trace");
}

/// A run that was begun elsewhere has its settings already.
void check_settings_elsewhere(const CLI::App& app, const std::string& subject,
                              const cli::EnvironmentArguments& given) {
  std::string option = given.without_value;
  if (!given.options.empty()) option = "--" + given.options.front().first;
  if (!option.empty()) {
    throw Error(Refusal::Usage, option + " is no option of starling-viewer, and '" + subject +
                                    "' is no environment that could have it");
  }
  for (const char* name : {"--worlds", "--seed", "--policy", "--record"}) {
    if (app.count(name) > 0) {
      throw Error(Refusal::Usage, std::string(name) + " is for an environment's run that begins " +
                                      "here, and not for '" + subject + "'");
    }
  }
}

void check_values(const CLI::App& app, const Arguments& arguments) {
  if (!(arguments.steps_per_s <= highest_speed))
    throw Error(Refusal::Usage, "--speed is no number from 0 to 1e9");
  if (app.count("--record") > 0 && arguments.record.empty())
    throw Error(Refusal::Usage, "--record is '', which is no file");
  if (!arguments.connect.empty() && arguments.steps > 0)
    throw Error(Refusal::Usage, "--steps is for a run that is stepped here, and not for --connect");
}

void check(const Arguments& arguments) {
  if (arguments.subject.empty() == arguments.connect.empty()) {
    throw Error(Refusal::Usage, arguments.subject.empty()
                                    ? "what is to be shown is missing: an environment, a file, or "
                                      "--connect HOST:PORT"
                                    : "--connect stands instead of an environment or a file");
  }
  const bool draws_files = !arguments.shot.empty() || !arguments.frames.empty();
  if (arguments.is_headless != draws_files) {
    throw Error(Refusal::Usage, draws_files ? "--shot and --frames are for --headless"
                                            : "--headless needs --shot or --frames");
  }
}

}  // namespace

bool is_environment(const std::string& name) {
  const auto names = environment_names();
  return std::count(names.begin(), names.end(), name) > 0;
}

std::optional<Arguments> parse_arguments(std::vector<std::string> words) {
  Arguments arguments;
  CLI::App app{"Shows worlds, who steps them when, and recorded runs.", "starling-viewer"};
  add_run_options(app, arguments);
  add_look_options(app, arguments);
  app.footer(
      "An environment's own options (see starling envs ENV) stand beside these, as\n"
      "--NAME VALUE or --NAME=VALUE.");
  const cli::EnvironmentArguments given = cli::take_environment_arguments(app, words);
  std::reverse(words.begin(), words.end());  // as the parser wants
  try {
    app.parse(words);
  } catch (const CLI::Success& help) {
    app.exit(help);
    return std::nullopt;
  } catch (const CLI::ParseError& complaint) {
    std::string sentence = complaint.what();
    std::replace(sentence.begin(), sentence.end(), '\n', ' ');
    throw Error(Refusal::Usage, sentence + " (see starling-viewer --help)");
  }
  check(arguments);
  check_values(app, arguments);
  arguments.simulator.environment = arguments.subject;
  arguments.simulator.options = given.options;
  if (is_environment(arguments.subject)) {
    cli::require_values(arguments.subject, given);
  } else {
    if (arguments.connect.empty()) check_file(arguments.subject);
    check_settings_elsewhere(app, arguments.subject + arguments.connect, given);
  }
  arguments.simulator.device = cli::parse_backend("--backend", arguments.backend);
  return arguments;
}

}  // namespace starling::viewer
