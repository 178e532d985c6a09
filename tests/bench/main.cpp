/// The program starling_bench: the engine against programs written by hand.
///
///   starling_bench                                       all default world counts on a GPU
///   starling_bench --engine tile=64 --engine tile=128,residency=shared      variants in one run
///   starling_bench --workloads arena --schedules --engine "" --engine residency=global
///   starling_bench --device cpu                          1 and 2 threads
///
/// Prints a short table last and exits with 1 if any result differed or was faster than it can be.
#include <fmt/format.h>

#include <exception>

#include <CLI/CLI.hpp>

#include "engine/error.hpp"
#include "envs/cli/side.hpp"
#include "tests/bench/report.hpp"

namespace starling::bench {
namespace {

/// World counts of a workload where none are given.
std::vector<std::int64_t> default_worlds(const std::string& workload, Device device) {
  if (device == Device::Cpu) return {workload == "cartpole" ? 16384 : 1024};
  if (workload == "cartpole") return {65536, 1048576};
  return {1024, 4096, 16384, 65536, 131072};
}

struct Arguments {
  std::string device = "cuda";
  std::vector<std::string> workloads = {"cartpole", "arena"};
  std::vector<std::int64_t> worlds;
  std::vector<int> steps = {64, 1};
  std::vector<int> threads = {1, 2};
  std::vector<std::string> engines = {""};
  std::string csv;
  Options options;
};

void add_options(CLI::App& app, Arguments& arguments) {
  app.add_option("--device", arguments.device, "cpu or cuda")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  app.add_option("--workloads", arguments.workloads, "cartpole, arena")->delimiter(',');
  app.add_option("--worlds", arguments.worlds,
                 "Numbers of worlds, any from 1; else a list by workload")
      ->delimiter(',');
  app.add_option("--steps", arguments.steps, "Steps a launch")->delimiter(',');
  app.add_option("--threads", arguments.threads, "CPU threads")->delimiter(',');
  app.add_option("--engine", arguments.engines,
                 std::string("A variant of the engine, once for each: ") + cli::side_syntax +
                     "; the first is what the others are held against");
  app.add_option("--repetitions", arguments.options.repetitions, "Timed windows of each contestant")
      ->check(CLI::PositiveNumber);
  app.add_option("--window", arguments.options.window_s, "Least seconds of a timed window");
  app.add_option("--seed", arguments.options.seed, "From which repetitions take their seeds");
  app.add_flag("!--no-bars", arguments.options.bars,
               "Leave the programs by hand out, where memory does not hold them too");
  app.add_flag("--every-shape", arguments.options.every_shape,
               "Report every shape of the programs by hand, not the fastest alone");
  app.add_flag("--schedules", arguments.options.schedules,
               "Also the arena in a grid barrier, or a kernel of a CUDA graph, a system");
  app.add_option("--csv", arguments.csv, "Also write a file of comma-separated values");
}

std::vector<Task> tasks_of(const Arguments& arguments) {
  const Device device = arguments.device == "cpu" ? Device::Cpu : Device::Cuda;
  std::vector<Task> tasks;
  for (const std::string& workload : arguments.workloads) {
    const auto worlds =
        arguments.worlds.empty() ? default_worlds(workload, device) : arguments.worlds;
    for (const std::int64_t count : worlds) {
      for (const int steps : arguments.steps) {
        if (device == Device::Cuda) tasks.push_back({workload, device, count, steps, 1});
        for (const int threads : device == Device::Cpu ? arguments.threads : std::vector<int>{})
          tasks.push_back({workload, device, count, steps, threads});
      }
    }
  }
  return tasks;
}

/// Compares task by task, and says which were left out. False if one broke off: the rest is left
/// out then, and what was found so far is still reported.
bool compare_all(Machine& machine, const Arguments& arguments, const Ceilings& ceilings,
                 std::vector<Comparison>& comparisons) {
  for (const Task& task : tasks_of(arguments)) {
    try {
      comparisons.push_back(compare(machine, task, arguments.options));
      print_details(stdout, comparisons.back(), ceilings);
      std::fflush(stdout);
    } catch (const Error& error) {
      fmt::print(stderr, "left out: {}\n", error.what());
    } catch (const std::exception& error) {
      fmt::print(stderr, "broken off: {} worlds of {}, {} steps a launch: {}\n", task.worlds,
                 task.workload, task.steps_per_launch, error.what());
      return false;
    }
  }
  return !comparisons.empty();
}

/// True if every figure is valid.
bool report(const Arguments& arguments, const std::vector<Comparison>& comparisons,
            const Ceilings& ceilings) {
  print_summary(stdout, comparisons, ceilings);
  if (!arguments.csv.empty()) write_csv(arguments.csv, comparisons, ceilings);
  bool valid = true;
  for (const Comparison& comparison : comparisons) {
    for (const Standing& standing : comparison.standings)
      valid = valid && is_valid(figures_of(comparison, standing, ceilings), standing);
  }
  return valid;
}

int run(int argc, char** argv) {
  CLI::App app{"Times the engine against programs written by hand and checks both.",
               "starling_bench"};
  Arguments arguments;
  add_options(app, arguments);
  CLI11_PARSE(app, argc, argv);
  for (const std::string& text : arguments.engines) {
    arguments.options.engines.emplace_back(text.empty() ? "engine" : "engine " + text,
                                           cli::parse_side("--engine", text, Settings{}));
  }
  const auto machine = arguments.device == "cpu" ? make_cpu_machine() : make_cuda_machine();
  fmt::print("on {}\n", machine->name());
  const Ceilings ceilings = machine->ceilings();
  std::vector<Comparison> comparisons;
  const bool complete = compare_all(*machine, arguments, ceilings, comparisons);
  return report(arguments, comparisons, ceilings) && complete ? 0 : 1;
}

}  // namespace
}  // namespace starling::bench

int main(int argc, char** argv) {
  try {
    return starling::bench::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "starling_bench: {}\n", error.what());
    return 1;
  }
}
