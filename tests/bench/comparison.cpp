#include "tests/bench/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/hash.hpp"
#include "tests/bench/engine_contestant.hpp"
#include "tests/bench/on_cuda.hpp"
#include "tests/bench/selection.hpp"

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
    const std::string name = bar.shape.empty() ? bar.family : bar.family + " " + bar.shape;
    entries.push_back({bar.make(), {name, false, true, {}, 0}});
  }
  for (const Bar& schedule : schedules)
    entries.push_back({schedule.make(), {schedule.family, false, false, {}, 0}});
  return entries;
}

}  // namespace

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

Comparison compare(Machine& machine, const Task& task, const Options& options) {
  Comparison comparison{task, 0, episodes_per_step(task), {}};
  const auto& [first_name, first_variant] = options.engines.front();
  check_memory(machine, task, 1);
  comparison.launches =
      choose_launches(machine, *make_engine(task, first_variant, first_name), task, options);
  const std::vector<Bar> schedules =
      options.schedules ? reference_schedules(task) : std::vector<Bar>{};
  const std::vector<Bar> bars = choose_bars(machine, task, comparison.launches, options,
                                            options.engines.size() + schedules.size());
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
