/// `starling envs`: the environments linked into this program, and their options.
#pragma once

#include <string>

namespace starling::cli {

/// One name a line.
std::string list_environments();

/// One option of an environment a line, with what it means. Throws Error for an unknown one.
std::string list_options(const std::string& environment);

}  // namespace starling::cli
