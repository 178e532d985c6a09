#include "viewer/panels/transport_bar.hpp"

#include <cmath>
#include <cstdio>

#include "viewer/widgets/controls.hpp"

namespace starling::viewer {
namespace {

constexpr float fastest_log = 4.0F;  ///< Of the slider: 10^4 steps a second, then no limit.

void show_run(const Run& run, const Typefaces& typefaces) {
  ImGui::PushFont(typefaces.heading);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(run.environment.c_str());
  ImGui::PopFont();
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%lld worlds", static_cast<long long>(run.worlds));
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("seed %llu\n%s%s%s", static_cast<unsigned long long>(run.seed),
                      run.device.c_str(), run.file.empty() ? "" : "\n", run.file.c_str());
  }
}

}  // namespace

void TransportBar::show(Session& session, const Frame& frame, const Typefaces& typefaces,
                        Look& look) {
  show_run(session.run(), typefaces);
  ImGui::SameLine(0, 20);
  const Abilities abilities = session.abilities();
  if (abilities.play) {
    show_buttons(session, frame);
    ImGui::SameLine();
    show_speed(session);
    ImGui::SameLine();
  }
  show_position(session, frame);
  if (abilities.change) {
    ImGui::SameLine(0, 20);
    show_policy(session, frame);
    ImGui::SameLine();
    if (ImGui::Button("reset world")) session.post(Change{ResetWorld{look.selected}});
  }
}

void TransportBar::show_buttons(Session& session, const Frame& frame) {
  const bool can_seek = session.abilities().seek;
  if (can_seek) {
    if (icon_button("##start", Icon::Start, frame.step > 0)) session.post(Seek{0});
    ImGui::SameLine(0, 4);
    if (icon_button("##back", Icon::Back, frame.step > 0)) session.post(Seek{frame.step - 1});
    ImGui::SameLine(0, 4);
  }
  if (icon_button("##play", frame.is_playing ? Icon::Pause : Icon::Play))
    session.post(Play{!frame.is_playing});
  ImGui::SameLine(0, 4);
  if (icon_button("##step", Icon::Step, !frame.is_playing)) session.post(Advance{1});
}

void TransportBar::show_speed(Session& session) {
  float log_speed = steps_per_s_ > 0 ? static_cast<float>(std::log10(steps_per_s_)) : fastest_log;
  char text[32] = "as fast as it goes";
  if (steps_per_s_ > 0)
    std::snprintf(text, sizeof text, steps_per_s_ < 9.95 ? "%.1f steps/s" : "%.0f steps/s",
                  steps_per_s_);
  ImGui::SetNextItemWidth(110);
  if (ImGui::SliderFloat("##speed", &log_speed, 0.0F, fastest_log, "", ImGuiSliderFlags_NoInput)) {
    steps_per_s_ =
        log_speed >= fastest_log - 0.01F ? 0 : std::pow(10.0, static_cast<double>(log_speed));
    session.post(SetSpeed{steps_per_s_});
  }
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", text);
}

/// Where a recording stands is a slider; else the step.
void TransportBar::show_position(Session& session, const Frame& frame) {
  ImGui::AlignTextToFramePadding();
  if (!session.abilities().seek) {
    ImGui::Text("step %lld", static_cast<long long>(frame.step));
    return;
  }
  const std::int64_t first = 0;
  std::int64_t step = frame.step;
  char text[64];
  std::snprintf(text, sizeof text, "step %lld of %lld", static_cast<long long>(frame.step),
                static_cast<long long>(frame.end_step));
  ImGui::SetNextItemWidth(320);
  if (ImGui::SliderScalar("##position", ImGuiDataType_S64, &step, &first, &frame.end_step, text,
                          ImGuiSliderFlags_NoInput))
    session.post(Seek{step});
}

void TransportBar::show_policy(Session& session, const Frame& frame) {
  ImGui::SetNextItemWidth(150);
  const std::string name = frame.policy.substr(frame.policy.rfind('/') + 1);
  if (!ImGui::BeginCombo("##policy", ("policy: " + name).c_str())) return;
  for (const char* simple : {"random", "zero"}) {
    if (ImGui::Selectable(simple, frame.policy == simple))
      session.post(Change{ChoosePolicy{simple}});
  }
  ImGui::Separator();
  ImGui::TextDisabled("a policy file, then Enter");
  ImGui::SetNextItemWidth(260);
  if (ImGui::InputText("##file", policy_.data(), policy_.size(),
                       ImGuiInputTextFlags_EnterReturnsTrue)) {
    session.post(Change{ChoosePolicy{policy_.data()}});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndCombo();
}

}  // namespace starling::viewer
