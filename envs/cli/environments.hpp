/// `starling envs`: the environments linked into this program, their options, and what a policy for
/// them is made for.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "envs/cli/environment_options.hpp"

namespace starling::cli {

struct EnvironmentsOptions {
  std::string environment;     ///< Empty: all are listed.
  EnvironmentArguments given;  ///< What its agents see may depend on them.
  bool json = false;
};

CLI::App* add_envs_command(CLI::App& app, EnvironmentsOptions& options);

/// One name a line, or one option of the environment a line, with what it means. As JSON there are
/// tokens and choices of its agents too, as a policy file must have them. Throws Error for an
/// unknown environment, and (Usage) for options of one where it is not described as JSON.
std::string list_environments(const EnvironmentsOptions& options);

}  // namespace starling::cli
