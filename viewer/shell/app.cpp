#include "viewer/shell/app.hpp"

#include <algorithm>
#include <utility>

#include "viewer/occupancy/stage_palette.hpp"
#include "viewer/panels/numbers_panel.hpp"
#include "viewer/panels/pages.hpp"
#include "viewer/widgets/controls.hpp"

namespace starling::viewer {

App::App(std::unique_ptr<Session> session, std::optional<TraceLog> trace, double steps_per_s,
         const Typefaces& typefaces)
    : session_(std::move(session)), typefaces_(typefaces), transport_(steps_per_s) {
  if (session_) pictures_.emplace(session_->environment());
  if (!session_) look_.tab = Tab::Occupancy;
  occupancy_view_.large = typefaces_.figure;
  occupancy_view_.small = typefaces_.small;
  if (trace) take(*std::move(trace));
}

void App::show() {
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(io.DisplaySize);
  ImGui::Begin("starling", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
  take_news();
  show_bar();
  if (look_.tab == Tab::Worlds && session_) show_worlds();
  if (look_.tab == Tab::Occupancy) show_occupancy();
  if (look_.tab == Tab::Numbers && session_) show_numbers(frame_, stages_, typefaces_);
  ImGui::End();
}

void App::take_news() {
  if (!session_) return;
  const std::int64_t last = session_->run().worlds - 1;
  look_.selected = std::clamp<std::int64_t>(look_.selected, 0, last);
  look_.first = std::clamp<std::int64_t>(look_.first, 0, last);
  look_.shown = static_cast<int>(std::min<std::int64_t>(look_.shown, session_->most_shown()));
  look_.agent = std::clamp(
      look_.agent, 0,
      std::max(static_cast<int>(session_->environment().description.agents_per_world()) - 1, 0));
  session_->want(look_.wanted());
  if (session_->abilities().change) keyboard_.act(*session_, pictures_->controls(), look_);
  if (is_time_for_a_frame() && session_->take(frame_)) {
    pictures_->draw(frame_, look_);
    taken_at_s_ = ImGui::GetTime();
  }
  if (is_selected_elsewhere()) look_.selected = frame_.page.front().world;
  if (look_.tab == Tab::Worlds) return;  // where no trace is seen
  if (std::optional<TraceLog> trace = session_->take_trace()) take(*std::move(trace));
}

/// On no page that a served run sends for what is wanted.
bool App::is_selected_elsewhere() const {
  if (frame_.selected || frame_.page.empty()) return false;
  return frame_.page.front().world <= look_.first && look_.first <= frame_.page.back().world;
}

/// Where drawing worlds takes long, as in software, the interface has as much time for itself in
/// between: on two cores without a GPU, 64 flocks as fast as they come made 20 frames a second
/// without this.
bool App::is_time_for_a_frame() {
  constexpr double long_s = 0.02;
  const double now_s = ImGui::GetTime();
  const double frame_s = static_cast<double>(ImGui::GetIO().DeltaTime);
  if (has_drawn_) drawing_s_ = frame_s;
  has_drawn_ = false;
  if (drawing_s_ > long_s && now_s - taken_at_s_ < 2 * drawing_s_) return false;
  has_drawn_ = true;
  return true;
}

/// A live run's traces follow each other: each is seen from its start to its end.
void App::take(TraceLog trace) {
  occupancy_.emplace(std::move(trace));
  occupancy_view_.from_ns = 0;
  occupancy_view_.to_ns = 0;
  stages_.clear();
  const std::vector<StageFigures>& stages = occupancy_->stages();
  for (std::size_t index = 0; index < stages.size(); ++index) {
    const ImVec4 color = ImGui::ColorConvertU32ToFloat4(stage_color(static_cast<int>(index)));
    stages_.push_back({stages[index].name,
                       static_cast<double>(stages[index].time_ns),
                       {color.x, color.y, color.z, color.w}});
  }
}

void App::show_bar() {
  show_tabs();
  if (session_) {
    ImGui::SameLine(0, 20);
    transport_.show(*session_, frame_, typefaces_, look_);
    show_message();
  }
  ImGui::Spacing();
}

void App::show_tabs() {
  if (session_) {
    show_tab("Worlds", Tab::Worlds);
    ImGui::SameLine(0, 4);
  }
  show_tab("Occupancy", Tab::Occupancy);
  if (session_) {
    ImGui::SameLine(0, 4);
    show_tab("Numbers", Tab::Numbers);
  }
}

void App::show_tab(const char* name, Tab tab) {
  const bool is_open = look_.tab == tab;
  ImGui::PushStyleColor(ImGuiCol_Button, to_imgui(is_open ? theme::field_hovered : theme::page));
  ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(is_open ? theme::text : theme::text_weak));
  if (ImGui::Button(name)) look_.tab = tab;
  ImGui::PopStyleColor(2);
}

void App::show_message() const {
  if (frame_.message.empty()) return;
  ImGui::TextColored(to_imgui(theme::bad), "%s", frame_.message.c_str());
}

/// The grid on the left, the selected world and its components on the right.
void App::show_worlds() {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 gap = ImGui::GetStyle().ItemSpacing;
  const float left = (room.x - gap.x) * 0.56F;
  if (ImGui::BeginChild("grid", {left, 0}, true)) {
    show_page_buttons();
    grid_.show(renderer_, frame_, *pictures_, look_);
  }
  ImGui::EndChild();
  ImGui::SameLine();
  ImGui::BeginGroup();
  if (ImGui::BeginChild("world", {0, (room.y - gap.y) * 0.6F}, true)) {
    show_world_buttons();
    world_.show(renderer_, *pictures_, look_);
  }
  ImGui::EndChild();
  if (ImGui::BeginChild("inspector", {0, 0}, true))
    inspector_.show(*session_, frame_, typefaces_, look_);
  ImGui::EndChild();
  ImGui::EndGroup();
}

void App::show_page_buttons() {
  const std::int64_t worlds = session_->run().worlds;
  const std::int64_t most = session_->most_shown();
  const Pages pages{look_.shown, most};
  const std::int64_t last = std::min(pages.end_of(look_.first), worlds) - 1;
  if (icon_button("##before", Icon::Back, look_.first > 0))
    look_.first = pages.page_of(look_.first - 1);
  ImGui::SameLine(0, 4);
  if (icon_button("##after", Icon::Step, last + 1 < worlds)) look_.first = last + 1;
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("worlds %lld to %lld", static_cast<long long>(look_.first),
                      static_cast<long long>(last));
  ImGui::SameLine(ImGui::GetContentRegionAvail().x - 126);
  ImGui::SetNextItemWidth(130);
  char text[32];
  std::snprintf(text, sizeof text, "%d at a time", look_.shown);
  if (!ImGui::BeginCombo("##shown", text)) return;
  for (int count : {1, 4, 16, 64, 256}) {
    count = static_cast<int>(std::min<std::int64_t>(count, most));
    std::snprintf(text, sizeof text, "%d", count);
    if (ImGui::Selectable(text, count == look_.shown)) look_.shown = count;
    if (count == most) break;
  }
  ImGui::EndCombo();
}

void App::show_world_buttons() {
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(typefaces_.strong);
  ImGui::Text("World %lld", static_cast<long long>(look_.selected));
  ImGui::PopFont();
  ImGui::SameLine();
  bool has_changed = ImGui::Checkbox("3D", &look_.is_spatial);
  ImGui::SameLine();
  has_changed |= ImGui::Checkbox("senses", &look_.shows_agent);
  const auto agents = static_cast<int>(session_->environment().description.agents_per_world());
  if (agents > 1) {
    ImGui::SameLine();
    has_changed |= stepper("agent", "agent %d", look_.agent, agents - 1);
  }
  ImGui::SameLine();
  ImGui::Checkbox("follow", &look_.follows);
  if (session_->abilities().change && agents > 0) {
    ImGui::SameLine();
    ImGui::Checkbox("take over", &look_.takes_over);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("arrow keys and space act for agent %d", look_.agent);
  }
  if (has_changed) pictures_->draw(frame_, look_);
}

void App::show_occupancy() {
  if (ImGui::BeginChild("occupancy", {0, 0}, true)) {
    if (occupancy_) {
      draw_occupancy(*occupancy_, occupancy_view_);
    } else {
      ImGui::TextDisabled("nothing is traced yet");
    }
  }
  ImGui::EndChild();
}

}  // namespace starling::viewer
