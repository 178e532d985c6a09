/// The occupancy of a device as a panel of Dear ImGui: a row for each streaming multiprocessor.
#pragma once

#include "viewer/occupancy/occupancy.hpp"
#include "viewer/occupancy/occupancy_view.hpp"

namespace starling::viewer {

/// Fills what is left of the current window: figures, an overview of all lanes, rows over time and
/// the stages. Time zooms by the wheel and rows by the wheel with ctrl or shift, both about the
/// cursor; dragging moves; a double click shows all.
void draw_occupancy(const Occupancy& occupancy, OccupancyView& view);

}  // namespace starling::viewer
