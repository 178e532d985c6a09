#include "viewer/render/utf8.hpp"

#include <cstddef>

namespace starling::viewer {
namespace {

/// How many bytes a character that starts with this one has; 0 for none.
std::size_t size_from_first(unsigned char byte) {
  if (byte < 0x80U) return 1;
  if (byte >= 0xc2U && byte < 0xe0U) return 2;
  if (byte >= 0xe0U && byte < 0xf0U) return 3;
  if (byte >= 0xf0U && byte < 0xf5U) return 4;
  return 0;
}

}  // namespace

std::vector<char32_t> characters(std::string_view text) {
  constexpr char32_t first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  std::vector<char32_t> result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto byte_at = [&](std::size_t k) { return static_cast<unsigned char>(text[at + k]); };
    const std::size_t size = size_from_first(byte_at(0));
    bool whole = size > 0 && at + size <= text.size();
    char32_t character = whole ? byte_at(0) & first_bits[size] : 0;
    for (std::size_t k = 1; whole && k < size; ++k) {
      whole = (byte_at(k) & 0xc0U) == 0x80U;
      character = character << 6U | (byte_at(k) & 0x3fU);
    }
    result.push_back(whole ? character : U'\ufffd');
    at += whole ? size : 1;
  }
  return result;
}

}  // namespace starling::viewer
