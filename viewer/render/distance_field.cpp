#include "viewer/render/distance_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace starling::viewer {
namespace {

constexpr float far_away = 1e12F;

/// The lower envelope of the parabolas with their lowest points at (k, values[k]), in one line.
class Envelope {
 public:
  explicit Envelope(std::size_t longest)
      : heights_(longest), places_(longest), starts_(longest + 1) {}

  /// values[k * stride] becomes the least of heights[j] + (k - j)^2 over all j.
  void lower(float* values, std::size_t count, std::size_t stride) {
    std::size_t last = 0;
    places_[0] = 0;
    starts_[0] = -far_away;
    for (std::size_t k = 0; k < count; ++k)
      heights_[k] = values[k * stride];
    for (std::size_t k = 1; k < count; ++k) {
      float start = crossing(places_[last], k);
      while (start <= starts_[last] && last > 0)
        start = crossing(places_[--last], k);
      if (start > starts_[last]) ++last;
      places_[last] = k;
      starts_[last] = last == 0 ? -far_away : start;
    }
    starts_[last + 1] = far_away;
    std::size_t part = 0;
    for (std::size_t k = 0; k < count; ++k) {
      while (starts_[part + 1] < static_cast<float>(k))
        ++part;
      const float offset = static_cast<float>(k) - static_cast<float>(places_[part]);
      values[k * stride] = heights_[places_[part]] + offset * offset;
    }
  }

 private:
  /// Where the parabola of b comes below that of a.
  float crossing(std::size_t a, std::size_t b) const {
    const auto x_a = static_cast<float>(a);
    const auto x_b = static_cast<float>(b);
    return (heights_[b] - heights_[a] + x_b * x_b - x_a * x_a) / (2.0F * (x_b - x_a));
  }

  std::vector<float> heights_;
  std::vector<std::size_t> places_;
  std::vector<float> starts_;
};

void transform(std::vector<float>& squares, std::size_t width, std::size_t height) {
  Envelope envelope(std::max(width, height));
  for (std::size_t x = 0; x < width; ++x)
    envelope.lower(squares.data() + x, height, width);
  for (std::size_t y = 0; y < height; ++y)
    envelope.lower(squares.data() + y * width, width, 1);
}

}  // namespace

std::vector<float> signed_distances(const std::vector<unsigned char>& coverage, int width,
                                    int height) {
  std::vector<float> to_inside(coverage.size());
  std::vector<float> to_outside(coverage.size());
  for (std::size_t k = 0; k < coverage.size(); ++k) {
    // a pixel on the edge has the edge so far from its middle
    const float inside = static_cast<float>(coverage[k]) / 255.0F;
    const float out = std::max(0.0F, 0.5F - inside);
    const float in = std::max(0.0F, inside - 0.5F);
    to_inside[k] = coverage[k] == 0 ? far_away : out * out;
    to_outside[k] = coverage[k] == 255 ? far_away : in * in;
  }
  const auto columns = static_cast<std::size_t>(width);
  const auto rows = static_cast<std::size_t>(height);
  transform(to_inside, columns, rows);
  transform(to_outside, columns, rows);
  std::vector<float> distances(coverage.size());
  for (std::size_t k = 0; k < coverage.size(); ++k) {
    distances[k] = std::sqrt(to_outside[k]) - std::sqrt(to_inside[k]);
  }
  return distances;
}

}  // namespace starling::viewer
