/// What a comparison amounts to: speeds, the floor below which no time can lie, verdicts.
#pragma once

#include "tests/bench/comparison.hpp"

namespace starling::bench {

/// The least time that a step of a world takes, and what sets it.
struct Floor {
  double seconds = 0;
  const char* bound = "";  ///< "memory", "L2" or "operations"
  double bytes = 0;        ///< By world and step.
  double operations = 0;
};

/// What one contestant achieved.
struct Figures {
  double median = 0;  ///< World-steps a second.
  double p10 = 0;
  double p90 = 0;
  double in_step = 0;    ///< Median over the repetitions whose episodes began at once.
  double staggered = 0;  ///< Over the others; 0 where there are none.

  // Medians over repetitions.
  double counted_mhz = 0;
  double sampled_mhz = 0;
  double memory_mhz = 0;
  double wall_over_events = 1;

  Floor floor;
  double share_of_floor = 0;  ///< Floor over median time; more than 1 cannot be.
};

Figures figures_of(const Comparison& comparison, const Standing& standing,
                   const Ceilings& ceilings);

/// Median over repetitions of the speed of `a` over that of `b` in the same repetition.
double speed_ratio(const Standing& a, const Standing& b);

/// The bar with the highest median; null where there is none.
const Standing* best_bar(const Comparison& comparison, const Ceilings& ceilings);

/// True if nothing differed and nothing was faster than its floor allows.
bool is_valid(const Figures& figures, const Standing& standing);

/// Bytes that a launch reads and writes: state and exports of all worlds.
double working_set_bytes(const Task& task);

}  // namespace starling::bench
