#include "envs/cli/side.hpp"

#include <array>
#include <sstream>

#include "envs/cli/backend.hpp"
#include "envs/cli/numbers.hpp"

namespace starling::cli {
namespace {

[[noreturn]] void refuse(std::string_view option, const std::string& word) {
  throw Error(Refusal::Usage, fmt::format("{} holds '{}'; it takes {}", option, word, side_syntax));
}

void set_residency(std::string_view option, const std::string& value, Settings& settings) {
  constexpr std::array all{Residency::Automatic, Residency::Registers, Residency::Shared,
                           Residency::Global};
  for (const Residency residency : all) {
    if (value == name_of(residency)) {
      settings.residency = residency;
      return;
    }
  }
  refuse(option, "residency=" + value);
}

void set_word(std::string_view option, const std::string& word, Settings& settings) {
  const auto equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
  const std::string path = fmt::format("{} {}", option, name);
  if (word == "cpu" || word == "cuda") {
    settings.device = parse_backend(option, word);
  } else if (word == "unfused") {
    settings.fused = false;
  } else if (word == "traced") {
    settings.trace = TraceLevel::Automatic;
  } else if (name == "threads") {
    settings.threads = parse_number(path, value, thread_range);
  } else if (name == "tile") {
    settings.tile_worlds = parse_number(path, value, tile_range);
  } else if (name == "steps-per-launch") {
    settings.steps_per_launch = parse_number(path, value, launch_range);
  } else if (name == "worlds") {
    settings.worlds = parse_number(path, value, world_range);
  } else if (name == "lanes") {
    settings.lanes = parse_number(path, value, lane_range);
  } else if (name == "shuffle") {
    settings.tile_shuffle = parse_number(path, value, seed_range);
  } else if (name == "residency") {
    set_residency(option, value, settings);
  } else {
    refuse(option, word);
  }
}

}  // namespace

Settings parse_side(std::string_view option, const std::string& text, const Settings& common) {
  Settings settings = common;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');)
    set_word(option, word, settings);
  return settings;
}

}  // namespace starling::cli
