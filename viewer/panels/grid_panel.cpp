#include "viewer/panels/grid_panel.hpp"

#include <algorithm>

#include "viewer/panels/worlds_layout.hpp"
#include "viewer/widgets/theme.hpp"

namespace starling::viewer {
namespace {

float aspect_of(const View& view) {
  const float height = std::max(view.highest.y - view.lowest.y, 1e-6F);
  return std::clamp((view.highest.x - view.lowest.x) / height, 0.25F, 4.0F);
}

/// The same spatial camera for all worlds of a grid.
Lens lens_of(const Canvas& canvas, const Viewport& cell, const Look& look) {
  if (look.is_spatial) {
    return look.orbit ? fit_orbit(*look.orbit, canvas.view(), cell).lens(cell)
                      : fit_orbit(canvas.view(), cell).lens(cell);
  }
  return fit_flat(canvas.view(), cell, 0.0F).lens(cell);
}

}  // namespace

void GridPanel::show(CanvasRenderer& renderer, const Frame& frame, const Pictures& pictures,
                     Look& look) {
  const std::vector<Canvas>& canvases = pictures.page();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (canvases.empty() || room.x < 8 || room.y < 8) return;
  const auto width = static_cast<int>(room.x);
  const auto height = static_cast<int>(room.y);
  const WorldsLayout layout(static_cast<int>(canvases.size()), width, height,
                            aspect_of(canvases.front().view()));
  placed_.clear();
  for (std::size_t index = 0; index < canvases.size(); ++index) {
    const Viewport cell = layout.cell(static_cast<int>(index));
    placed_.push_back({&canvases[index], cell, lens_of(canvases[index], cell, look)});
  }
  picture_.show(renderer, width, height, placed_, theme::page);
  if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    const int index = layout.at(mouse_in_item());
    if (index >= 0) {
      look.selected = frame.page[static_cast<std::size_t>(index)].world;
      look.picked = {};
    }
  }
  mark(frame, layout, look);
}

/// Frames the world under the mouse and the selected one, and names the first.
void GridPanel::mark(const Frame& frame, const WorldsLayout& layout, const Look& look) const {
  const ImVec2 corner = ImGui::GetItemRectMin();
  const int hovered = ImGui::IsItemHovered() ? layout.at(mouse_in_item()) : -1;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t index = 0; index < frame.page.size(); ++index) {
    const bool is_selected = frame.page[index].world == look.selected;
    const bool is_hovered = static_cast<int>(index) == hovered;
    if (!is_selected && !is_hovered) continue;
    const Viewport cell = layout.cell(static_cast<int>(index));
    const ImVec2 from{corner.x + static_cast<float>(cell.x) - 1,
                      corner.y + static_cast<float>(cell.y) - 1};
    const ImVec2 to{from.x + static_cast<float>(cell.width) + 2,
                    from.y + static_cast<float>(cell.height) + 2};
    list.AddRect(from, to, to_word(is_selected ? theme::accent : theme::text_weak), 4, 0, 2);
    if (is_hovered)
      ImGui::SetTooltip("world %lld", static_cast<long long>(frame.page[index].world));
  }
}

}  // namespace starling::viewer
