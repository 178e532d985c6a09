#include "viewer/panels/keyboard.hpp"

#include <algorithm>

#include <imgui.h>

#include "viewer/session/takeovers.hpp"

namespace starling::viewer {
namespace {

bool is_down(Key key) {
  constexpr ImGuiKey keys[] = {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow,
                               ImGuiKey_DownArrow, ImGuiKey_Space,      ImGuiKey_Enter};
  const ImGuiKey wanted = keys[static_cast<int>(key)];
#if IMGUI_VERSION_NUM < 18700
  return ImGui::IsKeyDown(ImGui::GetKeyIndex(wanted));
#else
  return ImGui::IsKeyDown(wanted);
#endif
}

std::vector<Key> held_keys() {
  std::vector<Key> held;
  for (const Key key : {Key::Left, Key::Right, Key::Up, Key::Down, Key::Space, Key::Enter}) {
    if (is_down(key)) held.push_back(key);
  }
  return held;
}

}  // namespace

std::vector<int> choices_by_keys(const Controls& controls, const std::vector<Key>& held) {
  std::vector<int> choices = controls.idle;
  for (const KeyChoice& choice : controls.keys) {
    const auto component = static_cast<std::size_t>(choice.component);
    if (component < choices.size() && std::count(held.begin(), held.end(), choice.key) > 0)
      choices[component] = choice.choice;
  }
  return choices;
}

void Keyboard::act(Session& session, const Controls& controls, const Look& look) {
  const std::pair wanted{look.takes_over ? look.selected : -1, look.agent};
  if (taken_.first >= 0 && taken_ != wanted)
    session.post(Change{TakeOver{taken_.first, taken_.second, {}}});
  const bool is_new = taken_ != wanted;
  taken_ = wanted;
  if (!look.takes_over || ImGui::GetIO().WantTextInput) return;
  std::vector<int> choices = choices_by_keys(controls, held_keys());
  const auto components = choices_of(session.environment().description, look.agent).size();
  choices.resize(components, 0);
  if (!is_new && choices == choices_) return;
  session.post(Change{TakeOver{look.selected, look.agent, choices}});
  choices_ = choices;
}

}  // namespace starling::viewer
