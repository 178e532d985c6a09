#include "engine/quotes.hpp"

#include "engine/bytes.hpp"

namespace starling {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 80;
  std::string quoted = "'";
  for (const char letter : text.substr(0, most))
    quoted += is_control(letter) ? '?' : letter;
  return quoted + (text.size() > most ? "...'" : "'");
}

}  // namespace starling
