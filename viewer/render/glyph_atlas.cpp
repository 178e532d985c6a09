#include "viewer/render/glyph_atlas.hpp"

#include <algorithm>
#include <cmath>

#include "engine/error.hpp"
#include "viewer/render/distance_field.hpp"
#include "viewer/render/utf8.hpp"

// Static, since a system's ImGui may bring the same functions with it.
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>

namespace starling::viewer {

using kernels::Vec2;

namespace {

constexpr float em_px = 44.0F;
constexpr int oversampling = 3;
constexpr char32_t unknown = U'?';

std::vector<char32_t> letters() {
  std::vector<char32_t> all;
  for (char32_t letter = 0x20; letter < 0x7f; ++letter)
    all.push_back(letter);
  for (const char32_t letter : U"°±²³µ·×÷ÄÅÆÇÉÖØÜßàáâäåæçèéêëíñóôöøúûü–—‘’“”•…←↑→↓−≈≤≥∞√πθλ") {
    if (letter != 0) all.push_back(letter);
  }
  return all;
}

}  // namespace

/// Draws one letter after the other, in rows of the atlas.
class GlyphAtlas::Rasterizer {
 public:
  Rasterizer(GlyphAtlas& atlas, const Font& font) : atlas_(atlas) {
    // a file's header alone has 12 bytes
    const bool readable = font.bytes.size() > 12 &&
                          stbtt_GetFontOffsetForIndex(font.bytes.data(), 0) == 0 &&
                          stbtt_InitFont(&info_, font.bytes.data(), 0) != 0;
    if (!readable) {
      throw Error(Refusal::Unavailable, "the font '" + font.name + "' cannot be read.");
    }
    scale_ = stbtt_ScaleForMappingEmToPixels(&info_, em_px);
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    stbtt_GetCodepointBox(&info_, 'H', &x0, &y0, &x1, &y1);
    atlas_.cap_height_px_ = static_cast<float>(y1) * scale_;
  }

  bool has(char32_t letter) const { return index_of(letter) != 0; }

  void add(char32_t letter) {
    Glyph glyph;
    const int index = index_of(letter);
    int advance = 0;
    int bearing = 0;
    stbtt_GetGlyphHMetrics(&info_, index, &advance, &bearing);
    glyph.advance = static_cast<float>(advance) * scale_ / atlas_.cap_height_px_;
    if (stbtt_IsGlyphEmpty(&info_, index) == 0) add_ink(index, glyph);
    atlas_.glyphs_.emplace(letter, glyph);
  }

  void add_kerning(char32_t left, char32_t right) {
    const int units = stbtt_GetGlyphKernAdvance(&info_, index_of(left), index_of(right));
    if (units == 0) return;
    atlas_.kerning_.emplace(left << 16U | right,
                            static_cast<float>(units) * scale_ / atlas_.cap_height_px_);
  }

  /// What was left open until the height was known.
  void finish() {
    atlas_.height_ = row_px_ + row_height_px_;
    atlas_.pixels_.resize(static_cast<std::size_t>(atlas_.height_) * width_px, 0);
    const Vec2 to_unit{1.0F / width_px, 1.0F / static_cast<float>(atlas_.height_)};
    for (auto& [letter, glyph] : atlas_.glyphs_) {
      glyph.quad.atlas_lowest = glyph.quad.atlas_lowest * to_unit;
      glyph.quad.atlas_highest = glyph.quad.atlas_highest * to_unit;
    }
  }

 private:
  int index_of(char32_t letter) const {
    return stbtt_FindGlyphIndex(&info_, static_cast<int>(letter));
  }

  void add_ink(int index, Glyph& glyph) {
    const float fine_scale = scale_ * oversampling;
    const int border = static_cast<int>(spread_px) + 1;
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    stbtt_GetGlyphBitmapBox(&info_, index, fine_scale, fine_scale, &x0, &y0, &x1, &y1);
    // in whole pixels of the atlas, y downwards from the base line
    const auto floor_px = [](int fine) {
      return static_cast<int>(std::floor(static_cast<float>(fine) / oversampling));
    };
    const int left = floor_px(x0) - border;
    const int top = floor_px(y0) - border;
    const int width = floor_px(x1) + 1 + border - left;
    const int height = floor_px(y1) + 1 + border - top;
    const int fine_width = width * oversampling;
    const int fine_height = height * oversampling;
    std::vector<unsigned char> coverage(static_cast<std::size_t>(fine_width * fine_height), 0);
    const int inset = (y0 - top * oversampling) * fine_width + x0 - left * oversampling;
    stbtt_MakeGlyphBitmap(&info_, coverage.data() + inset, x1 - x0, y1 - y0, fine_width, fine_scale,
                          fine_scale, index);
    const Vec2 place = put(signed_distances(coverage, fine_width, fine_height), width, height);

    const Vec2 size{static_cast<float>(width), static_cast<float>(height)};
    const Vec2 corner{static_cast<float>(left), static_cast<float>(-top)};
    glyph.has_ink = true;
    glyph.quad.lowest = Vec2{corner.x, corner.y - size.y} / atlas_.cap_height_px_;
    glyph.quad.highest = Vec2{corner.x + size.x, corner.y} / atlas_.cap_height_px_;
    glyph.quad.atlas_lowest = {place.x, place.y + size.y};
    glyph.quad.atlas_highest = {place.x + size.x, place.y};
  }

  /// The upper left corner, in pixels, of where the letter now is in the atlas.
  Vec2 put(const std::vector<float>& distances, int width, int height) {
    if (column_px_ + width > width_px) {
      row_px_ += row_height_px_;
      column_px_ = 0;
      row_height_px_ = 0;
    }
    row_height_px_ = std::max(row_height_px_, height);
    atlas_.pixels_.resize(static_cast<std::size_t>(row_px_ + row_height_px_) * width_px, 0);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        // the fine pixel in the middle, since the oversampling is odd
        const int fine = (y * oversampling + oversampling / 2) * width * oversampling +
                         x * oversampling + oversampling / 2;
        const float distance_px = distances[static_cast<std::size_t>(fine)] / oversampling;
        const float value = 127.5F + 127.5F * distance_px / spread_px;
        atlas_.pixels_[static_cast<std::size_t>((row_px_ + y) * width_px + column_px_ + x)] =
            static_cast<unsigned char>(std::clamp(value, 0.0F, 255.0F));
      }
    }
    const Vec2 place{static_cast<float>(column_px_), static_cast<float>(row_px_)};
    column_px_ += width;
    return place;
  }

  GlyphAtlas& atlas_;
  stbtt_fontinfo info_{};
  float scale_ = 1.0F;
  int column_px_ = 0;
  int row_px_ = 0;
  int row_height_px_ = 0;
};

GlyphAtlas::GlyphAtlas(const Font& font) {
  Rasterizer rasterizer(*this, font);
  for (const char32_t letter : letters()) {
    if (letter == unknown || rasterizer.has(letter)) rasterizer.add(letter);
  }
  for (char32_t left = 'A'; left <= 'z'; ++left) {
    for (char32_t right = 'A'; right <= 'z'; ++right)
      rasterizer.add_kerning(left, right);
  }
  rasterizer.finish();
}

const GlyphAtlas::Glyph& GlyphAtlas::glyph(char32_t letter) const {
  const auto found = glyphs_.find(letter);
  return found == glyphs_.end() ? glyphs_.at(unknown) : found->second;
}

float GlyphAtlas::kerning(char32_t left, char32_t right) const {
  const auto found = kerning_.find(left << 16U | right);
  return found == kerning_.end() ? 0.0F : found->second;
}

std::vector<GlyphQuad> GlyphAtlas::lay_out(std::string_view text) const {
  std::vector<GlyphQuad> quads;
  float pen = 0.0F;
  char32_t before = 0;
  for (const char32_t letter : characters(text)) {
    const Glyph& shown = glyph(letter);
    pen += kerning(before, letter);
    if (shown.has_ink) {
      GlyphQuad quad = shown.quad;
      quad.lowest.x += pen;
      quad.highest.x += pen;
      quads.push_back(quad);
    }
    pen += shown.advance;
    before = letter;
  }
  const Vec2 middle{0.5F * pen, 0.5F};
  for (GlyphQuad& quad : quads) {
    quad.lowest -= middle;
    quad.highest -= middle;
  }
  return quads;
}

}  // namespace starling::viewer
