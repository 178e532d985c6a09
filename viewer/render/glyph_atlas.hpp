/// The letters of a font as distances to their outlines, sharp at every size, and lines of text
/// laid out with them.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernels/vector.hpp"
#include "viewer/render/fonts.hpp"

namespace starling::viewer {

/// A rectangle of a line of text and the rectangle of the atlas that fills it.
struct GlyphQuad {
  kernels::Vec2 lowest{}, highest{};              ///< y upwards, in heights of a capital letter.
  kernels::Vec2 atlas_lowest{}, atlas_highest{};  ///< Of the corners with equal names; in [0, 1].
};

/// Latin letters, digits and common signs of one font. Any other character is shown as '?'.
class GlyphAtlas {
 public:
  /// Throws Error(Unavailable) for bytes that are no font.
  explicit GlyphAtlas(const Font& font);

  /// Quads of one line of UTF-8, its middle at (0, 0): half of its length, half of a capital
  /// letter.
  std::vector<GlyphQuad> lay_out(std::string_view text) const;

  /// [height, width], row-major from the top: half of 255 on an outline, more inside.
  const std::vector<unsigned char>& pixels() const { return pixels_; }
  int width() const { return width_px; }
  int height() const { return height_; }

  /// How many capital letters high the way is from the value 0 to the value 1 of [0, 1].
  float value_span() const { return 2.0F * spread_px / cap_height_px_; }

 private:
  struct Glyph {
    float advance = 0.0F;  // in heights of a capital letter
    GlyphQuad quad{};      // from the pen's position
    bool has_ink = false;
  };

  class Rasterizer;

  const Glyph& glyph(char32_t letter) const;
  float kerning(char32_t left, char32_t right) const;

  static constexpr int width_px = 1024;
  static constexpr float spread_px = 5.0F;

  float cap_height_px_ = 1.0F;
  int height_ = 0;
  std::vector<unsigned char> pixels_;
  std::unordered_map<char32_t, Glyph> glyphs_;
  std::unordered_map<char32_t, float> kerning_;  // of a pair: left << 16 | right
};

}  // namespace starling::viewer
