#include "envs/cli/rollout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "engine/recording/writer.hpp"
#include "engine/serve/publisher.hpp"
#include "engine/trace_file.hpp"
#include "envs/cli/backend.hpp"
#include "envs/cli/interrupt.hpp"
#include "envs/cli/options.hpp"
#include "envs/cli/progress.hpp"
#include "envs/cli/record.hpp"
#include "envs/cli/trajectory.hpp"

namespace starling::cli {
namespace {

// Long launches save launches on a GPU; on the CPU they save little and cost memory for slots.
constexpr std::int64_t default_launch_cuda = 64;
constexpr std::int64_t default_launch_cpu = 16;

// How long the queue of launches may grow before the program looks up from it.
constexpr double longest_queue_s = 0.1;

double seconds_since(WallClock::time_point start) {
  return std::chrono::duration<double>(WallClock::now() - start).count();
}

std::optional<policy::Precision> parse_precision(const RolloutOptions& options) {
  if (options.precision.empty()) return std::nullopt;
  for (const policy::Precision precision :
       {policy::Precision::Float32, policy::Precision::Bfloat16}) {
    if (options.precision == policy::name_of(precision)) return precision;
  }
  throw Error(Refusal::Usage, fmt::format("--precision is '{}', which is none of bf16 and fp32",
                                          options.precision));
}

void settle_policy(const RolloutOptions& options, Settings& settings) {
  settings.actions = options.policy == "random" ? Actions::Random : Actions::Tensor;
  const char* option = options.greedy               ? "greedy"
                       : options.sample             ? "sample"
                       : !options.precision.empty() ? "precision"
                                                    : nullptr;
  if (!is_policy_file(options)) {
    if (option == nullptr) return;
    throw Error(Refusal::Usage,
                fmt::format("--{} is for policy files; --policy is '{}'", option, options.policy));
  }
  if (!std::filesystem::exists(options.policy)) {
    throw Error(Refusal::Usage, fmt::format("--policy is '{}', which is none of random and zero "
                                            "and no file",
                                            options.policy));
  }
  if (settings.device == Device::Cpu && parse_precision(options) == policy::Precision::Bfloat16) {
    throw Error(Refusal::Usage,
                "--precision is 'bf16', which only --backend cuda has; the cpu plays in fp32");
  }
}

TraceLevel parse_trace_level(const std::string& text) {
  for (const TraceLevel level : {TraceLevel::Automatic, TraceLevel::Tile, TraceLevel::Stage}) {
    if (text == name_of(level)) return level;
  }
  throw Error(
      Refusal::Usage,
      fmt::format("--trace-level is '{}', which is none of automatic, tile and stage", text));
}

Settings settings_of(const RolloutOptions& options) {
  Settings settings = options.settings;
  const TraceLevel level = parse_trace_level(options.trace_level);
  settings.trace = options.trace_path ? level : TraceLevel::Off;
  settings.device = parse_backend("--backend", options.backend);
  settle_policy(options, settings);
  if (settings.steps_per_launch == 0) {
    const auto most = settings.device == Device::Cuda ? default_launch_cuda : default_launch_cpu;
    settings.steps_per_launch = static_cast<int>(std::min(options.steps, most));
  }
  return settings;
}

/// Queues launches and waits for them in turns, so that neither Ctrl-C nor the progress bar waits
/// for long, and waiting costs nothing that can be measured.
void step_until(Simulator& simulator, std::int64_t steps, std::optional<policy::Player>& player,
                std::optional<Trajectory>& trajectory, std::optional<RecordingWriter>& recording,
                std::optional<serve::Publisher>& publisher, RolloutResult& result) {
  const std::int64_t steps_per_launch = simulator.settings().steps_per_launch;
  Progress progress(steps, simulator.settings().worlds);
  std::int64_t launches_queued = 1;
  const auto start = WallClock::now();
  while (simulator.steps_done() < steps && !interrupted()) {
    const auto queue_start = WallClock::now();
    for (std::int64_t launch = 0; launch < launches_queued && !interrupted(); ++launch) {
      const std::int64_t left = steps - simulator.steps_done();
      if (left == 0) break;
      const int now = static_cast<int>(std::min(steps_per_launch, left));
      if (player) {
        player->step(now);
      } else {
        simulator.step(now);
      }
      if (trajectory) trajectory->add_launch(now);
      if (recording) recording->note_launch(now);
    }
    simulator.synchronize();
    if (result.first_step_s == 0) result.first_step_s = seconds_since(start);
    launches_queued *= 2;
    if (seconds_since(queue_start) > longest_queue_s) {
      launches_queued = std::max<std::int64_t>(1, launches_queued / 4);
    }
    progress.show(simulator.steps_done());
    if (publisher) publisher->look(simulator);
  }
  result.seconds = seconds_since(start);
}

}  // namespace

CLI::App* add_rollout_command(CLI::App& app, RolloutOptions& options) {
  CLI::App* command = app.add_subcommand("rollout", "Step a batch of worlds and report");
  Settings& settings = options.settings;
  command->add_option("ENV", settings.environment, "Environment (see starling envs)")->required();
  add_number(*command, "--worlds", settings.worlds, world_range, "Worlds, 1024 unless given");
  add_number(*command, "--steps", options.steps, step_range, "Steps, 1000 unless given");
  add_number(*command, "--seed", settings.seed, seed_range, "Seed, 0 unless given");
  command->add_option("--backend", options.backend, "cpu, cuda, or auto: cuda where there is a GPU")
      ->type_name("NAME");
  add_number(*command, "--threads", settings.threads, thread_range,
             "CPU threads, one a core unless given");
  add_number(*command, "--tile", settings.tile_worlds, tile_range,
             "Worlds stepped together, chosen by the planner unless given");
  add_number(*command, "--steps-per-launch", settings.steps_per_launch, launch_range,
             fmt::format("Steps between two looks of the host, {} on cuda and {} on cpu unless "
                         "given",
                         default_launch_cuda, default_launch_cpu));
  command
      ->add_option("--policy", options.policy,
                   "random, zero, or a policy file, whose network plays")
      ->type_name("POLICY");
  CLI::Option* sample = command->add_flag(
      "--sample", options.sample, "A policy file makes each choice by its chance, as unless told");
  command->add_flag("--greedy", options.greedy, "A policy file makes its most likely choices")
      ->excludes(sample);
  command
      ->add_option("--precision", options.precision,
                   "Of a policy file's network: fp32, or bf16 on cuda, as there unless told")
      ->type_name("NAME");
  command
      ->add_option("--out", options.out_path,
                   "Write what every step exported to a safetensors file, [steps, worlds, rows, "
                   "elements] by name")
      ->type_name("FILE");
  add_record_options(*command, options);
  command
      ->add_option("--trace", options.trace_path,
                   "Write who did what and when to a file for ui.perfetto.dev")
      ->type_name("FILE");
  command
      ->add_option("--trace-level", options.trace_level,
                   "tile, stage, or automatic: stage where the graph has several")
      ->type_name("LEVEL");
  add_number(*command, "--trace-records", settings.trace_records, trace_range,
             fmt::format("Most records of a trace, {} unless given", settings.trace_records));
  add_number(
      *command, "--trace-period", settings.trace_period, period_range,
      "Stages are recorded in every so many steps of a launch, a power of two; 64 on cuda and "
      "1 on cpu unless given");
  command
      ->add_option("--serve", options.serve_at,
                   "Let viewers watch the run: starling-viewer --connect HOST:PORT. Without a host "
                   "only those of this machine; * is every interface; a port of 0 takes a free one")
      ->type_name("[HOST:]PORT");
  add_number(*command, "--serve-rate", options.looks_per_s, look_range,
             fmt::format("Pictures a second that a viewer gets at most, {} unless given; fewer "
                         "where they would take more than 1% of the run's time",
                         options.looks_per_s));
  command->add_flag("--json", options.json, "Report as one line of JSON");
  command->footer(
      "startup_s lasts from the start of the program until all worlds stand;\n"
      "seconds covers all stepping after that; first_step_s, a part of it, is the\n"
      "first launch. Ctrl-C ends the run with what it has.\n"
      "The environment's own options (see starling envs ENV) stand beside these, as\n"
      "--NAME VALUE or --NAME=VALUE.");
  return command;
}

namespace {

TraceResult write_trace(Simulator& simulator, const std::string& path, TraceFile& file) {
  const TraceLog log = simulator.trace();
  file.write(log);
  return {.path = path,
          .level = log.level,
          .slices = static_cast<std::int64_t>(log.slices.size()),
          .lanes = log.lanes,
          .dropped_records = log.dropped_records,
          .idle_share = log.idle_share,
          .idle_share_in_launches = log.idle_share_in_launches};
}

void announce(serve::Publisher& publisher, const Simulator& simulator,
              const RolloutOptions& options) {
  publisher.announce(serve::describe_run(simulator, options.policy, options.steps),
                     simulator.description(), options.looks_per_s);
  fmt::print(stderr, "starling: the run can be watched at {}\n", publisher.address());
}

}  // namespace

RolloutResult rollout(const RolloutOptions& options, WallClock::time_point program_start) {
  RolloutResult result;
  catch_interrupts();
  const Settings settings = settings_of(options);
  require_recording(options);
  std::optional<policy::Network> network;  // this, the trace's file and the port before all work
  std::optional<TraceFile> trace_file;     // that a refusal would undo
  std::optional<serve::Publisher> publisher;
  if (is_policy_file(options))
    network = policy::read_network(policy::TensorFile::read(options.policy));
  if (options.trace_path) trace_file.emplace(*options.trace_path);
  if (options.serve_at) publisher.emplace(serve::parse_address("--serve", *options.serve_at, 0));
  Simulator simulator(settings);
  const policy::Play play = options.greedy ? policy::Play::Greedy : policy::Play::Sample;
  std::optional<policy::Player> player;
  if (network) player.emplace(simulator, *network, options.policy, play, parse_precision(options));
  std::optional<Trajectory> trajectory;
  if (options.out_path)
    trajectory.emplace(*options.out_path, simulator, player ? &*player : nullptr, options.steps);
  std::optional<RecordingWriter> recording;
  if (options.record_path) begin_recording(options, simulator, recording);
  if (publisher) announce(*publisher, simulator, options);
  simulator.synchronize();
  result.startup_s = seconds_since(program_start);

  step_until(simulator, options.steps, player, trajectory, recording, publisher, result);
  if (publisher) publisher->finish(simulator);

  result.policy = options.policy;
  if (player) result.play = play;
  if (player) result.precision = player->precision();
  result.settings = simulator.settings();
  result.plan = simulator.plan();
  result.device_name = simulator.device_name();
  result.steps = simulator.steps_done();
  result.agents_per_world = simulator.agents_per_world();
  result.tally = simulator.tally();
  result.peak_bytes = simulator.peak_bytes() + (player ? player->allocated_bytes() : 0);
  result.state_hash = simulator.state_hash();
  result.errors = simulator.errors();
  result.first_errors = simulator.first_errors();
  result.interrupted = result.steps < options.steps;
  if (trajectory) {
    trajectory->finish();
    result.trajectory = {*options.out_path, trajectory->file_bytes()};
  }
  if (recording) {
    recording->finish();
    result.recording = {*options.record_path, recording->size_bytes(), recording->worlds()};
  }
  if (publisher) {
    result.served_at = publisher->address();
    if (publisher->problem()) fmt::print(stderr, "starling: {}\n", *publisher->problem());
  }
  if (trace_file) result.trace = write_trace(simulator, *options.trace_path, *trace_file);
  return result;
}

}  // namespace starling::cli
