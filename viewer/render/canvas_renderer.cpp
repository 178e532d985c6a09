#include "viewer/render/canvas_renderer.hpp"

#include "viewer/render/contact_shadow.hpp"
#include "viewer/render/flat_shaders.hpp"
#include "viewer/render/label_shaders.hpp"
#include "viewer/render/software_renderer.hpp"

namespace starling::viewer {
namespace {

void upload_atlas(GLuint texture, const GlyphAtlas& atlas) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, atlas.width(), atlas.height(), 0, GL_RED, GL_UNSIGNED_BYTE,
               atlas.pixels().data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glBindTexture(GL_TEXTURE_2D, 0);
}

/// Blending, and colours as they are; whatever else drew before.
void set_state() {
  glEnable(GL_SCISSOR_TEST);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthFunc(GL_LEQUAL);
  glDisable(GL_CULL_FACE);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  // flat shapes win over the surfaces that they lie in
  glPolygonOffset(-1.0F, -4.0F);
}

void reset_state() {
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(0);
  glUseProgram(0);
}

void clear(const Color& background, bool depth) {
  glClearColor(background.red * background.alpha, background.green * background.alpha,
               background.blue * background.alpha, background.alpha);
  glDepthMask(GL_TRUE);
  glClear(depth ? GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT);
}

}  // namespace

CanvasRenderer::CanvasRenderer(const Font& font)
    : atlas_(font),
      flat_program_(flat_vertex_shader, flat_fragment_shader),
      label_program_(label_vertex_shader, label_fragment_shader) {
  if (is_software_renderer()) keep_freed_memory();
  upload_atlas(atlas_texture_.get(), atlas_);
  flat_program_.use();
  flat_program_.set("shapes", 0);
  label_program_.use();
  label_program_.set("shapes", 0);
  label_program_.set("atlas", 1);
  glUseProgram(0);
}

void CanvasRenderer::draw(std::span<const Placed> placed, int target_height) {
  flats_.clear();
  glyphs_.clear();
  solid_pass_.clear();
  std::vector<Parts> parts;
  parts.reserve(placed.size());
  for (const Placed& one : placed)
    parts.push_back(pack(one));
  flats_on_card_.upload(flats_);
  glyphs_on_card_.upload(glyphs_);
  solid_pass_.upload();

  set_state();
  for (std::size_t k = 0; k < placed.size(); ++k)
    draw_one(placed[k], parts[k], target_height);
  reset_state();
}

CanvasRenderer::Parts CanvasRenderer::pack(const Placed& placed) {
  Parts parts;
  parts.flats.first = flats_.size();
  pack_flats(*placed.canvas);
  parts.flats.count = flats_.size() - parts.flats.first;
  parts.glyphs.first = glyphs_.size();
  for (const Label& label : placed.canvas->labels())
    append_packed(label, atlas_, glyphs_);
  parts.glyphs.count = glyphs_.size() - parts.glyphs.first;
  parts.solids = solid_pass_.add(placed.canvas->solid_shapes(), placed.lens, placed.viewport);
  return parts;
}

void CanvasRenderer::pack_flats(const Canvas& canvas) {
  const std::vector<FlatShape>& shapes = canvas.flat_shapes();
  std::size_t floor = 0;
  while (floor < shapes.size() && shapes[floor].height <= 0.0F)
    ++floor;
  const bool casts = canvas.view().plane == Plane::Ground;
  for (std::size_t k = 0; k < floor; ++k)
    flats_.push_back(packed(shapes[k]));
  for (const SolidShape& body : canvas.solid_shapes()) {
    const std::optional<FlatShape> shadow = casts ? contact_shadow(body) : std::nullopt;
    if (shadow) flats_.push_back(packed(*shadow));
  }
  for (std::size_t k = floor; k < shapes.size(); ++k)
    flats_.push_back(packed(shapes[k]));
}

void CanvasRenderer::draw_one(const Placed& placed, const Parts& parts, int target_height) const {
  const Viewport& viewport = placed.viewport;
  if (viewport.width < 1 || viewport.height < 1) return;
  const int lowest_y = target_height - viewport.y - viewport.height;
  glViewport(viewport.x, lowest_y, viewport.width, viewport.height);
  glScissor(viewport.x, lowest_y, viewport.width, viewport.height);
  const bool has_bodies = !placed.canvas->solid_shapes().empty();
  clear(placed.canvas->view().background, has_bodies);
  if (has_bodies) {
    glEnable(GL_DEPTH_TEST);
    solid_pass_.draw(parts.solids, placed.lens);
    glEnable(GL_POLYGON_OFFSET_FILL);
  } else {
    glDisable(GL_DEPTH_TEST);
  }
  glDepthMask(GL_FALSE);
  draw_flats(placed, parts);
  glDepthMask(GL_TRUE);
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void CanvasRenderer::draw_flats(const Placed& placed, const Parts& parts) const {
  const Mat4 plane_to_clip =
      placed.lens.view_projection * plane_matrix(placed.canvas->view().plane);
  if (parts.flats.count > 0) {
    flat_program_.use();
    flat_program_.set("plane_to_clip", plane_to_clip);
    flat_program_.set("pixel_size_per_w", pixel_size_per_w(placed.lens, placed.viewport));
    flats_on_card_.draw(parts.flats.first, parts.flats.count);
  }
  if (parts.glyphs.count > 0) {
    label_program_.use();
    label_program_.set("plane_to_clip", plane_to_clip);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, atlas_texture_.get());
    glyphs_on_card_.draw(parts.glyphs.first, parts.glyphs.count);
  }
}

}  // namespace starling::viewer
