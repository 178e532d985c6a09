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
Colour colour_of_span(const Activity& activity, int highlighted) {
  const float share = activity.busy > 0 ? std::cbrt(activity.staged / activity.busy) : 0;
  const Colour own = activity.stage < 0 ? theme::tile : stage_colour(activity.stage);
  const Colour colour = mixed(theme::tile, own, share);
  const bool is_dimmed = highlighted >= 0 && activity.stage != highlighted;
  return is_dimmed ? mixed(theme::trough, colour, 0.22f) : colour;
}

/// A lane or a processor between `top` and `bottom`.
class Strip {
 public:
  Strip(const TimeScale& scale, const OccupancyView& view, RectBatch& batch)
      : scale_(scale), view_(view), batch_(batch) {}

  void draw(const ActivityTree& activity, float top, float bottom) {
    spans_.clear();
    activity.append_spans(static_cast<std::int64_t>(std::floor(scale_.from_ns)),
                          static_cast<std::int64_t>(std::ceil(scale_.to_ns)), scale_.ns_per_px(),
                          spans_);
    const float height = bottom - top;
    for (const ActivitySpan& span : spans_) {
      const Activity& now = span.activity;
      if (now.busy <= 0) continue;
      const float left = scale_.x_of(static_cast<double>(span.start_ns));
      const float right = std::max(scale_.x_of(static_cast<double>(span.end_ns)), left + 0.5f);
      const Colour colour = colour_of_span(now, highlighted_stage(view_));
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
  const OccupancyView& view_;
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
  Strip strip(scale, view, batch);
  const float height = view.row_height_px;
  const auto first = static_cast<std::size_t>(std::max(0.0f, std::floor(view.scroll_px / height)));
  list.PushClipRect(ImVec2(names.left, rows.top), ImVec2(rows.right, rows.bottom), true);
  for (std::size_t index = first; index < occupancy.rows().size(); ++index) {
    const OccupancyRow& row = occupancy.rows()[index];
    const auto top_of = [&](std::size_t at) {
      return rows.top + std::round(static_cast<float>(at) * height - view.scroll_px);
    };
    const float top = top_of(index);
    if (top >= rows.bottom) break;
    const float lane_height = lane_height_of(row, height);
    const float bottom = top_of(index + 1) - row_gap_of(height);
    batch.add(rows.left, top, rows.right, bottom, theme::trough);
    if (lane_height == 0) strip.draw(row.activity, top, bottom);
    for (std::size_t lane = row.first_lane; lane_height > 0 && lane < row.end_lane; ++lane) {
      const float lane_top = top + static_cast<float>(lane - row.first_lane) * lane_height;
      const float gap = row.end_lane - row.first_lane > 1 ? 1.0f : 0.0f;
      if (lane_top > rows.bottom || lane_top + lane_height < rows.top) continue;
      strip.draw(occupancy.lanes()[lane].activity, lane_top, lane_top + lane_height - gap);
      batch.flush();
      draw_span_names(list, occupancy, view, scale, strip.spans(), lane_top,
                      lane_top + lane_height - gap);
    }
    draw_name(list, view, names, index, top, height, row.name);
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

}  // namespace starling::viewer::detail
