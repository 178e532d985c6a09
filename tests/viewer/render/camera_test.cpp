// What a camera shows where, and the way back from a pixel.
#include "viewer/render/camera.hpp"

#include <gtest/gtest.h>

#include <array>

namespace starling::tests {
namespace {

using kernels::Vec2;
using kernels::Vec3;
using viewer::FlatCamera;
using viewer::from_plane;
using viewer::Lens;
using viewer::on_plane;
using viewer::OrbitCamera;
using viewer::Viewport;

constexpr Viewport window{40, 20, 640, 360};

std::array<Vec2, 4> corners(const View& view) {
  return {view.lowest, view.highest, Vec2{view.lowest.x, view.highest.y},
          Vec2{view.highest.x, view.lowest.y}};
}

/// The least distance of a corner of the view from the window's border; negative outside.
float room(const View& view, const Lens& lens) {
  float least = 1e9F;
  for (const Vec2 corner : corners(view)) {
    const auto pixel = project(lens, window, from_plane(view.plane, corner));
    if (!pixel) return -1e9F;
    for (const float side :
         {pixel->x - 40.0F, 680.0F - pixel->x, pixel->y - 20.0F, 380.0F - pixel->y}) {
      least = kernels::min(least, side);
    }
  }
  return least;
}

class EachPlane : public testing::TestWithParam<Plane> {
 protected:
  View view() const { return {GetParam(), {-3.0F, 1.0F}, {5.0F, 4.0F}, {}}; }
};
INSTANTIATE_TEST_SUITE_P(Camera, EachPlane, testing::Values(Plane::Ground, Plane::Upright));

TEST_P(EachPlane, FlatCameraAndItsLensAgreeOnPixels) {
  FlatCamera camera = fit_flat(view(), window);
  camera.pan({17.0F, -5.0F});
  for (const Vec2 at : {Vec2{0.0F, 0.0F}, Vec2{4.5F, 2.0F}, Vec2{-2.0F, 3.5F}}) {
    const Vec2 expected = camera.to_pixel(window, at);
    for (const float height : {0.0F, 1.5F}) {
      const auto pixel = project(camera.lens(window), window, from_plane(GetParam(), at, height));
      ASSERT_TRUE(pixel);
      EXPECT_NEAR(pixel->x, expected.x, 0.01F);
      EXPECT_NEAR(pixel->y, expected.y, 0.01F);
    }
    const Vec2 back = camera.to_plane(window, expected);
    EXPECT_NEAR(back.x, at.x, 1e-4F);
    EXPECT_NEAR(back.y, at.y, 1e-4F);
  }
}

TEST_P(EachPlane, FittedCamerasShowTheWholeViewAndLittleElse) {
  const float flat = room(view(), fit_flat(view(), window, 0.05F).lens(window));
  EXPECT_GE(flat, 0.0F);
  EXPECT_LT(flat, 40.0F);
  const float orbit = room(view(), fit_orbit(view(), window, 0.05F).lens(window));
  EXPECT_GE(orbit, 0.0F);
  EXPECT_LT(orbit, 40.0F);
}

TEST_P(EachPlane, RayThroughAPixelMeetsWhatIsSeenThere) {
  OrbitCamera camera = fit_orbit(view(), window);
  camera.turn({50.0F, 20.0F});
  for (const Lens& lens : {camera.lens(window), fit_flat(view(), window).lens(window)}) {
    for (const float height : {0.0F, 0.4F}) {
      const Vec2 at{2.0F, 3.0F};
      const auto pixel = project(lens, window, from_plane(GetParam(), at, height));
      ASSERT_TRUE(pixel);
      const auto met = on_plane(ray_through(lens, window, *pixel), GetParam(), height);
      ASSERT_TRUE(met);
      EXPECT_NEAR(met->x, at.x, 2e-3F);
      EXPECT_NEAR(met->y, at.y, 2e-3F);
    }
  }
}

TEST(Camera, GroundIsSeenWithYUpwardsAndUprightWithZUpwards) {
  const View ground{Plane::Ground, {-1.0F, -1.0F}, {1.0F, 1.0F}, {}};
  const auto north = project(fit_flat(ground, window).lens(window), window, {0.0F, 0.5F, 0.0F});
  EXPECT_LT(north->y, 200.0F);
  const View upright{Plane::Upright, {-1.0F, -1.0F}, {1.0F, 1.0F}, {}};
  const auto top = project(fit_flat(upright, window).lens(window), window, {0.0F, 0.0F, 0.5F});
  EXPECT_LT(top->y, 200.0F);
  EXPECT_NEAR(top->x, 360.0F, 0.01F);
}

TEST(Camera, ZoomKeepsWhatIsUnderThePixel) {
  FlatCamera camera;
  const Vec2 pixel{100.0F, 77.0F};
  const Vec2 before = camera.to_plane(window, pixel);
  camera.zoom(window, 3.0F, pixel);
  EXPECT_FLOAT_EQ(camera.units_per_pixel, 0.01F / 3.0F);
  EXPECT_NEAR(camera.to_plane(window, pixel).x, before.x, 1e-4F);
  EXPECT_NEAR(camera.to_plane(window, pixel).y, before.y, 1e-4F);
}

TEST(Camera, PanMovesThePictureWithThePointer) {
  FlatCamera flat;
  const Vec2 at{0.3F, 0.2F};
  const Vec2 before = flat.to_pixel(window, at);
  flat.pan({30.0F, 10.0F});
  EXPECT_NEAR(flat.to_pixel(window, at).x, before.x + 30.0F, 0.01F);
  EXPECT_NEAR(flat.to_pixel(window, at).y, before.y + 10.0F, 0.01F);

  OrbitCamera orbit;
  const Vec3 target = orbit.target;
  orbit.pan(window, {30.0F, 10.0F});
  const auto moved = project(orbit.lens(window), window, target);
  EXPECT_NEAR(moved->x, 390.0F, 0.5F);
  EXPECT_NEAR(moved->y, 210.0F, 0.5F);
}

TEST(Camera, PointBehindTheEyeHasNoPixel) {
  const OrbitCamera camera;
  const Vec3 behind = camera.eye() + (camera.eye() - camera.target);
  EXPECT_FALSE(project(camera.lens(window), window, behind));
  EXPECT_TRUE(project(camera.lens(window), window, camera.target));
}

TEST(Camera, TurningStopsShortOfThePoles) {
  OrbitCamera camera;
  camera.turn({0.0F, 1e6F});
  EXPECT_LT(camera.pitch_rad, 1.5708F);
  const auto pixel = project(camera.lens(window), window, camera.target);
  EXPECT_NEAR(pixel->x, 360.0F, 0.01F);
}

TEST(Matrix, InverseTimesMatrixIsIdentity) {
  const viewer::Mat4 matrix = OrbitCamera{}.lens(window).view_projection;
  const viewer::Mat4 product = inverse(matrix) * matrix;
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      EXPECT_NEAR(product.at(row, column), row == column ? 1.0F : 0.0F, 1e-3F);
    }
  }
}

TEST(Matrix, SingularMatrixHasZerosForAnInverse) {
  viewer::Mat4 flat = viewer::identity_matrix();
  flat.at(1, 1) = 0.0F;
  EXPECT_EQ(inverse(flat).elements, viewer::Mat4{}.elements);
}

}  // namespace
}  // namespace starling::tests
