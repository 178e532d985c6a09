/// What the program is asked to show, and how.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/simulator.hpp"

namespace starling::viewer {

struct Arguments {
  std::string subject;  ///< An environment, or a recording's or a trace's file; empty to connect.
  std::string connect;  ///< HOST:PORT of a run that serves.
  Settings simulator{.environment = {}, .worlds = 64};
  std::string backend = "auto";
  std::string policy = "random";
  std::string record;       ///< A file that a live run is recorded to; empty for none.
  double steps_per_s = 30;  ///< 0: as fast as they come.
  bool is_paused = false;
  bool is_traced = true;
  std::int64_t steps = 0;  ///< Done before anything is shown.

  bool is_headless = false;
  std::string shot;    ///< A picture's file,
  std::string frames;  ///< or a folder for many:
  int pictures = 60;
  int steps_a_picture = 1;
  int width = 1440;
  int height = 900;
  std::int64_t most_frames = 0;  ///< Shown in a window; 0: until it is closed.

  std::string tab = "worlds";
  std::int64_t world = 0;
  int agent = 0;
  int shown = 64;
  bool is_spatial = false;
};

bool is_environment(const std::string& name);

/// Throws Error where they cannot be meant; none where only help was asked for, which was then
/// printed.
std::optional<Arguments> parse_arguments(std::vector<std::string> words);

}  // namespace starling::viewer
