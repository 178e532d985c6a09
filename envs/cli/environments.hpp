/// `starling envs`: the environments linked into this program.
#pragma once

#include <string>

namespace starling::cli {

/// One name a line.
std::string list_environments();

}  // namespace starling::cli
