#include "engine/compression.hpp"

#include <zstd.h>

#include <string>

#include "engine/error.hpp"

namespace starling {
namespace {

// A run waits meanwhile. Level 3 makes worlds smaller by a few percent only, and packed actions
// leave little to be found by looking longer.
constexpr int compression_level = 1;

}  // namespace

void append_compressed(std::vector<std::byte>& to, std::span<const std::byte> plain) {
  const std::size_t begin = to.size();
  to.resize(begin + ZSTD_compressBound(plain.size()));
  const std::size_t size = ZSTD_compress(to.data() + begin, to.size() - begin, plain.data(),
                                         plain.size(), compression_level);
  if (ZSTD_isError(size) != 0) {
    throw Error(
        Refusal::Unavailable,
        std::to_string(plain.size()) + " bytes cannot be compressed: " + ZSTD_getErrorName(size));
  }
  to.resize(begin + size);
}

std::optional<std::vector<std::byte>> decompress(std::span<const std::byte> frame,
                                                 std::size_t size_bytes) {
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != size_bytes) return std::nullopt;
  std::vector<std::byte> plain(size_bytes);
  const std::size_t size = ZSTD_decompress(plain.data(), plain.size(), frame.data(), frame.size());
  if (ZSTD_isError(size) != 0 || size != size_bytes) return std::nullopt;
  return plain;
}

}  // namespace starling
