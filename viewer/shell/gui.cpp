#include "viewer/shell/gui.hpp"

#include <backends/imgui_impl_opengl3.h>

#include "engine/error.hpp"

namespace starling::viewer {

Gui::Gui(float scale) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  typefaces_ = apply_theme(scale);
  if (!ImGui_ImplOpenGL3_Init("#version 330 core")) {
    ImGui::DestroyContext();
    throw Error(Refusal::Unavailable, "the interface cannot be drawn with this OpenGL");
  }
}

Gui::~Gui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
}

void Gui::begin() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void Gui::begin(int width, int height) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DeltaTime = 1.0F / 60.0F;
  begin();
}

void Gui::end() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace starling::viewer
