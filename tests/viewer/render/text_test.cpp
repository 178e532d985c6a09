// Fonts, letters and lines of text.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/error.hpp"
#include "viewer/render/distance_field.hpp"
#include "viewer/render/glyph_atlas.hpp"
#include "viewer/render/utf8.hpp"

namespace starling::tests {
namespace {

using viewer::FontWeight;
using viewer::GlyphAtlas;

TEST(Text, EveryWeightHasAFont) {
  for (const FontWeight weight : {FontWeight::Regular, FontWeight::Medium, FontWeight::SemiBold}) {
    EXPECT_GT(viewer::load_font(weight).bytes.size(), 1000U);
  }
}

TEST(Text, BuiltInFontHasLetters) {
  const GlyphAtlas atlas(viewer::built_in_font());
  EXPECT_EQ(atlas.lay_out("ab c").size(), 3U);
}

TEST(Text, BytesThatAreNoFontAreRefused) {
  EXPECT_THROW(GlyphAtlas({"empty", {}}), Error);
  EXPECT_THROW(GlyphAtlas({"text", std::vector<unsigned char>(100, 'x')}), Error);
}

TEST(Text, LinesAreCentred) {
  const GlyphAtlas atlas(viewer::load_font(FontWeight::Medium));
  const auto quads = atlas.lay_out("HOH");
  ASSERT_EQ(quads.size(), 3U);
  EXPECT_NEAR(quads.front().lowest.x, -quads.back().highest.x, 0.1F);
  // the capital's edges are the spread within the quad
  EXPECT_NEAR(quads[0].lowest.y + quads[0].highest.y, 0.0F, 0.1F);
  EXPECT_GT(quads[0].highest.y, 0.5F);
}

TEST(Text, LettersHaveInkInTheAtlas) {
  const GlyphAtlas atlas(viewer::load_font(FontWeight::Medium));
  for (const char* letter : {"H", "g", ".", "°", "θ", "日"}) {
    const auto quads = atlas.lay_out(letter);
    ASSERT_EQ(quads.size(), 1U) << letter;
    const auto column = [&](float share) {
      return static_cast<int>(share * static_cast<float>(atlas.width()) + 0.5F);
    };
    const auto row = [&](float share) {
      return static_cast<int>(share * static_cast<float>(atlas.height()) + 0.5F);
    };
    int inked = 0;
    for (int y = row(quads[0].atlas_highest.y); y < row(quads[0].atlas_lowest.y); ++y) {
      for (int x = column(quads[0].atlas_lowest.x); x < column(quads[0].atlas_highest.x); ++x) {
        inked += atlas.pixels()[static_cast<std::size_t>(y * atlas.width() + x)] > 128 ? 1 : 0;
      }
    }
    EXPECT_GT(inked, 4) << letter;
  }
}

TEST(Text, DistancesAreThoseToTheNearestEdge) {
  // a square of 6 by 6 in the middle of 12 by 12
  std::vector<unsigned char> coverage(144, 0);
  for (std::size_t y = 3; y < 9; ++y) {
    for (std::size_t x = 3; x < 9; ++x)
      coverage[y * 12 + x] = 255;
  }
  const std::vector<float> distances = viewer::signed_distances(coverage, 12, 12);
  EXPECT_FLOAT_EQ(distances[5 * 12 + 5], 3.0F);
  EXPECT_FLOAT_EQ(distances[5 * 12 + 3], 1.0F);
  EXPECT_FLOAT_EQ(distances[5 * 12 + 0], -3.0F);
  EXPECT_FLOAT_EQ(distances[0], -kernels::sqrt(18.0F));
}

TEST(Utf8, CharactersOfOneToFourBytesAreRead) {
  EXPECT_EQ(viewer::characters("aé€😀"), (std::vector<char32_t>{U'a', U'é', U'€', U'😀'}));
}

TEST(Utf8, BytesThatAreNoCharacterBecomeReplacements) {
  const std::vector<char32_t> expected{U'a', U'\ufffd', U'b', U'\ufffd'};
  EXPECT_EQ(viewer::characters("a\xff"
                               "b\xe2"),
            expected);
  EXPECT_EQ(viewer::characters("\xe2\x82").size(), 2U);
}

}  // namespace
}  // namespace starling::tests
