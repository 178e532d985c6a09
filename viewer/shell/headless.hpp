/// Pictures of the app without a window.
#pragma once

#include <cstdint>
#include <filesystem>

#include "viewer/render/image.hpp"
#include "viewer/render/offscreen_context.hpp"
#include "viewer/shell/app.hpp"
#include "viewer/shell/gui.hpp"

namespace starling::viewer {

/// Waits until what the session was told is carried out. Throws Error (Unavailable) at Ctrl-C.
void wait_until_idle(Session& session);

/// Draws one picture of the app, with all news that the session has. A current context is needed.
/// Of a served run it is of a step after `step`; throws Error (Unavailable) where none comes.
Image picture_of(App& app, Gui& gui, int width, int height, std::int64_t step = -1);

/// Steps the app's run on and writes a picture for every `steps_a_picture` steps to a folder, as
/// 000000.png and on; a served run steps on by itself. Throws Error (Unavailable) where they cannot
/// be written, and at Ctrl-C.
void write_pictures(App& app, Gui& gui, int width, int height, const std::filesystem::path& folder,
                    int pictures, int steps_a_picture);

}  // namespace starling::viewer
