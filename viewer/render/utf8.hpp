/// The characters of UTF-8.
#pragma once

#include <string_view>
#include <vector>

namespace starling::viewer {

/// Bytes that are no UTF-8 become U+FFFD, one each.
std::vector<char32_t> characters(std::string_view text);

}  // namespace starling::viewer
