/// The lanes of a processor as one row.
#pragma once

#include <span>
#include <vector>

#include "viewer/occupancy/occupancy.hpp"

namespace starling::viewer {

/// Means over lanes, in pieces from one change to the next; the stage is that of most lanes, of as
/// many the first of the program.
std::vector<ActivityPiece> merge_lanes(std::span<const OccupancyLane> lanes);

}  // namespace starling::viewer
