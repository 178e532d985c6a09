/// Which part of a trace is seen, and at what size.
#pragma once

#include <algorithm>

struct ImFont;

namespace starling::viewer {

/// What the view keeps between frames. A caller may set any of it: a picture without a window does.
struct OccupancyView {
  double from_ns = 0;
  double to_ns = 0;         ///< Not later than `from_ns`: all of the trace.
  float row_height_px = 0;  ///< 0: all rows fit, where they are not too many.
  float scroll_px = 0;      ///< Of the rows that lie above.
  int pinned = -1;          ///< Of Occupancy::stages; the others are dimmed. A click on it sets it,
  int hovered = -1;         ///< and while the cursor is on a stage, that one comes first.
  ImFont* large = nullptr;  ///< Of figures, and
  ImFont* small = nullptr;  ///< of what explains them; null: the font of all else.
};

inline int highlighted_stage(const OccupancyView& view) {
  return view.hovered >= 0 ? view.hovered : view.pinned;
}

/// Where times are, in pixels from the left.
struct TimeScale {
  double from_ns = 0;
  double to_ns = 1;
  float left_px = 0;
  float width_px = 1;

  double ns_per_px() const { return (to_ns - from_ns) / static_cast<double>(width_px); }
  float x_of(double ns) const {
    return left_px + static_cast<float>((ns - from_ns) / (to_ns - from_ns)) * width_px;
  }
  double ns_at(float x_px) const {
    return from_ns + static_cast<double>(x_px - left_px) * ns_per_px();
  }
};

/// Keeps the view inside the trace, which goes from `start_ns` to `end_ns`, and at least 20 ns wide
/// or all of it.
inline void keep_inside(OccupancyView& view, double start_ns, double end_ns) {
  constexpr double least_ns = 20;
  const double whole = end_ns - start_ns;
  const bool is_set = view.to_ns > view.from_ns;
  const double width =
      is_set ? std::clamp(view.to_ns - view.from_ns, std::min(least_ns, whole), whole) : whole;
  const double from = is_set ? view.from_ns : start_ns;
  view.from_ns = std::clamp(from, start_ns, end_ns - width);
  view.to_ns = view.from_ns + width;
}

/// Shows `factor` times as much time; what is at `at_ns` stays where it is.
inline void zoom_time(OccupancyView& view, double factor, double at_ns) {
  view.from_ns = at_ns - (at_ns - view.from_ns) * factor;
  view.to_ns = at_ns + (view.to_ns - at_ns) * factor;
}

}  // namespace starling::viewer
