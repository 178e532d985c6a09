#include "viewer/occupancy/stage_palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace starling::viewer {
namespace {

/// Source: Björn Ottosson, "A perceptual color space for image processing", 2020.
Colour from_oklch(double lightness, double chroma, double hue_turns) {
  const double hue = hue_turns * 6.283185307179586;
  const double a = chroma * std::cos(hue);
  const double b = chroma * std::sin(hue);
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  const auto byte = [](double linear) {
    const double bounded = std::clamp(linear, 0.0, 1.0);
    const double curved =
        bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * std::pow(bounded, 1 / 2.4) - 0.055;
    return static_cast<std::uint32_t>(std::lround(curved * 255));
  };
  const std::uint32_t red = byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const std::uint32_t green = byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const std::uint32_t blue = byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
  return colour_of(red << 16 | green << 8 | blue);
}

/// Hues a golden angle apart, of which any number in a row lie far from each other, and three
/// lightnesses, so that hues that do come near differ in that.
Colour new_colour(std::size_t stage) {
  constexpr double first_turns = 0.66;
  constexpr double golden_turns = 0.3819660112501051;
  constexpr std::array lightnesses = {0.71, 0.78, 0.64};
  constexpr std::array chromas = {0.115, 0.1, 0.13};
  const std::size_t shade = stage % lightnesses.size();
  return from_oklch(lightnesses[shade], chromas[shade],
                    first_turns + golden_turns * static_cast<double>(stage));
}

constexpr std::size_t colours = 256;

std::array<Colour, colours> all_colours() {
  std::array<Colour, colours> all;
  for (std::size_t stage = 0; stage < colours; ++stage)
    all[stage] = new_colour(stage);
  return all;
}

}  // namespace

Colour stage_colour(int stage) {
  static const std::array<Colour, colours> all = all_colours();
  return all[static_cast<std::size_t>(stage) % colours];
}

Colour mixed(Colour first, Colour second, float share) {
  const auto part = static_cast<std::uint32_t>(std::clamp(share, 0.0f, 1.0f) * 256 + 0.5f);
  // Two channels at a time, each with eight bits above it for the product.
  const auto mix = [&](std::uint32_t from, std::uint32_t to) {
    return (from * (256 - part) + to * part) >> 8 & 0x00ff00ff;
  };
  constexpr std::uint32_t two = 0x00ff00ff;
  return mix(first & two, second & two) | mix(first >> 8 & two, second >> 8 & two) << 8;
}

Colour faded(Colour colour, float share) {
  const auto alpha = static_cast<float>(colour >> 24) * std::clamp(share, 0.0f, 1.0f);
  return (colour & 0xffffff) | static_cast<Colour>(std::lround(alpha)) << 24;
}

}  // namespace starling::viewer
