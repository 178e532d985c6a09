/// Texts that were read from a file, a message or a command line, as they may stand in a sentence.
#pragma once

#include <string>
#include <string_view>

namespace starling {

/// The text in quotes, of one line, and no longer than a sentence bears: a '?' for each control
/// character, and "..." for all behind the 80th byte.
std::string in_quotes(std::string_view text);

}  // namespace starling
