#include "envs/cli/rollout_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "envs/cli/backend.hpp"
#include "envs/cli/options.hpp"
#include "envs/cli/record.hpp"
#include "envs/cli/save.hpp"

namespace starling::cli {
namespace {

// Long launches save launches on a GPU; on the CPU they save little and cost memory for slots.
constexpr std::int64_t default_launch_cuda = 64;
constexpr std::int64_t default_launch_cpu = 16;

void add_run_options(CLI::App& command, RolloutOptions& options) {
  Settings& settings = options.settings;
  command.add_option("ENV", settings.environment, "Environment (see starling envs)")->required();
  add_number(command, "--worlds", settings.worlds, world_range, "Worlds, 1024 unless given");
  add_number(command, "--steps", options.steps, step_range, "Steps, 1000 unless given");
  add_number(command, "--seed", settings.seed, seed_range, "Seed, 0 unless given");
  command.add_option("--backend", options.backend, "cpu, cuda, or auto: cuda where there is a GPU")
      ->type_name("NAME");
  add_number(command, "--threads", settings.threads, thread_range,
             "CPU threads, one a core unless given");
  add_number(command, "--tile", settings.tile_worlds, tile_range,
             "Worlds stepped together, chosen by the planner unless given");
  add_number(command, "--steps-per-launch", settings.steps_per_launch, launch_range,
             fmt::format("Steps between two looks of the host, {} on cuda and {} on cpu unless "
                         "given",
                         default_launch_cuda, default_launch_cpu));
}

void add_policy_options(CLI::App& command, RolloutOptions& options) {
  command
      .add_option("--policy", options.policy, "random, zero, or a policy file, whose network plays")
      ->type_name("POLICY");
  CLI::Option* sample = command.add_flag(
      "--sample", options.sample, "A policy file makes each choice by its chance, as unless told");
  command.add_flag("--greedy", options.greedy, "A policy file makes its most likely choices")
      ->excludes(sample);
  command
      .add_option("--precision", options.precision,
                  "Of a policy file's network: fp32, or bf16 on cuda, as there unless told")
      ->type_name("NAME");
}

void add_out_option(CLI::App& command, RolloutOptions& options) {
  command
      .add_option("--out", options.out_path,
                  "Write what every step exported to a safetensors file, [steps, worlds, rows, "
                  "elements] by name")
      ->type_name("FILE");
}

void add_trace_options(CLI::App& command, RolloutOptions& options) {
  Settings& settings = options.settings;
  command
      .add_option("--trace", options.trace_path,
                  "Write who did what and when to a file for ui.perfetto.dev")
      ->type_name("FILE");
  command
      .add_option("--trace-level", options.trace_level,
                  "tile, stage, or automatic: stage where the graph has several")
      ->type_name("LEVEL");
  add_number(command, "--trace-records", settings.trace_records, trace_range,
             fmt::format("Most records of a trace, {} unless given", settings.trace_records));
  add_number(
      command, "--trace-period", settings.trace_period, period_range,
      "Stages are recorded in every so many steps of a launch, a power of two; 64 on cuda and "
      "1 on cpu unless given");
}

void add_serve_options(CLI::App& command, RolloutOptions& options) {
  command
      .add_option("--serve", options.serve_at,
                  "Let viewers watch the run: starling-viewer --connect HOST:PORT. Without a host "
                  "only those of this machine; * is every interface; a port of 0 takes a free one")
      ->type_name("[HOST:]PORT");
  add_number(command, "--serve-rate", options.looks_per_s, look_range,
             fmt::format("Pictures a second that a viewer gets at most, {} unless given; fewer "
                         "where they would take more than 1% of the run's time",
                         options.looks_per_s));
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

}  // namespace

CLI::App* add_rollout_command(CLI::App& app, RolloutOptions& options) {
  CLI::App* command = app.add_subcommand("rollout", "Step a batch of worlds and report");
  add_run_options(*command, options);
  add_policy_options(*command, options);
  add_out_option(*command, options);
  add_record_options(*command, options);
  add_save_options(*command, options);
  add_trace_options(*command, options);
  add_serve_options(*command, options);
  command->add_flag("--json", options.json, "Report as one line of JSON");
  command->footer(
      "startup_s lasts from the start of the program until all worlds stand;\n"
      "seconds covers all stepping after that; first_step_s, a part of it, is the\n"
      "first launch. Ctrl-C ends the run with what it has.\n"
      "The environment's own options (see starling envs ENV) stand beside these, as\n"
      "--NAME VALUE or --NAME=VALUE.");
  return command;
}

bool is_policy_file(const RolloutOptions& options) {
  return options.policy != "random" && options.policy != "zero";
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

}  // namespace starling::cli
