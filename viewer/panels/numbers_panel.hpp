/// What can be counted: speed, episodes, time by stage, rows, bytes, errors.
#pragma once

#include <span>

#include "viewer/session/frame.hpp"
#include "viewer/widgets/charts.hpp"
#include "viewer/widgets/theme.hpp"

namespace starling::viewer {

/// Fills the window or child that is open. stages: time by stage; none where nothing is traced.
void show_numbers(const Frame& frame, std::span<const Share> stages, const Typefaces& typefaces);

}  // namespace starling::viewer
