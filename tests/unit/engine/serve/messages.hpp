/// Messages as a run sends them, for tests of who reads them.
#pragma once

#include "engine/serve/numbers.hpp"
#include "engine/serve/run_description.hpp"
#include "engine/serve/worlds.hpp"

namespace starling::tests {

inline serve::RunDescription run_of(const Simulator& simulator) {
  return serve::describe_run(simulator, "random", 1000);
}

/// A page as it is now.
inline serve::Worlds worlds_of(Simulator& simulator, std::int64_t page) {
  const std::int64_t each = serve::worlds_a_page(simulator.description());
  const std::int64_t first = page * each;
  const std::int64_t count = std::min(each, simulator.settings().worlds - first);
  return {.run_id = 7,
          .step = simulator.steps_done(),
          .page = page,
          .snapshots = simulator.snapshot(first, count)};
}

inline serve::Numbers some_numbers() {
  return {.run_id = 7,
          .steps = 1234567890123,
          .seconds = 12.5,
          .world_steps_per_s = 1.5e9,
          .overall = {.episodes = 50, .return_sum = -3.5, .length_sum = 20'000},
          .newly = {},
          .returns = {.lowest = -1, .highest = 2, .counts = {1, 0, 5}},
          .lengths = {},
          .errors = {{"assertion", 3}, {"table_full", 1}},
          .rows = {100, 0, 345},
          .size_bytes = 1 << 20,
          .finished = true};
}

}  // namespace starling::tests
