/// Lines over time, histograms and bars of shares, drawn where the cursor is.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "viewer/session/frame.hpp"
#include "viewer/widgets/theme.hpp"

namespace starling::viewer {

/// Speed over time, from zero up.
void line_chart(std::span<const SpeedSample> samples, ImVec2 size, Color color);

void histogram_chart(const Histogram& histogram, ImVec2 size, Color color);

struct Share {
  std::string name;
  double value = 0;
  Color color;
};

/// One bar after the other, the largest at the top, each with its name and its share of all.
void share_chart(std::span<const Share> shares, float width);

}  // namespace starling::viewer
