// Every panel of every environment looks as its stored picture does.
#include <cstdlib>
#include <filesystem>

#include "engine/trace_reader.hpp"
#include "tests/viewer/shell/offscreen_app.hpp"
#include "viewer/render/image_difference.hpp"

namespace starling::tests {
namespace {

using viewer::Image;
using viewer::Tab;

/// The columns from `left` on.
Image right_of(int left, const Image& image) {
  Image result{image.width - left, image.height, {}};
  for (int y = 0; y < image.height; ++y) {
    for (int x = left; x < image.width; ++x) {
      const std::uint8_t* pixel = image.pixel(x, y);
      result.rgba.insert(result.rgba.end(), pixel, pixel + 4);
    }
  }
  return result;
}

/// Every block of side x side pixels as one, their mean: what fonts of another version differ in is
/// gone, and a stored picture is small.
Image smaller(const Image& image, int side) {
  Image result{image.width / side, image.height / side, {}};
  for (int y = 0; y < result.height; ++y) {
    for (int x = 0; x < result.width; ++x) {
      for (std::size_t channel = 0; channel < 4; ++channel) {
        int sum = 0;
        for (int dy = 0; dy < side; ++dy) {
          for (int dx = 0; dx < side; ++dx)
            sum += image.pixel(x * side + dx, y * side + dy)[channel];
        }
        result.rgba.push_back(static_cast<std::uint8_t>(sum / (side * side)));
      }
    }
  }
  return result;
}

class Shots : public OffscreenApp {
 protected:
  /// Compares what is right of the column `left`; with STARLING_STORE_PICTURES set, stores the
  /// picture before.
  void expect_as_stored(const std::string& name, int left = 0) {
    constexpr int side = 3;
    const Image image = smaller(picture(), side);
    const auto path = std::filesystem::path(STARLING_PICTURES) / name;
    if (std::getenv("STARLING_STORE_PICTURES") != nullptr) write_png(image, path);
    const double share = share_that_differs(right_of(left / side, image),
                                            right_of(left / side, viewer::read_png(path)), 20);
    EXPECT_LT(share, 0.02) << name;
    if (share >= 0.02) write_png(image, name);  // beside the test, to be looked at
  }

  void expect_environment(const std::string& environment, int steps) {
    open(environment, steps);
    expect_as_stored(environment + "_worlds.png");
    app().look().is_spatial = true;
    app().look().shown = 4;
    expect_as_stored(environment + "_space.png");
    app().look().tab = Tab::Numbers;
    // the cards of speed and of time by stage, a third of the panel, are another each time
    expect_as_stored(environment + "_numbers.png", width / 3);
  }
};

TEST_F(Shots, CartPole) {
  expect_environment("cartpole", 40);
}

TEST_F(Shots, Murmuration) {
  expect_environment("murmuration", 60);
}

TEST_F(Shots, EscapeRoom) {
  expect_environment("escape_room", 100);
}

TEST_F(Shots, HideAndSeek) {
  expect_environment("hide_and_seek", 150);
}

TEST_F(Shots, Overcooked) {
  expect_environment("overcooked", 120);
}

TEST_F(Shots, OccupancyOfATraceFile) {
  for (const char* environment : {"cartpole", "murmuration", "overcooked"}) {
    open(read_trace(std::string(STARLING_TRACES) + "/" + environment + ".json"));
    expect_as_stored(std::string(environment) + "_occupancy.png");
  }
}

TEST_F(Shots, AnotherPictureIsToldApart) {
  open("cartpole", 0);
  const Image worlds = smaller(picture(), 3);
  app().look().tab = Tab::Numbers;
  EXPECT_GT(share_that_differs(worlds, smaller(picture(), 3), 20), 0.02);
}

TEST_F(Shots, OfAnySizeAreDrawn) {
  open("overcooked", 3, 5);
  for (const auto& [across, down] : {std::pair{64, 64}, {200, 900}, {900, 120}, {3000, 2000}}) {
    const Image image = viewer::picture_of(app(), gui(), across, down);
    EXPECT_EQ(image.width, across);
    EXPECT_EQ(image.height, down);
  }
}

}  // namespace
}  // namespace starling::tests
