#include "viewer/render/image_difference.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace starling::viewer {
namespace {

/// The mean of the pixels at most one away, of those that there are.
std::array<int, 4> blurred(const Image& image, int x, int y) {
  std::array<int, 4> sum{};
  int count = 0;
  for (int row = std::max(y - 1, 0); row <= std::min(y + 1, image.height - 1); ++row) {
    for (int column = std::max(x - 1, 0); column <= std::min(x + 1, image.width - 1); ++column) {
      const std::uint8_t* pixel = image.pixel(column, row);
      for (std::size_t channel = 0; channel < 4; ++channel)
        sum[channel] += pixel[channel];
      ++count;
    }
  }
  for (int& channel : sum)
    channel /= count;
  return sum;
}

}  // namespace

double share_that_differs(const Image& a, const Image& b, int tolerance) {
  if (a.width != b.width || a.height != b.height) return 1.0;
  long differing = 0;
  for (int y = 0; y < a.height; ++y) {
    for (int x = 0; x < a.width; ++x) {
      const std::array<int, 4> in_a = blurred(a, x, y);
      const std::array<int, 4> in_b = blurred(b, x, y);
      bool differs = false;
      for (std::size_t channel = 0; channel < 4; ++channel) {
        differs = differs || std::abs(in_a[channel] - in_b[channel]) > tolerance;
      }
      differing += differs ? 1 : 0;
    }
  }
  const long pixels = static_cast<long>(a.width) * a.height;
  return pixels == 0 ? 0.0 : static_cast<double>(differing) / static_cast<double>(pixels);
}

}  // namespace starling::viewer
