// Many worlds are drawn fast enough to be watched on a processor without a graphics card.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "tests/viewer/render/drawn.hpp"

namespace starling::tests {
namespace {

using kernels::Vec2;
using viewer::Placed;
using viewer::Viewport;

class Speed : public Drawing {};

/// A world of `shapes` shapes: triangles, discs and boxes in turn.
Canvas crowd(int shapes) {
  Canvas canvas;
  canvas.set_view({Plane::Ground, {-1.0F, -1.0F}, {1.0F, 1.0F}, rgb(0x10141b)});
  for (int k = 0; k < shapes; ++k) {
    const float turn = 2.4F * static_cast<float>(k);
    const float away = 0.95F * kernels::sqrt(static_cast<float>(k) / static_cast<float>(shapes));
    const Vec2 at = Vec2{kernels::cos(turn), kernels::sin(turn)} * away;
    const Color color = rgb(0x82aaff, 0.9F);
    if (k % 3 == 0) {
      canvas.triangle(at, at + Vec2{0.06F, 0.02F}, at + Vec2{0.02F, 0.06F}, color);
    } else if (k % 3 == 1) {
      canvas.disc(at, 0.03F, color);
    } else {
      canvas.box(at, {0.03F, 0.02F}, color, turn, 0.01F);
    }
  }
  return canvas;
}

TEST_F(Speed, SixtyFourWorldsOfThreeHundredShapesTakeAFractionOfAFrame) {
  constexpr int width = 1280;
  constexpr int height = 800;
  const Canvas canvas = crowd(300);
  std::vector<Placed> placed;
  for (int k = 0; k < 64; ++k) {
    const Viewport viewport{k % 8 * width / 8, k / 8 * height / 8, width / 8 - 2, height / 8 - 2};
    placed.push_back({&canvas, viewport, fit_flat(canvas.view(), viewport).lens(viewport)});
  }
  const viewer::FrameTarget target(width, height);
  std::vector<double> frames_ms;
  for (int frame = 0; frame < 30; ++frame) {
    const auto start = std::chrono::steady_clock::now();
    target.bind();
    renderer().draw(placed, height);
    glFinish();
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - start;
    frames_ms.push_back(taken.count());
  }
  std::nth_element(frames_ms.begin(), frames_ms.begin() + 15, frames_ms.end());
  RecordProperty("frame_ms", std::to_string(frames_ms[15]));
  std::printf("a frame takes %.2f ms\n", frames_ms[15]);
  // The aim is 15 ms on two cores; a machine that does other things meanwhile takes longer.
  EXPECT_LT(frames_ms[15], 60.0);
}

}  // namespace
}  // namespace starling::tests
