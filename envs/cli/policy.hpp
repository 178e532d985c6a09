/// `starling policy inspect FILE`: what a policy file holds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "systems/policy/architecture.hpp"

namespace starling::cli {

struct PolicyOptions {
  std::string file;
  bool json = false;
};

/// Adds the command to the parser; returns what to ask whether it was given.
CLI::App* add_policy_command(CLI::App& app, PolicyOptions& options);

/// The kinds of an agent's tokens, in their order.
nlohmann::ordered_json types_as_json(const std::vector<policy::TokenType>& types);

/// The architecture of the file's policy as a table, or as JSON. Throws Error (Usage) where the
/// file holds none.
std::string inspect_policy(const PolicyOptions& options);

}  // namespace starling::cli
