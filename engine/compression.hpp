/// Bytes in fewer bytes, by zstd, and back, with no more room made than is known to be needed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace starling {

/// Appends a frame that holds these bytes. Throws Error (Unavailable) where it cannot be made.
void append_compressed(std::vector<std::byte>& to, std::span<const std::byte> plain);

/// What a frame holds; none unless it is whole and holds so many bytes. Room is made for those
/// alone, and only where the frame says that they are as many.
std::optional<std::vector<std::byte>> decompress(std::span<const std::byte> frame,
                                                 std::size_t size_bytes);

}  // namespace starling
