#include "tests/bench/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/error.hpp"

namespace starling::bench {
namespace {

/// Bytes that stay in the L2 of an H200 from one launch to the next; of its 60 MB some is taken by
/// what only passes through.
constexpr double l2_bytes = 48e6;

/// A figure above its floor by more than this is an error of measurement.
constexpr double tolerance = 1.05;

/// The value below which `share` of the values lie, between two of them by proportion.
double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (place - static_cast<double>(low)) * (values[high] - values[low]);
}

template <class Value>
double quantile_of(const Standing& standing, double share, Value value) {
  std::vector<double> values;
  for (const Timing& timing : standing.timings)
    values.push_back(value(timing));
  return quantile(values, share);
}

/// Replaces the floor by a larger one.
void raise(Floor& floor, double seconds, const char* bound) {
  if (seconds <= floor.seconds) return;
  floor.seconds = seconds;
  floor.bound = bound;
}

/// What stays in the L2 from launch to launch need not reach device memory: the state where it fits
/// alone, and the exports too where all fits, since each launch writes over those before.
Floor floor_of(const Comparison& comparison, const Ceilings& ceilings, double clock_mhz) {
  const Task& task = comparison.task;
  const Workload& workload = workload_of(task.workload);
  const auto worlds = static_cast<double>(task.worlds);
  const double exported =
      workload.exported_bytes + workload.final_bytes * comparison.episodes_per_step;
  const double state =
      (workload.state_read_bytes + workload.state_write_bytes) / task.steps_per_launch;
  const bool has_cache = ceilings.cache_bytes_per_s > 0;
  const bool state_fits = has_cache && worlds * workload.state_read_bytes < l2_bytes;
  const bool all_fits = has_cache && worlds * (workload.state_read_bytes +
                                               task.steps_per_launch * workload.exported_bytes) <
                                         l2_bytes;
  Floor floor;
  floor.bytes = exported + state;
  floor.operations = workload.operations;
  const double to_memory = all_fits ? 0 : exported + (state_fits ? 0 : state);
  raise(floor, to_memory / ceilings.memory_bytes_per_s, "memory");
  if (has_cache) raise(floor, floor.bytes / ceilings.cache_bytes_per_s, "L2");
  if (clock_mhz > 0) {
    raise(floor, floor.operations / (ceilings.lanes * clock_mhz * 1e6), "operations");
  }
  return floor;
}

double engine_ratio(const Comparison& comparison, const Standing& standing) {
  const Standing& engine = comparison.standings.front();
  std::vector<double> ratios;
  for (std::size_t turn = 0; turn < standing.timings.size(); ++turn)
    ratios.push_back(standing.timings[turn].seconds / engine.timings[turn].seconds);
  return quantile(ratios, 0.5);
}

std::string verdict(const Figures& figures, const Standing& standing) {
  if (standing.differences > 0) return fmt::format("{} DIFFERENCES", standing.differences);
  if (figures.share_of_floor > tolerance) return "UNDER ITS FLOOR";
  return figures.wall_over_events > tolerance
             ? fmt::format("equal; wall clock {:.2f}x", figures.wall_over_events)
             : "equal";
}

const char* kind_of(const Standing& standing) {
  return standing.is_engine ? "engine" : standing.is_bar ? "bar" : "schedule";
}

}  // namespace

Figures figures_of(const Comparison& comparison, const Standing& standing,
                   const Ceilings& ceilings) {
  const auto speed = [&](const Timing& timing) {
    return static_cast<double>(comparison.task.worlds) * comparison.task.steps_per_launch /
           timing.seconds_of_one;
  };
  Figures figures;
  figures.median = quantile_of(standing, 0.5, speed);
  figures.p10 = quantile_of(standing, 0.1, speed);
  figures.p90 = quantile_of(standing, 0.9, speed);
  figures.engine_ratio = engine_ratio(comparison, standing);
  figures.clock_mhz = quantile_of(standing, 0.5, [](const Timing& t) { return t.clock_mhz; });
  figures.wall_over_events =
      quantile_of(standing, 0.5, [](const Timing& t) { return t.wall_s / t.seconds; });
  figures.floor = floor_of(comparison, ceilings, figures.clock_mhz);
  figures.share_of_floor = figures.floor.seconds * figures.median;
  return figures;
}

bool is_valid(const Figures& figures, const Standing& standing) {
  return standing.differences == 0 && figures.share_of_floor <= tolerance;
}

void print_table(std::FILE* file, const std::vector<Comparison>& comparisons,
                 const Ceilings& ceilings) {
  fmt::print(file, "memory {:.2f} TB/s copied, L2 {:.2f}; speeds in million world-steps/s\n",
             ceilings.memory_bytes_per_s / 1e12, ceilings.cache_bytes_per_s / 1e12);
  fmt::print(file, "{:<9}{:>9}{:>4}{:>3} {:<34}{:>9}{:>9}{:>9}{:>7}{:>6}{:>6}  {:<11}{}\n",
             "workload", "worlds", "K", "t", "contestant", "median", "p10", "p90", "eng/it", "MHz",
             "floor", "bound by", "result");
  for (const Comparison& comparison : comparisons) {
    const Task& task = comparison.task;
    for (const Standing& standing : comparison.standings) {
      const Figures figures = figures_of(comparison, standing, ceilings);
      fmt::print(file,
                 "{:<9}{:>9}{:>4}{:>3} {:<34}{:>9.4g}{:>9.4g}{:>9.4g}{:>7.3f}{:>6.0f}{:>5.0f}%"
                 "  {:<11}{}\n",
                 task.workload, task.worlds, task.steps_per_launch, task.threads, standing.name,
                 figures.median / 1e6, figures.p10 / 1e6, figures.p90 / 1e6, figures.engine_ratio,
                 figures.clock_mhz, 100 * figures.share_of_floor, figures.floor.bound,
                 verdict(figures, standing));
    }
  }
}

void write_csv(const std::string& path, const std::vector<Comparison>& comparisons,
               const Ceilings& ceilings) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) throw Error(Refusal::Unavailable, "'" + path + "' cannot be written");
  fmt::print(
      file,
      "device,workload,worlds,steps_per_launch,threads,contestant,kind,repetitions,launches,"
      "median,p10,p90,engine_ratio,clock_mhz,wall_over_events,floor_s,bound,bytes,operations,"
      "share_of_floor,differences\n");
  for (const Comparison& comparison : comparisons) {
    const Task& task = comparison.task;
    for (const Standing& standing : comparison.standings) {
      const Figures f = figures_of(comparison, standing, ceilings);
      fmt::print(file, "{},{},{},{},{},\"{}\",{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                 task.device == Device::Cpu ? "cpu" : "cuda", task.workload, task.worlds,
                 task.steps_per_launch, task.threads, standing.name, kind_of(standing),
                 standing.timings.size(), comparison.launches, f.median, f.p10, f.p90,
                 f.engine_ratio, f.clock_mhz, f.wall_over_events, f.floor.seconds, f.floor.bound,
                 f.floor.bytes, f.floor.operations, f.share_of_floor, standing.differences);
    }
  }
  std::fclose(file);
}

}  // namespace starling::bench
