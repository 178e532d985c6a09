/// What a comparison found, as tables for a person and as CSV for a program.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "tests/bench/figures.hpp"

namespace starling::bench {

/// All contestants of one comparison, a line each.
void print_details(std::FILE* file, const Comparison& comparison, const Ceilings& ceilings);

/// A line for each task and engine variant (or reference schedule), beside the best bar. Short: to
/// be printed last.
void print_summary(std::FILE* file, const std::vector<Comparison>& comparisons,
                   const Ceilings& ceilings);

/// Throws Error where the file cannot be written.
void write_csv(const std::string& path, const std::vector<Comparison>& comparisons,
               const Ceilings& ceilings);

}  // namespace starling::bench
