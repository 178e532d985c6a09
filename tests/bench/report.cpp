#include "tests/bench/report.hpp"

#include <fmt/format.h>

#include "engine/error.hpp"

namespace starling::bench {
namespace {

/// Events and the wall clock should agree; a host that cannot queue fast enough shows here.
constexpr double wall_tolerance = 1.05;

std::string verdict(const Figures& figures, const Standing& standing) {
  if (standing.differences > 0) return fmt::format("{} DIFFERENCES", standing.differences);
  if (!is_valid(figures, standing)) return "UNDER ITS FLOOR";
  return figures.wall_over_events > wall_tolerance
             ? fmt::format("equal; wall clock {:.2f}x", figures.wall_over_events)
             : "equal";
}

const char* kind_of(const Standing& standing) {
  return standing.is_engine ? "engine" : standing.is_bar ? "bar" : "schedule";
}

double millions(double value) {
  return value / 1e6;
}

/// A clock, or a dash where it is not known.
std::string clock_text(double mhz) {
  return mhz > 0 ? fmt::format("{:.0f}", mhz) : "-";
}

std::int64_t all_differences(const Comparison& comparison) {
  std::int64_t differences = 0;
  for (const Standing& standing : comparison.standings)
    differences += standing.differences;
  return differences;
}

/// The contestant's columns of a summary line.
void print_row(std::FILE* file, const Comparison& comparison, const Standing& standing,
               const Standing* bar, const Ceilings& ceilings) {
  const Task& task = comparison.task;
  const Figures figures = figures_of(comparison, standing, ceilings);
  fmt::print(file, "{:<8}{:>8}{:>4}{:>2} {:<20}{:>9.4g}{:>9.4g}{:>9.4g} ", task.workload,
             task.worlds, task.steps_per_launch, task.threads, standing.name,
             millions(figures.median), millions(figures.p10), millions(figures.p90));
  if (bar != nullptr) {
    const Figures of_bar = figures_of(comparison, *bar, ceilings);
    fmt::print(file, "{:>9.4g} {:<27}{:>6.3f}", millions(of_bar.median), bar->name,
               speed_ratio(standing, *bar));
  } else {
    fmt::print(file, "{:>9} {:<27}{:>6}", "-", "none", "-");
  }
  fmt::print(file, "{:>9.4g}{:>5.0f}% {:<10}{:>8.1f} {:>4} {:>4}/{:>4}/{:>4}{}\n",
             millions(1 / figures.floor.seconds), 100 * figures.share_of_floor, figures.floor.bound,
             working_set_bytes(task) / 1e6, all_differences(comparison),
             clock_text(figures.counted_mhz), clock_text(figures.sampled_mhz),
             clock_text(figures.memory_mhz),
             figures.share_of_floor <= 1 || is_valid(figures, standing) ? "" : " UNDER FLOOR");
}

}  // namespace

void print_details(std::FILE* file, const Comparison& comparison, const Ceilings& ceilings) {
  const Task& task = comparison.task;
  fmt::print(file, "{}, {} worlds, {} steps a launch, {} threads: {} launches a window\n",
             task.workload, task.worlds, task.steps_per_launch, task.threads, comparison.launches);
  for (const Standing& standing : comparison.standings) {
    const Figures figures = figures_of(comparison, standing, ceilings);
    fmt::print(file,
               "  {:<9}{:<30}{:>9.4g}{:>9.4g}{:>9.4g}  in step {:.4g}, staggered {:.4g}; engine/it "
               "{:.3f}; {}\n",
               kind_of(standing), standing.name, millions(figures.median), millions(figures.p10),
               millions(figures.p90), millions(figures.in_step), millions(figures.staggered),
               speed_ratio(comparison.standings.front(), standing), verdict(figures, standing));
  }
}

void print_summary(std::FILE* file, const std::vector<Comparison>& comparisons,
                   const Ceilings& ceilings) {
  fmt::print(file,
             "Million world-steps/s. Copies: memory {:.0f} GB/s, L2 {:.0f}; cache of {:.0f} MB. K: "
             "steps a launch; t: CPU threads.\n"
             "ratio: contestant over best bar, median of paired repetitions. set: working set, MB. "
             "diff: of all contestants.\n"
             "MHz: multiprocessors by their own counters / by NVML / memory by NVML.\n",
             ceilings.memory_bytes_per_s / 1e9, ceilings.cache_bytes_per_s / 1e9,
             ceilings.cache_bytes / 1e6);
  fmt::print(file, "{:<8}{:>8}{:>4}{:>2} {:<20}{:>9}{:>9}{:>9} {:>9} {:<27}{:>6}", "workload",
             "worlds", "K", "t", "contestant", "median", "p10", "p90", "best bar", "its name",
             "ratio");
  fmt::print(file, "{:>9}{:>6} {:<10}{:>8} {:>4} {}\n", "floor", "of it", "set by", "set", "diff",
             "MHz");
  for (const Comparison& comparison : comparisons) {
    const Standing* bar = best_bar(comparison, ceilings);
    for (const Standing& standing : comparison.standings) {
      if (!standing.is_bar) print_row(file, comparison, standing, bar, ceilings);
    }
  }
}

void write_csv(const std::string& path, const std::vector<Comparison>& comparisons,
               const Ceilings& ceilings) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) throw Error(Refusal::Unavailable, "'" + path + "' cannot be written");
  fmt::print(file,
             "device,workload,worlds,steps_per_launch,threads,contestant,kind,repetitions,launches,"
             "median,p10,p90,in_step,staggered,engine_ratio,counted_mhz,sampled_mhz,memory_mhz,"
             "wall_over_events,floor_s,bound,bytes,operations,share_of_floor,working_set_bytes,"
             "differences\n");
  for (const Comparison& comparison : comparisons) {
    const Task& task = comparison.task;
    for (const Standing& standing : comparison.standings) {
      const Figures f = figures_of(comparison, standing, ceilings);
      fmt::print(file, "{},{},{},{},{},\"{}\",{},{},{},{},{},{},{},{},{},",
                 task.device == Device::Cpu ? "cpu" : "cuda", task.workload, task.worlds,
                 task.steps_per_launch, task.threads, standing.name, kind_of(standing),
                 standing.timings.size(), comparison.launches, f.median, f.p10, f.p90, f.in_step,
                 f.staggered, speed_ratio(comparison.standings.front(), standing));
      fmt::print(file, "{},{},{},{},{},{},{},{},{},{},{}\n", f.counted_mhz, f.sampled_mhz,
                 f.memory_mhz, f.wall_over_events, f.floor.seconds, f.floor.bound, f.floor.bytes,
                 f.floor.operations, f.share_of_floor, working_set_bytes(task),
                 standing.differences);
    }
  }
  std::fclose(file);
}

}  // namespace starling::bench
