#include "viewer/widgets/picture.hpp"

#include <algorithm>
#include <cstdint>

#include "viewer/widgets/theme.hpp"

namespace starling::viewer {

void Picture::show(CanvasRenderer& renderer, int width, int height, std::span<const Placed> placed,
                   Color background) {
  width = std::clamp(width, 1, 8192);
  height = std::clamp(height, 1, 8192);
  if (!target_ || target_->width() != width || target_->height() != height)
    target_ = std::make_unique<FrameTarget>(width, height);
  GLint bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  target_->bind();
  glClearColor(background.red, background.green, background.blue, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  renderer.draw(placed, height);
  const GLuint texture = target_->texture();
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
  const auto name = static_cast<std::uintptr_t>(texture);
  ImGui::Image((ImTextureID)name,  // a pointer or a number, by the version of ImGui
               {static_cast<float>(width), static_cast<float>(height)}, {0, 1}, {1, 0});
}

kernels::Vec2 mouse_in_item() {
  const ImVec2 corner = ImGui::GetItemRectMin();
  const ImVec2 mouse = ImGui::GetMousePos();
  return {mouse.x - corner.x, mouse.y - corner.y};
}

}  // namespace starling::viewer
