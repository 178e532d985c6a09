/// One side of a comparison, written as "cuda,tile=7,steps-per-launch=64,unfused".
#pragma once

#include <string>
#include <string_view>

#include "engine/simulator.hpp"

namespace starling::cli {

/// What a side may hold, for the help of an option.
inline constexpr const char* side_syntax =
    "cpu or cuda, then any of threads=N, tile=N, lanes=N, steps-per-launch=N, worlds=N, "
    "shuffle=N, residency=automatic|registers|shared|global, unfused, traced";

/// `common` with what the text says. Throws Error for a word it does not know.
Settings parse_side(std::string_view option, const std::string& text, const Settings& common);

}  // namespace starling::cli
