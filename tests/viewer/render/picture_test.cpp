// Whole scenes look as their stored pictures do.
#include <cstdlib>
#include <filesystem>

#include "tests/viewer/render/demo_scenes.hpp"
#include "tests/viewer/render/drawn.hpp"
#include "viewer/render/image_difference.hpp"

namespace starling::tests {
namespace {

using viewer::Image;
using viewer::Viewport;

class Pictures : public Drawing {
 protected:
  /// With STARLING_STORE_PICTURES set, stores the picture in place of comparing it.
  static void expect_as_stored(const Image& image, const std::string& name) {
    const std::filesystem::path path = std::filesystem::path(STARLING_PICTURES) / name;
    if (std::getenv("STARLING_STORE_PICTURES") != nullptr) viewer::write_png(image, path);
    EXPECT_LT(viewer::share_that_differs(image, viewer::read_png(path), 10), 0.005) << name;
  }
};

TEST_F(Pictures, FlatShapesLookAsStored) {
  const Canvas canvas = flat_scene();
  const Viewport viewport{0, 0, 480, 300};
  expect_as_stored(draw(canvas, fit_flat(canvas.view(), viewport).lens(viewport), viewport),
                   "flat_shapes.png");
}

TEST_F(Pictures, BodiesLookAsStored) {
  const Canvas canvas = solid_scene();
  const Viewport viewport{0, 0, 480, 300};
  expect_as_stored(draw(canvas, fit_orbit(canvas.view(), viewport).lens(viewport), viewport, 4),
                   "bodies.png");
}

}  // namespace
}  // namespace starling::tests
