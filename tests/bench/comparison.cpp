#include "tests/bench/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/error.hpp"
#include "kernels/hash.hpp"
#include "tests/bench/engine_contestant.hpp"
#include "tests/bench/on_cuda.hpp"

namespace starling::bench {
namespace {

/// Episodes begin at so many different times where they are staggered.
constexpr int phases = 8;

/// Bytes that two contestants leave in what they do not write; unlike each other, so that an
/// element neither writes is found too.
constexpr std::uint8_t poison_of_first = 0xa5;
constexpr std::uint8_t poison_of_others = 0x5a;

void advance(Contestant& contestant, const Task& task, int steps) {
  for (int done = 0; done < steps; done += task.steps_per_launch)
    contestant.step(std::min(task.steps_per_launch, steps - done));
}

void stagger(Contestant& contestant, const Task& task) {
  const int apart = workload_of(task.workload).horizon_steps / phases;
  for (int phase = 0; phase < phases; ++phase) {
    advance(contestant, task, apart);
    std::vector<std::uint8_t> mask(static_cast<std::size_t>(task.worlds), 0);
    for (std::size_t world = static_cast<std::size_t>(phase); world < mask.size(); world += phases)
      mask[world] = 1;
    contestant.reset(mask);
  }
}

/// Worlds whose state differs.
std::int64_t state_differences(Contestant& a, Contestant& b) {
  const auto of_a = a.world_hashes();
  const auto of_b = b.world_hashes();
  std::int64_t worlds = 0;
  for (std::size_t world = 0; world < of_a.size(); ++world)
    worlds += of_a[world] != of_b[world] ? 1 : 0;
  if (worlds > 0) {
    fmt::print(stderr, "{} and {} differ in the state of {} worlds\n", a.name(), b.name(), worlds);
  }
  return worlds;
}

std::int64_t launches_for(double steps, const Task& task) {
  return static_cast<std::int64_t>(std::ceil(steps / task.steps_per_launch));
}

/// Launches of a window: two horizons, and long enough to be timed.
std::int64_t choose_launches(Machine& machine, Contestant& engine, const Task& task,
                             const Options& options) {
  const int horizon = workload_of(task.workload).horizon_steps;
  const std::int64_t horizons = launches_for(2.0 * horizon, task);
  engine.start(options.seed);
  machine.time(engine, horizons, task.steps_per_launch);  // what is loaded late is loaded now
  const Timing trial = machine.time(engine, horizons, task.steps_per_launch);
  const auto lasting = static_cast<std::int64_t>(options.window_s / trial.seconds_of_one);
  return std::max(horizons, lasting);
}

/// Median of three windows, a launch, after one that is not counted.
double trial_s(Machine& machine, Contestant& contestant, const Task& task, std::int64_t launches,
               std::uint64_t seed) {
  contestant.start(seed);
  std::array<double, 3> seconds{};
  machine.time(contestant, launches, task.steps_per_launch);
  for (double& turn : seconds)
    turn = machine.time(contestant, launches, task.steps_per_launch).seconds_of_one;
  std::sort(seconds.begin(), seconds.end());
  return seconds[1];
}

/// The fastest shape of each family, or every shape.
std::vector<Bar> choose_bars(Machine& machine, const Task& task, std::int64_t launches,
                             const Options& options) {
  struct Best {
    Bar bar;
    double seconds;
  };
  std::vector<Best> best;
  std::vector<Bar> every = bars_of(task);
  if (options.every_shape || every.size() == 1) return every;
  for (const Bar& bar : every) {
    const double seconds = trial_s(machine, *bar.make(), task, launches, options.seed);
    fmt::print(stderr, "trial of {}, {}: {:.4g} million world-steps/s\n", bar.family, bar.shape,
               1e-6 * static_cast<double>(task.worlds) * task.steps_per_launch / seconds);
    const auto same = std::find_if(best.begin(), best.end(), [&](const Best& other) {
      return other.bar.family == bar.family;
    });
    if (same == best.end()) {
      best.push_back({bar, seconds});
    } else if (seconds < same->seconds) {
      *same = {bar, seconds};
    }
  }
  std::vector<Bar> chosen;
  for (const Best& one : best)
    chosen.push_back(one.bar);
  return chosen;
}

/// Refuses a task of which `contestants` at once do not fit.
void check_memory(const Machine& machine, const Task& task, std::size_t contestants) {
  const Workload& workload = workload_of(task.workload);
  const double each = static_cast<double>(task.worlds) *
                      (task.steps_per_launch * (workload.exported_bytes + workload.final_bytes) +
                       2 * workload.state_write_bytes);
  const double all = each * static_cast<double>(contestants);
  if (all < 0.9 * static_cast<double>(machine.free_bytes())) return;
  throw Error(
      Refusal::Unavailable,
      fmt::format("{} worlds of {} with {} steps a launch take {:.0f} "
                  "GB for {} contestants, more than there is",
                  task.worlds, task.workload, task.steps_per_launch, all / 1e9, contestants));
}

/// A contestant and what it did.
struct Entry {
  std::unique_ptr<Contestant> contestant;
  Standing standing;
};

void repeat(Machine& machine, std::vector<Entry>& entries, const Task& task, int repetition,
            std::int64_t launches, std::uint64_t seed) {
  for (std::size_t index = 0; index < entries.size(); ++index) {
    Contestant& contestant = *entries[index].contestant;
    contestant.start(seed);
    if (repetition % 2 == 1) stagger(contestant, task);
    poison(machine, contestant, index == 0 ? poison_of_first : poison_of_others);
  }
  for (std::size_t turn = 0; turn < entries.size(); ++turn) {
    const std::size_t index = (turn + static_cast<std::size_t>(repetition)) % entries.size();
    Entry& entry = entries[index];
    entry.standing.timings.push_back(
        machine.time(*entry.contestant, launches, task.steps_per_launch));
  }
  for (std::size_t index = 1; index < entries.size(); ++index) {
    entries[index].standing.differences +=
        differences(machine, *entries[0].contestant, *entries[index].contestant) +
        state_differences(*entries[0].contestant, *entries[index].contestant);
  }
}

/// Episodes that end, by world and step: a property of the workload, so few worlds tell.
double episodes_per_step(const Task& task) {
  Settings settings;
  settings.environment = task.workload;
  settings.worlds = 64;
  settings.actions = Actions::Random;
  settings.threads = 1;
  Simulator simulator(settings);
  const int steps = 2 * workload_of(task.workload).horizon_steps;
  for (int step = 0; step < steps; ++step)
    simulator.step();
  return static_cast<double>(simulator.tally().episodes) /
         static_cast<double>(settings.worlds * steps);
}

std::vector<Entry> make_entries(const Task& task, const Options& options,
                                const std::vector<Bar>& bars, const std::vector<Bar>& schedules) {
  std::vector<Entry> entries;
  for (const auto& [name, variant] : options.engines)
    entries.push_back({make_engine(task, variant, name), {name, true, false, {}, 0}});
  for (const Bar& bar : bars) {
    const std::string name = bar.shape.empty() ? bar.family : bar.family + ", " + bar.shape;
    entries.push_back({bar.make(), {name, false, true, {}, 0}});
  }
  for (const Bar& schedule : schedules)
    entries.push_back({schedule.make(), {schedule.family, false, false, {}, 0}});
  return entries;
}

}  // namespace

Comparison compare(Machine& machine, const Task& task, const Options& options) {
  Comparison comparison{task, 0, episodes_per_step(task), {}};
  const auto& [first_name, first_variant] = options.engines.front();
  check_memory(machine, task, 1);
  comparison.launches =
      choose_launches(machine, *make_engine(task, first_variant, first_name), task, options);
  const std::vector<Bar> bars = choose_bars(machine, task, comparison.launches, options);
  const std::vector<Bar> schedules =
      options.schedules ? reference_schedules(task) : std::vector<Bar>{};
  check_memory(machine, task, options.engines.size() + bars.size() + schedules.size());
  std::vector<Entry> entries = make_entries(task, options, bars, schedules);
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    const std::uint64_t seed = kernels::mix64(options.seed + static_cast<unsigned>(repetition));
    repeat(machine, entries, task, repetition, comparison.launches, seed);
  }
  for (std::size_t index = 1; index < entries.size(); ++index) {
    for (const bool staggered : {false, true}) {
      entries[index].standing.differences +=
          differences_in_lock_step(machine, *entries[0].contestant, *entries[index].contestant,
                                   task, options.seed, staggered);
    }
  }
  for (Entry& entry : entries)
    comparison.standings.push_back(std::move(entry.standing));
  return comparison;
}

std::int64_t differences_in_lock_step(Machine& machine, Contestant& a, Contestant& b,
                                      const Task& task, std::uint64_t seed, bool staggered) {
  for (Contestant* contestant : {&a, &b}) {
    contestant->start(seed);
    if (staggered) stagger(*contestant, task);
  }
  const int horizon = workload_of(task.workload).horizon_steps;
  std::int64_t differing = 0;
  for (std::int64_t launch = launches_for(2.0 * horizon, task); launch > 0; --launch) {
    poison(machine, a, poison_of_first);
    poison(machine, b, poison_of_others);
    a.step(task.steps_per_launch);
    b.step(task.steps_per_launch);
    differing += differences(machine, a, b);
  }
  return differing + state_differences(a, b);
}

}  // namespace starling::bench
