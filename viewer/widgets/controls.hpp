/// Buttons with pictures on them, and cards that figures stand on.
#pragma once

#include <cstdint>

#include "viewer/widgets/theme.hpp"

namespace starling::viewer {

enum class Icon : std::uint8_t { Play, Pause, Step, Back, Start };

/// A square button; true where it was clicked.
bool icon_button(const char* id, Icon icon, bool is_enabled = true);

/// "< agent 0 >": goes through the numbers from 0 to `last`; true where it has changed.
bool stepper(const char* id, const char* format, int& number, int last);

/// Begins a card, a child with a title; to be ended with end_card() whatever it returns.
bool begin_card(const char* title, const Typefaces& typefaces, ImVec2 size);
void end_card();

/// A large figure over its name, where the cursor is.
void figure(const Typefaces& typefaces, const char* value, const char* name);

/// 12,345,678 as "12.3 M", with three digits.
struct ShortText {
  char text[24];
};
ShortText short_number(double value);
ShortText short_bytes(double bytes);

}  // namespace starling::viewer
