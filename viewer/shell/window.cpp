#include "viewer/shell/window.hpp"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "engine/error.hpp"
#include "envs/cli/interrupt.hpp"
#include "viewer/shell/gui.hpp"

namespace starling::viewer {
namespace {

constexpr int smallest_width = 640;
constexpr int smallest_height = 400;

/// What GLFW complained of last.
std::string complaint() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text == nullptr ? "no reason is given" : text;
}

/// The part of the first screen that windows may take; all of what is wanted where none is known.
void fit_to_screen(int& width, int& height) {
  int x = 0;
  int y = 0;
  int screen_width = 0;
  int screen_height = 0;
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return;
  glfwGetMonitorWorkarea(monitor, &x, &y, &screen_width, &screen_height);
  if (screen_width > 0) width = std::min(width, screen_width);
  if (screen_height > 0) height = std::min(height, screen_height);
}

}  // namespace

Window::Window(const char* title, int width, int height) {
  if (glfwInit() != GLFW_TRUE) {
    throw Error(Refusal::Unavailable, "there is no display to open a window on (" + complaint() +
                                          "); --headless draws without one");
  }
  fit_to_screen(width, height);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  window_ = glfwCreateWindow(width, height, title, nullptr, nullptr);
  if (window_ == nullptr) {
    const std::string reason = complaint();
    glfwTerminate();
    throw Error(Refusal::Unavailable, "no window with OpenGL 3.3 can be opened: " + reason);
  }
  glfwSetWindowSizeLimits(window_, std::min(width, smallest_width),
                          std::min(height, smallest_height), GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
}

Window::~Window() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

float Window::scale() const {
  float across = 1.0F;
  float down = 1.0F;
  glfwGetWindowContentScale(window_, &across, &down);
  return std::clamp(across, 1.0F, 3.0F);
}

Shown show_in_window(Window& window, App& app, Gui& gui, std::int64_t most_frames) {
  GLFWwindow* handle = window.handle();
  ImGui_ImplGlfw_InitForOpenGL(handle, true);
  Shown shown;
  const auto start = std::chrono::steady_clock::now();
  while (glfwWindowShouldClose(handle) == GLFW_FALSE && !cli::interrupted()) {
    glfwPollEvents();
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(handle, &width, &height);
    if (width == 0 || height == 0) {  // minimised
      glfwWaitEventsTimeout(0.1);
      continue;
    }
    ImGui_ImplGlfw_NewFrame();
    gui.begin();
    app.show();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    glClear(GL_COLOR_BUFFER_BIT);
    gui.end();
    glfwSwapBuffers(handle);
    ++shown.frames;
    if (most_frames > 0 && shown.frames >= most_frames) break;
  }
  shown.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ImGui_ImplGlfw_Shutdown();
  return shown;
}

}  // namespace starling::viewer
