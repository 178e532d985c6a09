/// Policies as files.
#pragma once

#include <memory>
#include <string>

#include "systems/policy/network.hpp"

namespace starling::viewer {

/// Throws Error (Usage) where there is no such file, or it holds no policy.
std::unique_ptr<policy::Network> read_policy(const std::string& path);

}  // namespace starling::viewer
