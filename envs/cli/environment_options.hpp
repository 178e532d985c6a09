/// The options of an environment, given among those of a command.
#pragma once

#include <string>
#include <vector>

#include "engine/options.hpp"

namespace CLI {
class App;
}

namespace starling::cli {

/// What was given for the environment: `--capacity 64` or `--capacity=64`.
struct EnvironmentArguments {
  OptionTexts options;
  std::string without_value;  ///< "--capacity", where nothing that can be a value follows it.
};

/// Takes what is none of the command's own options out of its arguments.
EnvironmentArguments take_environment_arguments(const CLI::App& command,
                                                std::vector<std::string>& arguments);

/// Throws Error, listing the environment's options, where one was given without a value.
void require_values(const std::string& environment, const EnvironmentArguments& given);

/// "capacity=64, founders=3"; empty where there are none.
std::string in_words(const OptionTexts& options);

}  // namespace starling::cli
