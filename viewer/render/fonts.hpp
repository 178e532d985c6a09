/// The typefaces of the viewer's text: the system's Inter, or what there is in its place.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace starling::viewer {

/// A font file in memory: TrueType or OpenType.
struct Font {
  std::string name;
  std::vector<unsigned char> bytes;
};

enum class FontWeight { Regular, Medium, SemiBold, Monospaced };

/// The nearest of what is installed: Inter (DejaVu Sans Mono for Monospaced), then DejaVu Sans,
/// then the font that is part of ImGui.
Font load_font(FontWeight weight);

/// The font that is part of ImGui.
Font built_in_font();

}  // namespace starling::viewer
