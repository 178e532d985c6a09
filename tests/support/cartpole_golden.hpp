/// Reads golden/cartpole_*.txt: episodes of transitions, as tests/golden/README.md describes them.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace starling::tests {

/// x, x_dot, theta, theta_dot.
using CartPoleState = std::array<double, 4>;

struct CartPoleTransition {
  CartPoleState before;
  int action = 0;
  CartPoleState after;
  double reward = 0;
  bool terminated = false;
};

struct CartPoleEpisode {
  std::uint64_t seed = 0;
  std::vector<CartPoleTransition> steps;
};

namespace detail {

inline double read_number(std::istringstream& line) {
  std::string word;
  if (!(line >> word)) throw std::runtime_error("too few numbers in: " + line.str());
  char* end = nullptr;
  const double number = std::strtod(word.c_str(), &end);  // streams do not read hexadecimal floats
  if (*end != '\0') throw std::runtime_error("not a number: " + word);
  return number;
}

inline CartPoleTransition read_transition(const std::string& text) {
  std::istringstream line(text);
  CartPoleTransition step;
  for (double& value : step.before)
    value = read_number(line);
  step.action = static_cast<int>(read_number(line));
  for (double& value : step.after)
    value = read_number(line);
  step.reward = read_number(line);
  step.terminated = read_number(line) != 0;
  return step;
}

}  // namespace detail

/// Throws std::runtime_error for a file that is not of the format, or holds no step.
inline std::vector<CartPoleEpisode> read_cartpole_golden(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::vector<CartPoleEpisode> episodes;
  std::size_t steps = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with("episode ")) {
      episodes.push_back({.seed = std::stoull(line.substr(8)), .steps = {}});
    } else if (episodes.empty()) {
      throw std::runtime_error("a step before any episode: " + line);
    } else if (line.starts_with("end ")) {
      if (std::stoull(line.substr(4)) != episodes.back().steps.size()) {
        throw std::runtime_error("an episode of another length than its last line says: " + line);
      }
    } else {
      episodes.back().steps.push_back(detail::read_transition(line));
      ++steps;
    }
  }
  if (steps == 0) throw std::runtime_error("no step in " + path.string());
  return episodes;
}

}  // namespace starling::tests
