/// How long a policy's network takes on the current device, and whether its answers are right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "systems/policy/network.hpp"

namespace starling::bench::policy {

/// A network and what it is shown.
struct Problem {
  starling::policy::Network network;
  std::int64_t agents = 0;
  std::vector<std::vector<float>> features;  ///< Of each type: [agents, count, features].
  std::vector<std::uint8_t> mask;            ///< [agents, tokens]; empty: all are there.
  double present = 1.0;  ///< Share of the tokens that are there, but for each agent's first.
};

/// Throws Error (Usage) where the files do not fit.
Problem read_problem(const std::string& policy, const std::string& inputs);

struct Result {
  double seconds;  ///< Median of the timed launches.
  double error;    ///< Length of the error of a sample of answers, over that of what is right.
  bool is_right;   ///< The error is within the bound of the precision, and all answers are finite.
};

Result measure(const Problem& problem, bool is_float32);

}  // namespace starling::bench::policy
