/// How far each place of a picture is from the edge of what is drawn on it.
#pragma once

#include <vector>

namespace starling::viewer {

/// coverage: [height, width], row-major, 0 for outside, 255 for inside, between on the edge.
/// Gives [height, width] of distances in pixels to the edge: positive inside, negative outside.
/// After Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions (2012).
std::vector<float> signed_distances(const std::vector<unsigned char>& coverage, int width,
                                    int height);

}  // namespace starling::viewer
