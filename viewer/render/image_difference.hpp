/// How much two pictures of the same scene differ, with tolerance for how an edge is rasterized.
#pragma once

#include "viewer/render/image.hpp"

namespace starling::viewer {

/// The share of pixels, in [0, 1], of which a channel differs by more than `tolerance` (of 255)
/// after each picture was blurred with a box of 3 by 3 pixels. 1 for pictures of unequal size.
double share_that_differs(const Image& a, const Image& b, int tolerance);

}  // namespace starling::viewer
