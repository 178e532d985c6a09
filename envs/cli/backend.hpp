/// The backend that a user names.
#pragma once

#include <string_view>

#include "engine/tensor.hpp"

namespace starling::cli {

/// "cpu", "cuda" or "auto", which is cuda where a run on it would succeed. Throws Error otherwise.
Device parse_backend(std::string_view option, std::string_view text);

}  // namespace starling::cli
