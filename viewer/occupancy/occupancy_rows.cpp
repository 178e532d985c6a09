/// Rows over time: what each multiprocessor or thread does, and what is under the cursor.
#include <algorithm>
#include <cmath>

#include "viewer/occupancy/occupancy_parts.hpp"
#include "viewer/occupancy/rect_batch.hpp"
#include "viewer/occupancy/time_text.hpp"

namespace starling::viewer::detail {
namespace {

constexpr float least_lane_height_px = 5;
constexpr float tall_px = 9;  ///< From here on the height of a fill shows the share of warps.

/// Tiles are grey and stages in colour; a span with both is in between, and more of a colour than
/// its share of the time, so that stages of one step in 64 can be found.
Colour colour_of_span(const Activity& activity, Colour tile, int highlighted) {
  const float share = activity.busy > 0 ? std::sqrt(std::sqrt(activity.staged / activity.busy)) : 0;
  const Colour own = activity.stage < 0 ? tile : stage_colour(activity.stage);
  const Colour colour = mixed(tile, own, share);
  const bool is_dimmed = highlighted >= 0 && activity.stage != highlighted;
  return is_dimmed ? mixed(theme::trough, colour, 0.22f) : colour;
}

/// A lane or a processor between `top` and `bottom`.
class Strip {
 public:
  Strip(const Occupancy& occupancy, const OccupancyView& view, const TimeScale& scale,
        RectBatch& batch)
      : scale_(scale),
        tile_(tile_colour(occupancy)),
        highlighted_(highlighted_stage(view)),
        batch_(batch) {}

  void draw(const ActivityTree& activity, float top, float bottom) {
    spans_.clear();
    const float height = bottom - top;
    const double finest_px = height < tall_px ? 2 : 1;  // thin rows are many
    activity.append_spans(static_cast<std::int64_t>(std::floor(scale_.from_ns)),
                          static_cast<std::int64_t>(std::ceil(scale_.to_ns)),
                          finest_px * scale_.ns_per_px(), spans_);
    for (const ActivitySpan& span : spans_) {
      const Activity& now = span.activity;
      if (now.busy <= 0) continue;
      const float left = scale_.x_of(static_cast<double>(span.start_ns));
      const float right = std::max(scale_.x_of(static_cast<double>(span.end_ns)), left + 0.5f);
      const Colour colour = colour_of_span(now, tile_, highlighted_);
      if (height < tall_px) {
        const float seen = 0.25f * now.busy + 0.75f * std::sqrt(now.active);
        batch_.add(left, top, right, bottom, mixed(theme::trough, colour, seen));
      } else {
        const float fill = std::clamp(now.active, 0.0f, 1.0f) * height;
        batch_.add(left, top, right, bottom - fill, mixed(theme::trough, colour, 0.28f * now.busy));
        batch_.add(left, bottom - fill, right, bottom, colour);
      }
    }
  }

  const std::vector<ActivitySpan>& spans() const { return spans_; }

 private:
  const TimeScale& scale_;
  Colour tile_;
  int highlighted_;
  RectBatch& batch_;
  std::vector<ActivitySpan> spans_;
};

/// Names of stages inside the spans that are wide enough.
void draw_span_names(ImDrawList& list, const Occupancy& occupancy, const OccupancyView& view,
                     const TimeScale& scale, const std::vector<ActivitySpan>& spans, float top,
                     float bottom) {
  constexpr float least_width_px = 34;
  const float height = text_height(view.small);
  if (bottom - top < height + 4) return;
  for (const ActivitySpan& span : spans) {
    const float left = std::max(scale.x_of(static_cast<double>(span.start_ns)), scale.left_px);
    const float right = scale.x_of(static_cast<double>(span.end_ns));
    if (span.activity.stage < 0 || right - left < least_width_px) continue;
    const bool is_on_fill = span.activity.active * (bottom - top) > (bottom - top + height) / 2;
    const auto stage = static_cast<std::size_t>(span.activity.stage);
    draw_text(list, view.small, left + 5, (top + bottom - height) / 2,
              is_on_fill ? theme::background : theme::text, occupancy.stages()[stage].name,
              right - 3);
  }
}

/// As many as there is room for.
void draw_name(ImDrawList& list, const OccupancyView& view, const Area& names, std::size_t row,
               float top, float height, const std::string& name) {
  const float text = text_height(view.small);
  std::size_t every = 1;
  while (static_cast<float>(every) * height < text + 2)
    every *= 2;
  if (row % every != 0) return;
  const float y = height > text ? top + (height - text) / 2 : top;
  if (y + text > names.bottom + 2) return;
  draw_text(list, view.small, names.right - text_width(view.small, name) - 8, y, theme::muted_text,
            name);
}

/// From where to where a row, or a lane of it where they are drawn apart, goes down the screen.
struct Extent {
  float top;
  float bottom;
};
Extent extent_of(const OccupancyView& view, const Area& rows, std::size_t row) {
  const auto top_of = [&](std::size_t index) {
    return rows.top + std::round(static_cast<float>(index) * view.row_height_px - view.scroll_px);
  };
  return {top_of(row), top_of(row + 1) - row_gap_of(view.row_height_px)};
}
Extent lane_extent_of(const OccupancyRow& row, const Extent& extent, std::size_t lane) {
  const std::size_t lanes = row.end_lane - row.first_lane;
  const float height = (extent.bottom - extent.top) / static_cast<float>(lanes);
  const float top = extent.top + static_cast<float>(lane - row.first_lane) * height;
  return {std::round(top), std::round(top + height) - (lanes > 1 ? 1.0f : 0.0f)};
}

}  // namespace

float lane_height_of(const OccupancyRow& row, float row_height_px) {
  const auto lanes = static_cast<float>(row.end_lane - row.first_lane);
  const float height = (row_height_px - row_gap_of(row_height_px)) / lanes;
  return lanes == 1 || height >= least_lane_height_px ? height : 0;
}

float row_gap_of(float row_height_px) {
  return row_height_px < 3.5f ? 0 : row_height_px < 12 ? 1 : std::min(6.0f, row_height_px / 8);
}

void draw_rows(const Occupancy& occupancy, const OccupancyView& view, const TimeScale& scale,
               const Area& names, const Area& rows) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  RectBatch batch(list);
  Strip strip(occupancy, view, scale, batch);
  const float height = view.row_height_px;
  const auto first = static_cast<std::size_t>(std::max(0.0f, std::floor(view.scroll_px / height)));
  list.PushClipRect(ImVec2(names.left, rows.top), ImVec2(rows.right, rows.bottom), true);
  for (std::size_t index = first; index < occupancy.rows().size(); ++index) {
    const OccupancyRow& row = occupancy.rows()[index];
    const Extent extent = extent_of(view, rows, index);
    if (extent.top >= rows.bottom) break;
    batch.add(rows.left, extent.top, rows.right, extent.bottom, theme::trough);
    const bool is_one = lane_height_of(row, height) == 0;
    if (is_one) strip.draw(row.activity, extent.top, extent.bottom);
    for (std::size_t lane = row.first_lane; !is_one && lane < row.end_lane; ++lane) {
      const auto [top, bottom] = lane_extent_of(row, extent, lane);
      if (top > rows.bottom || bottom < rows.top) continue;
      strip.draw(occupancy.lanes()[lane].activity, top, bottom);
      batch.flush();
      draw_span_names(list, occupancy, view, scale, strip.spans(), top, bottom);
    }
    draw_name(list, view, names, index, extent.top, height, row.name);
  }
  batch.flush();
  list.PopClipRect();
}

Pointed pointed_at(const Occupancy& occupancy, const OccupancyView& view, const TimeScale& scale,
                   const Area& rows, ImVec2 point) {
  if (!rows.holds(point)) return {};
  const float place = (point.y - rows.top + view.scroll_px) / view.row_height_px;
  if (place < 0 || place >= static_cast<float>(occupancy.rows().size())) return {};
  const float whole = std::floor(place);
  Pointed pointed;
  pointed.row = &occupancy.rows()[static_cast<std::size_t>(whole)];
  const std::size_t lanes = pointed.row->end_lane - pointed.row->first_lane;
  const auto time_ns = static_cast<std::int64_t>(scale.ns_at(point.x));
  const auto nearest =
      std::min(lanes - 1, static_cast<std::size_t>((place - whole) * static_cast<float>(lanes)));
  // Of lanes drawn as one, the first with a stage is what shows.
  const bool is_one = lane_height_of(*pointed.row, view.row_height_px) == 0;
  for (std::size_t offset = 0; offset < (is_one ? lanes : 1); ++offset) {
    const std::size_t lane = pointed.row->first_lane + (nearest + offset) % lanes;
    const TraceSlice* slice = occupancy.slice_at(occupancy.lanes()[lane], time_ns);
    const bool is_better =
        offset == 0 ||
        (slice && (!pointed.slice || (pointed.slice->stage < 0 && slice->stage >= 0)));
    if (!is_better) continue;
    pointed.lane = &occupancy.lanes()[lane];
    pointed.slice = slice;
  }
  return pointed;
}

void mark_pointed(const Occupancy& occupancy, const OccupancyView& view, const TimeScale& scale,
                  const Area& rows, const Pointed& pointed, ImVec2 point) {
  if (!pointed.row) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(ImVec2(rows.left, rows.top), ImVec2(rows.right, rows.bottom), true);
  const float x = std::round(point.x);
  list.AddLine(ImVec2(x, rows.top), ImVec2(x, rows.bottom), faded(theme::text, 0.25f));
  const auto row = static_cast<std::size_t>(pointed.row - occupancy.rows().data());
  Extent extent = extent_of(view, rows, row);
  if (lane_height_of(*pointed.row, view.row_height_px) > 0) {
    const auto lane = static_cast<std::size_t>(pointed.lane - occupancy.lanes().data());
    extent = lane_extent_of(*pointed.row, extent, lane);
  }
  if (pointed.slice) {
    const float left = scale.x_of(static_cast<double>(pointed.slice->start_ns));
    const float right = scale.x_of(static_cast<double>(pointed.slice->end_ns));
    list.AddRect(ImVec2(std::max(left, rows.left - 4) - 1, extent.top - 1),
                 ImVec2(std::min(right, rows.right + 4) + 1, extent.bottom + 1), theme::text, 2);
  }
  list.PopClipRect();
}

}  // namespace starling::viewer::detail
