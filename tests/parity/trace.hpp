/// The hashes of a run, world by world and step by step, and where two runs first differ.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "engine/vocabulary.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {

struct Trace {
  std::int64_t worlds = 0;              ///< Of the run.
  std::int64_t kept_worlds = 0;         ///< The first ones, whose hash of every step is kept.
  std::vector<std::uint64_t> steps;     ///< [steps, kept worlds]
  std::vector<std::uint64_t> batches;   ///< Hash of the whole batch after every step.
  std::vector<std::uint64_t> last;      ///< Hash of every world after the last step.
  std::vector<std::uint32_t> episodes;  ///< Episodes that ended, of every world.
};

namespace detail {

inline void add_launch(Trace& trace, Simulator& simulator, int steps) {
  const std::vector<std::uint64_t> hashes = simulator.step_hashes();
  const auto worlds = static_cast<std::ptrdiff_t>(trace.worlds);
  for (int step = 0; step < steps; ++step) {
    const auto begin = hashes.begin() + step * worlds;
    trace.steps.insert(trace.steps.end(), begin,
                       begin + static_cast<std::ptrdiff_t>(trace.kept_worlds));
    trace.batches.push_back(combine_hashes({begin, static_cast<std::size_t>(worlds)}));
    const auto endings = read_slot<Ending>(simulator, "ending", step);
    for (std::size_t world = 0; world < endings.size(); ++world)
      trace.episodes[world] += endings[world].terminated || endings[world].truncated ? 1 : 0;
  }
}

}  // namespace detail

/// Steps a batch with random actions, in launches as long as the settings allow. The environment
/// exports one ending a world.
inline Trace trace_of(Settings settings, int steps, std::int64_t kept_worlds) {
  settings.actions = Actions::Random;
  settings.hash_steps = true;
  Simulator simulator(settings);
  Trace trace;
  trace.worlds = settings.worlds;
  trace.kept_worlds = std::min(kept_worlds, settings.worlds);
  trace.episodes.resize(static_cast<std::size_t>(settings.worlds));
  for (int done = 0; done < steps;) {
    const int launch = std::min(settings.steps_per_launch, steps - done);
    simulator.step(launch);
    detail::add_launch(trace, simulator, launch);
    done += launch;
  }
  trace.last = simulator.world_hashes();
  return trace;
}

/// Fails the test, naming the first world whose hash differs.
inline void expect_equal_worlds(std::span<const std::uint64_t> got,
                                std::span<const std::uint64_t> want) {
  ASSERT_EQ(got.size(), want.size());
  const auto differs = std::mismatch(got.begin(), got.end(), want.begin()).first;
  EXPECT_TRUE(differs == got.end())
      << "first difference in world " << differs - got.begin() << " of " << got.size();
}

/// Fails the test, naming the first step and world, unless both runs agree on all worlds that both
/// have.
inline void expect_equal(const Trace& got, const Trace& want) {
  ASSERT_EQ(got.batches.size(), want.batches.size()) << "different numbers of steps";
  const std::int64_t kept = std::min(got.kept_worlds, want.kept_worlds);
  for (std::size_t step = 0; step < want.batches.size(); ++step) {
    for (std::int64_t world = 0; world < kept; ++world) {
      const auto at = [&](const Trace& trace) {
        return trace.steps[step * static_cast<std::size_t>(trace.kept_worlds) +
                           static_cast<std::size_t>(world)];
      };
      ASSERT_EQ(at(got), at(want)) << "first difference in step " << step << ", world " << world;
    }
    if (got.worlds == want.worlds) {
      ASSERT_EQ(got.batches[step], want.batches[step]) << "first difference in step " << step;
    }
  }
  const auto worlds = static_cast<std::size_t>(std::min(got.worlds, want.worlds));
  expect_equal_worlds({got.last.data(), worlds}, {want.last.data(), worlds});
}

/// Fails the test unless every world ended an episode, and so was restarted.
inline void expect_restarts_in_every_world(const Trace& trace) {
  ASSERT_FALSE(trace.episodes.empty());
  EXPECT_GE(*std::min_element(trace.episodes.begin(), trace.episodes.end()), 1u);
}

}  // namespace starling::tests
