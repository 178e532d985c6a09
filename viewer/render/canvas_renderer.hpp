/// Draws canvases, many in one picture: bodies first, then flat shapes in their order, then text.
#pragma once

#include <span>
#include <vector>

#include "engine/canvas.hpp"
#include "viewer/render/fonts.hpp"
#include "viewer/render/glyph_atlas.hpp"
#include "viewer/render/lens.hpp"
#include "viewer/render/packed_shapes.hpp"
#include "viewer/render/quad_buffer.hpp"
#include "viewer/render/shader_program.hpp"
#include "viewer/render/solid_pass.hpp"

namespace starling::viewer {

/// A canvas, where it is shown, and how it is looked at.
struct Placed {
  const Canvas* canvas = nullptr;
  Viewport viewport;
  Lens lens;
};

/// A shape's edge fades over its softness, half of it outside the shape. What is thinner than a
/// pixel is drawn one pixel wide and fainter. Bodies cast soft shadows on a ground plane; they lie
/// over the flat shapes at heights up to 0 that the canvas begins with. Flat shapes hide no body
/// and no flat shape, but are hidden by bodies before them.
class CanvasRenderer {
 public:
  /// Needs a current context of OpenGL 3.3 core, then and as long as it lives.
  explicit CanvasRenderer(const Font& font = load_font(FontWeight::Medium));

  /// Fills each viewport with its canvas, and leaves all else of the bound framebuffer as it is.
  /// Later ones lie over earlier ones.
  /// target_height: of the framebuffer, in pixels, from the top of which viewports are counted.
  void draw(std::span<const Placed> placed, int target_height);

 private:
  /// A part of a buffer.
  struct Part {
    std::size_t first = 0;
    std::size_t count = 0;
  };

  struct Parts {
    Part flats, glyphs;
    std::size_t solids = 0;
  };

  Parts pack(const Placed& placed);
  void pack_flats(const Canvas& canvas);
  void draw_one(const Placed& placed, const Parts& parts, int target_height) const;
  void draw_flats(const Placed& placed, const Parts& parts) const;

  GlyphAtlas atlas_;
  GlTexture atlas_texture_;
  ShaderProgram flat_program_;
  ShaderProgram label_program_;
  QuadBuffer flats_on_card_;
  QuadBuffer glyphs_on_card_;
  SolidPass solid_pass_;
  std::vector<PackedFlat> flats_;
  std::vector<PackedGlyph> glyphs_;
};

}  // namespace starling::viewer
