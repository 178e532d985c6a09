/// Pictures of the app without a window.
#pragma once

#include <filesystem>

#include "viewer/render/image.hpp"
#include "viewer/render/offscreen_context.hpp"
#include "viewer/shell/app.hpp"
#include "viewer/shell/gui.hpp"

namespace starling::viewer {

/// Draws one picture of the app, with all news that the session has. A current context is needed.
/// samples: of each pixel, across and down.
Image picture_of(App& app, Gui& gui, int width, int height);

/// Steps the app's run on and writes a picture for every `steps_a_picture` steps to a folder, as
/// 000000.png and on. Throws Error (Unavailable) where they cannot be written.
void write_pictures(App& app, Gui& gui, int width, int height, const std::filesystem::path& folder,
                    int pictures, int steps_a_picture);

}  // namespace starling::viewer
