/// Style and typefaces of the window.
#pragma once

#include <imgui.h>

#include "viewer/widgets/colors.hpp"

namespace starling::viewer {

ImVec4 to_imgui(Color color);

/// The window's typefaces, at the sizes in use.
struct Typefaces {
  ImFont* text = nullptr;
  ImFont* strong = nullptr;
  ImFont* heading = nullptr;
  ImFont* figure = nullptr;  ///< Large numbers.
  ImFont* small = nullptr;
};

/// Loads the typefaces into the current context and sets its style.
Typefaces apply_theme(float scale);

}  // namespace starling::viewer
