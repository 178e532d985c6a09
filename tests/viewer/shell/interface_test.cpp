// The mouse and the keyboard do what they are for.
#include <bit>

#include "tests/viewer/shell/offscreen_app.hpp"
#include "viewer/panels/keyboard.hpp"
#include "viewer/panels/pages.hpp"
#include "viewer/panels/scalar_text.hpp"
#include "viewer/panels/worlds_layout.hpp"

namespace starling::tests {
namespace {

class Interface : public OffscreenApp {
 protected:
  /// A click in one frame after the other, as a hand makes it.
  void click(float x, float y) {
    ImGuiIO& io = ImGui::GetIO();
    for (const bool is_down : {false, true, true, false, false}) {
      io.MousePos = {x, y};
      io.MouseDown[0] = is_down;
      gui().begin(width, height);
      app().show();
      ImGui::Render();
      app().session()->wait_until_idle();
    }
  }
};

TEST_F(Interface, AClickOnAWorldSelectsIt) {
  open("murmuration", 1);
  picture();
  EXPECT_EQ(app().look().selected, 0);
  click(455.0F, 520.0F);
  EXPECT_GT(app().look().selected, 0);
  picture();
  ASSERT_TRUE(app().frame().selected);
  EXPECT_EQ(app().frame().selected->world, app().look().selected);
}

TEST_F(Interface, AClickOnAnEntityPicksIt) {
  open("cartpole", 1);
  picture();
  EXPECT_EQ(app().look().picked, Subject{});
  for (float y = 250.0F; y < 480.0F && app().look().picked.table < 0; y += 8.0F)
    click(1118.0F, y);  // down the middle of the large world, where the cart starts
  EXPECT_EQ(app().look().picked, (Subject{1, 0}));
}

TEST_F(Interface, KeysThatAreHeldChoose) {
  const Controls controls{{4}, {{Key::Up, 0, 0}, {Key::Space, 0, 5}}};
  EXPECT_EQ(viewer::choices_by_keys(controls, {}), std::vector<int>{4});
  EXPECT_EQ(viewer::choices_by_keys(controls, {Key::Up}), std::vector<int>{0});
  EXPECT_EQ(viewer::choices_by_keys(controls, {Key::Up, Key::Space}), std::vector<int>{5});
  EXPECT_EQ(viewer::choices_by_keys(controls, {Key::Left}), std::vector<int>{4});
  EXPECT_TRUE(viewer::choices_by_keys({}, {Key::Up}).empty());
}

TEST_F(Interface, EveryEnvironmentNamesKeysThatItsAgentsCanTake) {
  for (const auto& [environment, drawing] : drawings()) {
    open(environment, 0, 2);
    app().look().takes_over = true;
    picture();
    picture();
    EXPECT_EQ(app().frame().taken.size(), 1U) << environment << app().frame().message;
    app().look().takes_over = false;
    picture();
    picture();
    EXPECT_TRUE(app().frame().taken.empty()) << environment;
    EXPECT_FALSE(drawing.controls.keys.empty()) << environment;
  }
}

TEST(ScalarText, ReadsWhatItShows) {
  using viewer::read_scalar;
  for (const char* text : {"1.5", "-0.25", "1e-05", "inf"}) {
    const auto bits = read_scalar(DType::Float32, text);
    ASSERT_TRUE(bits) << text;
    EXPECT_EQ(viewer::shown_scalar(DType::Float32, *bits), text);
  }
  for (const float value : {0.1F, 1.0F / 3.0F, -1e-38F, 16777216.0F, 123456.789F}) {
    const std::uint64_t bits = std::bit_cast<std::uint32_t>(value);
    EXPECT_EQ(read_scalar(DType::Float32, text_of(DType::Float32, bits)), bits) << value;
  }
  EXPECT_EQ(read_scalar(DType::UInt8, "255"), 255U);
  EXPECT_FALSE(read_scalar(DType::UInt8, "256"));
  EXPECT_FALSE(read_scalar(DType::Int32, "3 "));
  EXPECT_FALSE(read_scalar(DType::Bool, "maybe"));
  EXPECT_EQ(read_scalar(DType::Bool, "true"), 1U);
  EXPECT_EQ(read_scalar(DType::Int8, "-1"), 255U);
}

TEST(Pages, HaveEveryWorldOnce) {
  for (const std::int64_t most : {37, 64, 1 << 30}) {
    for (const std::int64_t shown : {1, 16, 64, 256}) {
      const viewer::Pages pages{shown, most};
      for (std::int64_t first = 0; first < 300;) {
        const std::int64_t end = pages.end_of(first);
        ASSERT_GT(end, first);
        EXPECT_LE(end - first, std::min(shown, most));
        EXPECT_EQ(first / most, (end - 1) / most) << "of one page of the source";
        for (std::int64_t world = first; world < end; ++world)
          EXPECT_EQ(pages.page_of(world), first) << world;
        first = end;
      }
    }
  }
}

TEST(WorldsLayout, HasEveryWorldOnceAndInside) {
  for (const int worlds : {1, 2, 33, 64, 256}) {
    for (const auto& [across, down] : {std::pair{700, 700}, {100, 900}, {1500, 60}}) {
      const viewer::WorldsLayout layout(worlds, across, down, 1.5F);
      for (int world = 0; world < worlds; ++world) {
        const viewer::Viewport cell = layout.cell(world);
        const kernels::Vec2 middle{
            static_cast<float>(cell.x) + 0.5F * static_cast<float>(cell.width),
            static_cast<float>(cell.y) + 0.5F * static_cast<float>(cell.height)};
        EXPECT_EQ(layout.at(middle), world);
        EXPECT_GE(cell.x, 0);
        EXPECT_GE(cell.y, 0);
      }
    }
  }
  EXPECT_EQ(viewer::WorldsLayout(4, 100, 100, 1.0F).at({-5.0F, 20.0F}), -1);
}

}  // namespace
}  // namespace starling::tests
