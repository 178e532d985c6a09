/// `starling verify`: the same run on two settings, compared after every step.
#pragma once

#include <cstdint>
#include <string>

#include "engine/simulator.hpp"

namespace CLI {
class App;
}

namespace starling::cli {

struct VerifyOptions {
  Settings common{
      .environment = {}, .worlds = 1000, .actions = Actions::Random, .hash_steps = true};
  std::int64_t steps = 2000;
  std::string left;   ///< Empty for the reference.
  std::string right;  ///< Empty for the reference; both empty for the standard comparisons.
};

CLI::App* add_verify_command(CLI::App& app, VerifyOptions& options);

/// Prints a line for every comparison, and for a difference its first step, world and component.
/// True if no comparison differs and none was interrupted. Throws Error.
bool verify(const VerifyOptions& options);

}  // namespace starling::cli
