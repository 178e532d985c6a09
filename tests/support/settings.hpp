/// Settings of a simulator, written briefly.
#pragma once

#include <cstdint>
#include <string>

#include "engine/simulator.hpp"

namespace starling::tests {

/// As by default, but on two CPU threads: enough for threads to get into each other's way.
inline Settings make_settings(const std::string& environment, std::int64_t worlds,
                              int steps_per_launch = 1) {
  Settings settings;
  settings.environment = environment;
  settings.worlds = worlds;
  settings.steps_per_launch = steps_per_launch;
  settings.threads = 2;
  return settings;
}

}  // namespace starling::tests
