/// Reads golden/overcooked and golden/overcooked_obs, as tests/golden/README.md describes them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "envs/overcooked/kitchen.hpp"
#include "envs/overcooked/kitchen_grid.hpp"
#include "tests/support/overcooked_model.hpp"
#include "tests/support/overcooked_text.hpp"

namespace starling::tests::overcooked {

/// What a golden file has after a joint action.
struct GoldenStep {
  std::vector<Action> actions;
  Rewards rewards;    ///< Empty where observations are recorded.
  std::string state;  ///< Likewise.
};

/// An entry of a plane that is not zero.
struct GoldenEntry {
  int plane = 0;
  Cell cell;
  int value = 0;
};

/// All of one player's planes after that many steps.
struct GoldenObservation {
  int steps = 0;
  std::size_t player = 0;
  std::vector<GoldenEntry> entries;
};

struct GoldenEpisode {
  std::string name;
  Kitchen kitchen;    ///< With the players and objects with which the episode starts.
  std::string start;  ///< Empty where observations are recorded.
  std::vector<GoldenStep> steps;
  std::vector<GoldenObservation> observations;
};

namespace detail {

using envs::overcooked::detail::start_letters;

/// A header line as lines of a kitchen file; "" for what only informs, or is part of the grid.
inline std::string kitchen_lines(const std::string& key, const std::string& rest) {
  if (key == "layout") return "name " + rest + "\n";
  if (key == "orders" || key == "order_bonus" || key == "recipe") return key + " " + rest + "\n";
  if (key == "bonus") return rest.empty() ? "" : "bonus_orders " + rest + "\n";
  if (key == "old_dynamics") return rest == "1" ? "dynamics old\n" : "dynamics default\n";
  if (key != "shaping") return "";
  std::string lines;
  std::istringstream words(rest);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string line_end = " " + word.substr(equals + 1) + "\n";
    if (name == "PLACEMENT_IN_POT_REW") lines += "reward_ingredient_in_pot" + line_end;
    if (name == "DISH_PICKUP_REWARD") lines += "reward_dish_pickup" + line_end;
    if (name == "SOUP_PICKUP_REWARD") lines += "reward_soup_pickup" + line_end;
  }
  return lines;
}

/// The start of an episode as lines of a kitchen file: what players hold and what lies around. The
/// players' cells go to `cells`.
inline std::string start_lines(const std::string& state, std::vector<Cell>& cells) {
  const std::size_t bar = std::min(state.find('|'), state.size());
  std::string lines;
  std::istringstream players(state.substr(0, bar));
  for (std::string player; std::getline(players, player, ';');) {
    Cell& cell = cells.emplace_back();
    char comma = 0, facing = 0;
    std::string held;
    std::istringstream parts(player);
    parts >> cell.x >> comma >> cell.y >> comma >> facing >> comma >> held;
    if (held != "-")
      lines += std::string("start_held ") + start_letters[cells.size() - 1] + ' ' + held + "\n";
  }
  std::istringstream objects(state.substr(std::min(bar + 1, state.size())));
  for (std::string object; std::getline(objects, object, ';');) {
    std::replace(object.begin(), object.end(), ':', ' ');
    lines += "start_object " + object + "\n";
  }
  return lines;
}

/// The kitchen of a header, as an episode with this start has it.
inline Kitchen kitchen_of(const std::string& header, const std::string& grid,
                          const std::string& start) {
  std::vector<Cell> cells;
  const std::string lines = start_lines(start, cells);
  Kitchen kitchen = envs::overcooked::parse_kitchen(header + lines + grid, "golden");
  if (!start.empty()) kitchen.starts = cells;
  kitchen.held.resize(kitchen.starts.size());
  return kitchen;
}

inline std::vector<Action> read_actions(const std::string& letters) {
  std::vector<Action> actions;
  for (const char letter : letters) {
    const std::size_t action = action_letters.find(letter);
    if (action == action_letters.npos) throw std::runtime_error("no actions: " + letters);
    actions.push_back(static_cast<Action>(action));
  }
  return actions;
}

inline std::vector<double> read_rewards(const std::string& text) {
  std::vector<double> rewards;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    char* end = nullptr;
    rewards.push_back(std::strtod(word.c_str(), &end));  // streams do not read inf
    if (word.empty() || *end != '\0') throw std::runtime_error("no rewards: " + text);
  }
  return rewards;
}

/// ACTIONS, then r SPARSE h SHAPED s STATE where there are no observations.
inline GoldenStep read_step(std::istringstream& words) {
  GoldenStep step;
  std::string actions, sparse_key, sparse, shaped_key, shaped, state_key;
  words >> actions;
  step.actions = read_actions(actions);
  if (!(words >> sparse_key)) return step;
  words >> sparse >> shaped_key >> shaped >> state_key >> step.state;
  if (!words || sparse_key != "r" || shaped_key != "h" || state_key != "s")
    throw std::runtime_error("no step: " + words.str());
  step.rewards = {read_rewards(sparse), read_rewards(shaped)};
  return step;
}

/// STEP PLAYER plane:x,y=value...
inline GoldenObservation read_observation(std::istringstream& words) {
  GoldenObservation observation;
  words >> observation.steps >> observation.player;
  char colon = 0, comma = 0, equals = 0;
  for (GoldenEntry entry; words >> entry.plane >> colon >> entry.cell.x >> comma >> entry.cell.y >>
                          equals >> entry.value;) {
    observation.entries.push_back(entry);
  }
  if (!words.eof() || observation.entries.empty())
    throw std::runtime_error("no observation: " + words.str());
  return observation;
}

/// A line below the header.
inline void read_episode_line(const std::string& key, const std::string& rest,
                              std::vector<GoldenEpisode>& episodes) {
  std::istringstream words(rest);
  if (key == "episode") {
    episodes.push_back({.name = rest, .kitchen = {}, .start = {}, .steps = {}, .observations = {}});
  } else if (key == "s") {
    episodes.back().start = rest;
  } else if (key == "a") {
    episodes.back().steps.push_back(read_step(words));
  } else if (key == "o") {
    episodes.back().observations.push_back(read_observation(words));
  } else {
    throw std::runtime_error("no line of an episode: " + key + " " + rest);
  }
}

}  // namespace detail

/// Throws std::runtime_error or Error for a file that is not of the format, or holds no step.
inline std::vector<GoldenEpisode> read_golden(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::vector<GoldenEpisode> episodes;
  std::string header, grid = "grid\n";
  std::size_t steps = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string key = line.substr(0, space);
    const std::string rest = line.substr(std::min(space + 1, line.size()));
    if (key == "grid") {
      grid += rest + "\n";
    } else if (episodes.empty() && key != "episode") {
      header += detail::kitchen_lines(key, rest);
    } else {
      detail::read_episode_line(key, rest, episodes);
      steps += key == "a" ? 1 : 0;
    }
  }
  if (steps == 0) throw std::runtime_error("no step in " + path.string());
  for (GoldenEpisode& episode : episodes)
    episode.kitchen = detail::kitchen_of(header, grid, episode.start);
  return episodes;
}

}  // namespace starling::tests::overcooked
