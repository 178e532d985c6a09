/// Scalars of components as a person reads and writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/tensor.hpp"

namespace starling::viewer {

/// As short as is exact enough to look at: six digits of a float. `text_of` has them all.
std::string shown_scalar(DType dtype, std::uint64_t bits);

/// The bits of what was written; none where it is no value of the type.
std::optional<std::uint64_t> read_scalar(DType dtype, std::string_view text);

}  // namespace starling::viewer
