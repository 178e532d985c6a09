/// What a comparison found, as a table for a person and as CSV for a program.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

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
  double engine_ratio = 1;  ///< Median over repetitions of the engine's speed over this one's.
  double clock_mhz = 0;
  double wall_over_events = 1;
  Floor floor;
  double share_of_floor = 0;  ///< Floor over median time; more than 1 cannot be.
};

Figures figures_of(const Comparison& comparison, const Standing& standing,
                   const Ceilings& ceilings);

/// True if nothing differed and nothing was faster than its floor allows.
bool is_valid(const Figures& figures, const Standing& standing);

void print_table(std::FILE* file, const std::vector<Comparison>& comparisons,
                 const Ceilings& ceilings);
void write_csv(const std::string& path, const std::vector<Comparison>& comparisons,
               const Ceilings& ceilings);

}  // namespace starling::bench
