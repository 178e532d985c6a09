#include "viewer/widgets/picture.hpp"

#include <algorithm>
#include <cstdint>

#include "viewer/widgets/theme.hpp"

namespace starling::viewer {

namespace {

bool are_alike(const Placed& left, const Placed& right) {
  const kernels::Vec4 apart = left.lens.eye - right.lens.eye;
  return left.canvas == right.canvas && left.viewport == right.viewport &&
         left.lens.view_projection.elements == right.lens.view_projection.elements &&
         kernels::length_squared(apart) == 0.0F;
}

}  // namespace

void Picture::show(CanvasRenderer& renderer, int width, int height, std::span<const Placed> placed,
                   Color background, std::uint64_t version) {
  width = std::clamp(width, 1, 8192);
  height = std::clamp(height, 1, 8192);
  if (!target_ || target_->width() != width || target_->height() != height) {
    target_ = std::make_unique<FrameTarget>(width, height);
    drawn_.clear();
  }
  if (!is_drawn(placed, version)) {
    GLint bound = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    target_->bind();
    glClearColor(background.red, background.green, background.blue, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    renderer.draw(placed, height);
    texture_ = target_->texture();
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
    drawn_.assign(placed.begin(), placed.end());
    drawn_version_ = version;
  }
  const auto name = static_cast<std::uintptr_t>(texture_);
  ImGui::Image((ImTextureID)name,  // a pointer or a number, by the version of ImGui
               {static_cast<float>(width), static_cast<float>(height)}, {0, 1}, {1, 0});
}

bool Picture::is_drawn(std::span<const Placed> placed, std::uint64_t version) const {
  return version == drawn_version_ && drawn_.size() == placed.size() && !placed.empty() &&
         std::equal(placed.begin(), placed.end(), drawn_.begin(), are_alike);
}

kernels::Vec2 mouse_in_item() {
  const ImVec2 corner = ImGui::GetItemRectMin();
  const ImVec2 mouse = ImGui::GetMousePos();
  return {mouse.x - corner.x, mouse.y - corner.y};
}

}  // namespace starling::viewer
