#include "viewer/panels/world_panel.hpp"

#include <algorithm>
#include <cmath>

#include "viewer/render/picking.hpp"
#include "viewer/widgets/theme.hpp"

namespace starling::viewer {

std::optional<kernels::Vec3> middle_of(const Canvas& canvas, Subject subject) {
  kernels::Vec3 sum{};
  float count = 0.0F;
  if (subject.table < 0) return std::nullopt;
  for (const SolidShape& shape : canvas.solid_shapes()) {
    if (shape.subject != subject) continue;
    sum = sum + shape.center;
    count += 1.0F;
  }
  for (const FlatShape& shape : canvas.flat_shapes()) {
    if (shape.subject != subject) continue;
    const bool is_triangle = shape.kind == FlatKind::Triangle;
    const kernels::Vec2 center =
        is_triangle ? (shape.a + shape.b + shape.c) * (1.0F / 3.0F) : shape.a;
    sum = sum + from_plane(canvas.view().plane, center, shape.height);
    count += 1.0F;
  }
  if (count == 0.0F) return std::nullopt;
  return sum * (1.0F / count);
}

void WorldPanel::show(CanvasRenderer& renderer, const Pictures& pictures, Look& look) {
  const Canvas& canvas = pictures.selected();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 8 || room.y < 8) return;
  const Viewport viewport{0, 0, static_cast<int>(room.x), static_cast<int>(room.y)};
  if (look.follows) follow(canvas, look);
  const Lens lens = move_camera(canvas.view(), viewport, look);
  const Placed placed{&canvas, viewport, lens};
  picture_.show(renderer, viewport.width, viewport.height, {&placed, 1}, canvas.view().background);
  is_hovered_ = ImGui::IsItemHovered();
  mouse_ = mouse_in_item();
  const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left);
  const bool was_click = ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                         std::abs(dragged.x) + std::abs(dragged.y) < 4;
  if (is_hovered_ && was_click)
    look.picked = pick(canvas, lens, viewport, mouse_).value_or(Subject{});
  mark_picked(canvas, lens, viewport, look);
}

/// Left drags: the flat camera pans, the spatial one turns. Others pan. The wheel zooms, and a
/// double click shows all.
Lens WorldPanel::move_camera(const View& view, const Viewport& viewport, Look& look) {
  FlatCamera flat = look.flat.value_or(fit_flat(view, viewport));
  OrbitCamera orbit = look.orbit.value_or(fit_orbit(view, viewport));
  const ImGuiIO& io = ImGui::GetIO();
  const kernels::Vec2 moved{io.MouseDelta.x, io.MouseDelta.y};
  const bool turns = ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2);
  const bool pans = ImGui::IsMouseDragging(ImGuiMouseButton_Right, 2) ||
                    ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 2);
  bool has_moved = false;
  if (is_hovered_ && (turns || pans)) {
    flat.pan(moved);
    if (turns) orbit.turn(moved);
    if (pans) orbit.pan(viewport, moved);
    has_moved = true;
  }
  if (is_hovered_ && io.MouseWheel != 0.0F) {
    const float factor = std::pow(1.15F, io.MouseWheel);
    flat.zoom(viewport, factor, mouse_);
    orbit.zoom(factor);
    has_moved = true;
  }
  if (has_moved) (look.is_spatial ? void(look.orbit = orbit) : void(look.flat = flat));
  if (is_hovered_ && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    look.flat.reset();
    look.orbit.reset();
  }
  return look.is_spatial ? orbit.lens(viewport) : flat.lens(viewport);
}

void WorldPanel::follow(const Canvas& canvas, Look& look) const {
  const auto middle = middle_of(canvas, look.picked);
  if (!middle) return;
  const bool is_upright = canvas.view().plane == Plane::Upright;
  if (look.flat) look.flat->center = {middle->x, is_upright ? middle->z : middle->y};
  if (look.orbit) look.orbit->target = *middle;
}

void WorldPanel::mark_picked(const Canvas& canvas, const Lens& lens, const Viewport& viewport,
                             const Look& look) const {
  const auto middle = middle_of(canvas, look.picked);
  if (!middle) return;
  const auto pixel = project(lens, viewport, *middle);
  if (!pixel) return;
  const ImVec2 corner = ImGui::GetItemRectMin();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(corner, ImGui::GetItemRectMax(), true);
  list.AddCircle({corner.x + pixel->x, corner.y + pixel->y}, 15, to_word(theme::warm), 0, 2);
  list.PopClipRect();
}

}  // namespace starling::viewer
