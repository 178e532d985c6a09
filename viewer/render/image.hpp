/// A picture in memory, and as a PNG file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace starling::viewer {

/// Rows from the top to the bottom of red, green, blue and alpha, a byte each.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;

  /// The four bytes of a pixel.
  const std::uint8_t* pixel(int x, int y) const {
    return rgba.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                              static_cast<std::size_t>(x));
  }
};

/// Throws Error(Unavailable) where the file cannot be written.
void write_png(const Image& image, const std::filesystem::path& path);

/// Throws Error(Usage) for a file that is not there, no whole PNG, or wider or higher than 16384
/// pixels.
Image read_png(const std::filesystem::path& path);

}  // namespace starling::viewer
