/// The panel draws what the trace holds where it belongs, and answers to mouse and wheel.
#include "viewer/occupancy/occupancy_panel.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "tests/viewer/occupancy/small_trace.hpp"
#include "viewer/occupancy/occupancy_parts.hpp"

namespace starling::viewer::tests {
namespace {

/// A context of Dear ImGui that nothing shows.
class OccupancyPanel : public ::testing::Test {
 protected:
  OccupancyPanel() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.DisplaySize = ImVec2(1600, 1000);
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    io.MousePos = ImVec2(-1, -1);
  }
  ~OccupancyPanel() override { ImGui::DestroyContext(); }

  /// One frame, in which `draw` fills a window as large as the display.
  template <class Draw>
  void frame(Draw draw) {
    ImGuiIO& io = ImGui::GetIO();
    io.DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(io.DisplaySize);
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    draw();
    ImGui::End();
    ImGui::Render();
  }
  void draw(const Occupancy& occupancy, OccupancyView& view, int frames = 2) {
    for (int count = 0; count < frames; ++count)
      frame([&] { draw_occupancy(occupancy, view); });
  }

  void point_at(float x, float y) { ImGui::GetIO().MousePos = ImVec2(x, y); }
  void press(bool is_down) { ImGui::GetIO().MouseDown[0] = is_down; }
  void hold_ctrl() {
#if IMGUI_VERSION_NUM >= 18900
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
#else
    ImGui::GetIO().KeyCtrl = true;
    ImGui::GetIO().KeyMods = ImGuiKeyModFlags_Ctrl;
#endif
  }

  /// All that has a colour, together.
  static std::optional<detail::Area> extent_of(Colour colour) {
    std::optional<detail::Area> extent;
    for_each_vertex([&](const ImDrawVert& vertex) {
      if (vertex.col != colour) return;
      const ImVec2 at = vertex.pos;
      if (!extent) extent = {at.x, at.y, at.x, at.y};
      extent->left = std::min(extent->left, at.x);
      extent->top = std::min(extent->top, at.y);
      extent->right = std::max(extent->right, at.x);
      extent->bottom = std::max(extent->bottom, at.y);
    });
    return extent;
  }
  template <class Visit>
  static void for_each_vertex(Visit visit) {
    const ImDrawData* data = ImGui::GetDrawData();
    for (int list = 0; list < data->CmdListsCount; ++list) {
      for (const ImDrawVert& vertex : data->CmdLists[list]->VtxBuffer)
        visit(vertex);
    }
  }

  const Occupancy occupancy_{small_trace()};
  const detail::Area names_ = {0, 100, 100, 500};
  const detail::Area rows_ = {100, 100, 1300, 500};  ///< 1 px a ns.
  const TimeScale scale_ = {0, 1200, 100, 1200};
};

/// A row of 200 px each, less a gap of 6; SM 4 has one lane. Half of the warps are half of it.
TEST_F(OccupancyPanel, DrawsStagesWhereTheyBelongAndAsHighAsTheirWarps) {
  OccupancyView view;
  view.row_height_px = 200;
  frame([&] { detail::draw_rows(occupancy_, view, scale_, names_, rows_); });
  const auto move = extent_of(stage_colour(0));
  ASSERT_TRUE(move);
  EXPECT_FLOAT_EQ(move->left, 200);
  EXPECT_FLOAT_EQ(move->right, 300);
  EXPECT_FLOAT_EQ(move->bottom, 494);
  EXPECT_FLOAT_EQ(move->top, 300 + 194 / 2);
  const auto eat = extent_of(stage_colour(1));
  ASSERT_TRUE(eat);
  EXPECT_FLOAT_EQ(eat->left, 350);
  EXPECT_FLOAT_EQ(eat->right, 400);
  EXPECT_FLOAT_EQ(eat->top, 300);
}

TEST_F(OccupancyPanel, DimsAllButThePinnedStage) {
  OccupancyView view;
  view.row_height_px = 200;
  view.pinned = 1;
  frame([&] { detail::draw_rows(occupancy_, view, scale_, names_, rows_); });
  EXPECT_FALSE(extent_of(stage_colour(0)));
  EXPECT_TRUE(extent_of(stage_colour(1)));
}

TEST_F(OccupancyPanel, FindsWhatIsUnderTheCursor) {
  OccupancyView view;
  view.row_height_px = 200;
  const auto at = [&](float x, float y) {
    return detail::pointed_at(occupancy_, view, scale_, rows_, ImVec2(x, y));
  };
  EXPECT_EQ(at(250, 400).slice->stage, 2);
  EXPECT_EQ(at(250, 400).row->name, "SM 4");
  EXPECT_EQ(at(320, 400).slice->stage, -1);
  EXPECT_EQ(at(1050, 400).slice, nullptr);
  EXPECT_EQ(at(1050, 400).lane, &occupancy_.lanes()[2]);
  EXPECT_EQ(at(250, 110).lane->lane, 0);
  EXPECT_EQ(at(250, 290).lane->lane, 1);
  EXPECT_EQ(at(99, 110).row, nullptr);
  view.scroll_px = 200;
  EXPECT_EQ(at(250, 150).row->name, "SM 4");
  EXPECT_EQ(at(250, 350).row, nullptr);
}

TEST_F(OccupancyPanel, PrefersAStageWhereLanesAreDrawnAsOne) {
  TraceMaker maker;
  maker.lane(0, 0).tile(0, 1200, 0);
  maker.lane(0, 1).tile(0, 1200, 0).stage(100, 200, 0, 5, 1, 128);
  const Occupancy occupancy(maker.log());
  OccupancyView view;
  view.row_height_px = 8;
  const auto at = [&](float x) {
    return detail::pointed_at(occupancy, view, scale_, rows_, ImVec2(x, 101)).slice;
  };
  EXPECT_EQ(at(250)->stage, 5);
  EXPECT_EQ(at(350)->stage, -1);
}

TEST_F(OccupancyPanel, ShowsAllOfTheTraceAtFirst) {
  OccupancyView view;
  draw(occupancy_, view);
  EXPECT_EQ(view.from_ns, 0);
  EXPECT_EQ(view.to_ns, 1200);
  EXPECT_GT(view.row_height_px, 50);
  EXPECT_TRUE(extent_of(stage_colour(0)));
  EXPECT_TRUE(extent_of(theme::tile));
}

TEST_F(OccupancyPanel, DrawsInsideItsWindow) {
  OccupancyView view;
  view.from_ns = 110;
  view.to_ns = 130;
  view.row_height_px = 300;
  draw(occupancy_, view);
  const ImDrawData* data = ImGui::GetDrawData();
  EXPECT_GT(data->TotalVtxCount, 100);
  for (int list = 0; list < data->CmdListsCount; ++list) {
    for (const ImDrawCmd& command : data->CmdLists[list]->CmdBuffer) {
      EXPECT_GE(command.ClipRect.x, 0);
      EXPECT_GE(command.ClipRect.y, 0);
      EXPECT_LE(command.ClipRect.z, 1600);
      EXPECT_LE(command.ClipRect.w, 1000);
    }
  }
}

TEST_F(OccupancyPanel, ZoomsTimeAboutTheCursor) {
  OccupancyView view;
  draw(occupancy_, view);
  point_at(600, 600);
  draw(occupancy_, view);
  // Where the cursor's time t stays, a view from 0 on starts at t x (1 - factor).
  std::vector<double> cursor_ns;
  for (const double factor : {1 / 1.25, 1 / 1.25 / 1.25}) {
    ImGui::GetIO().MouseWheel = 1;
    draw(occupancy_, view, 1);
    EXPECT_NEAR(view.to_ns - view.from_ns, 1200 * factor, 1e-3);
    cursor_ns.push_back(view.from_ns / (1 - factor));
  }
  EXPECT_NEAR(cursor_ns[0], cursor_ns[1], 1e-3);
  EXPECT_NEAR(cursor_ns[0], 1200.0 * (600 - 80) / (1600 - 80 - 330), 60);
  for (int turn = 0; turn < 60; ++turn) {
    ImGui::GetIO().MouseWheel = 1;
    draw(occupancy_, view, 1);
  }
  EXPECT_NEAR(view.to_ns - view.from_ns, 20, 1e-6);
  for (int turn = 0; turn < 60; ++turn) {
    ImGui::GetIO().MouseWheel = -1;
    draw(occupancy_, view, 1);
  }
  EXPECT_EQ(view.from_ns, 0);
  EXPECT_EQ(view.to_ns, 1200);
}

TEST_F(OccupancyPanel, ZoomsRowsWithCtrl) {
  OccupancyView view;
  point_at(600, 600);
  draw(occupancy_, view);
  const float height = view.row_height_px;
  hold_ctrl();
  ImGui::GetIO().MouseWheel = 1;
  draw(occupancy_, view, 1);
  EXPECT_FLOAT_EQ(view.row_height_px, height * 1.25f);
  EXPECT_EQ(view.to_ns - view.from_ns, 1200);
}

TEST_F(OccupancyPanel, MovesWithTheMouseAndShowsAllOnADoubleClick) {
  OccupancyView view;
  view.from_ns = 400;
  view.to_ns = 600;
  point_at(600, 600);
  draw(occupancy_, view);
  press(true);
  draw(occupancy_, view, 1);
  point_at(700, 600);
  draw(occupancy_, view, 1);
  EXPECT_LT(view.from_ns, 390);
  EXPECT_NEAR(view.to_ns - view.from_ns, 200, 1e-6);
  press(false);
  draw(occupancy_, view, 60);
  for (const bool is_down : {true, false, true, false}) {
    press(is_down);
    draw(occupancy_, view, 1);
  }
  draw(occupancy_, view);
  EXPECT_EQ(view.from_ns, 0);
  EXPECT_EQ(view.to_ns, 1200);
}

TEST_F(OccupancyPanel, TellsOfTheSliceUnderTheCursor) {
  OccupancyView view;
  draw(occupancy_, view);
  const int lists = ImGui::GetDrawData()->CmdListsCount;
  point_at(600, 600);
  draw(occupancy_, view);
  EXPECT_EQ(ImGui::GetDrawData()->CmdListsCount, lists + 1);
}

TEST_F(OccupancyPanel, PinsAStageByAClickOnItsName) {
  OccupancyView view;
  draw(occupancy_, view);
  const float left = 1600 - 300;
  for (float y = 100; y < 400 && view.hovered != 1; y += 4) {
    point_at(left, y);
    draw(occupancy_, view);
  }
  ASSERT_EQ(view.hovered, 1);
  press(true);
  draw(occupancy_, view, 1);
  press(false);
  draw(occupancy_, view, 1);
  EXPECT_EQ(view.pinned, 1);
  point_at(-1, -1);
  draw(occupancy_, view);
  EXPECT_EQ(view.hovered, -1);
  EXPECT_FALSE(extent_of(stage_colour(0)));
  EXPECT_TRUE(extent_of(stage_colour(1)));
}

TEST_F(OccupancyPanel, TakesAnySizeAndATraceWithoutSlices) {
  const Occupancy nothing(TraceLog{});
  for (const ImVec2 size : {ImVec2(1, 1), ImVec2(40, 40), ImVec2(300, 120), ImVec2(5000, 3000)}) {
    ImGui::GetIO().DisplaySize = size;
    for (const Occupancy* occupancy : {&occupancy_, &nothing}) {
      OccupancyView view;
      point_at(size.x / 2, size.y / 2);
      draw(*occupancy, view, 3);
      EXPECT_GT(view.to_ns, view.from_ns) << size.x;
    }
  }
}

/// 900,000 slices of 132 multiprocessors: how many rectangles are drawn depends on the window, and
/// not on the slices.
TEST_F(OccupancyPanel, DrawsNoMoreForMoreSlices) {
  const auto vertices_of = [&](int tiles) {
    TraceMaker maker;
    for (int processor = 0; processor < 132; ++processor) {
      for (int lane = 0; lane < 7; ++lane) {
        maker.lane(processor, lane);
        const int length_ns = 1'000'000 / tiles;
        for (int tile = 0; tile < tiles; ++tile) {
          const std::int64_t start_ns = std::int64_t{tile} * length_ns + lane * length_ns / 9;
          maker.tile(start_ns, start_ns + length_ns - 3, 0, tile);
          for (int stage = 0; stage < 13; ++stage) {
            const std::int64_t stage_ns = length_ns / 14;
            maker.stage(start_ns + stage * stage_ns, start_ns + (stage + 1) * stage_ns - 1, 0,
                        stage, 1, 1 + (tile + stage * 37) % 128);
          }
        }
      }
    }
    const Occupancy occupancy(maker.log());
    EXPECT_EQ(occupancy.log().slices.size(), 132u * 7 * 14 * static_cast<std::size_t>(tiles));
    OccupancyView view;
    draw(occupancy, view, 2);
    const std::clock_t start = std::clock();
    draw(occupancy, view, 5);
    RecordProperty("frame_ms", std::to_string(static_cast<double>(std::clock() - start) * 200 /
                                              CLOCKS_PER_SEC));
    return ImGui::GetDrawData()->TotalVtxCount;
  };
  const int few = vertices_of(35);
  EXPECT_LT(vertices_of(70), few * 1.1);
}

}  // namespace
}  // namespace starling::viewer::tests
