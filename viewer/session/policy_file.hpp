/// Policies as files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "systems/policy/network.hpp"

namespace starling::viewer {

/// Throws Error (Usage) where there is no such file, or it holds no policy.
std::unique_ptr<policy::Network> read_policy(const std::string& path);

/// Of a file's bytes, as recordings have it; 0 where it cannot be read.
std::uint64_t hash_of_file(const std::string& path);

}  // namespace starling::viewer
