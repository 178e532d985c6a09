/// The result of a rollout, for a person and for a machine.
#pragma once

#include <string>

#include "envs/cli/rollout_result.hpp"

namespace starling::cli {

/// An aligned table of several lines.
std::string as_table(const RolloutResult& result);

/// One line of JSON, with null for what cannot be known.
std::string as_json(const RolloutResult& result);

}  // namespace starling::cli
