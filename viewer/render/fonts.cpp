#include "viewer/render/fonts.hpp"

#include <imgui.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace starling::viewer {
namespace {

std::vector<std::string> candidates(FontWeight weight) {
  const auto sans = [](const std::string& style, const std::string& fallback) {
    std::vector<std::string> paths;
    for (const char* folder : {"opentype/inter/", "truetype/inter/", "inter/"}) {
      for (const char* ending : {".otf", ".ttf"}) {
        paths.push_back(std::string(folder) + "Inter-" + style + ending);
      }
    }
    paths.push_back("truetype/dejavu/" + fallback + ".ttf");
    return paths;
  };
  switch (weight) {
    case FontWeight::Regular:
      return sans("Regular", "DejaVuSans");
    case FontWeight::Medium:
      return sans("Medium", "DejaVuSans");
    case FontWeight::SemiBold:
      return sans("SemiBold", "DejaVuSans-Bold");
    case FontWeight::Monospaced:
      return {"truetype/dejavu/DejaVuSansMono.ttf"};
  }
  return {};
}

}  // namespace

Font load_font(FontWeight weight) {
  for (const char* root : {"/usr/share/fonts/", "/usr/local/share/fonts/"}) {
    for (const std::string& name : candidates(weight)) {
      std::ifstream file(root + name, std::ios::binary);
      if (!file) continue;
      Font font{std::filesystem::path(name).stem().string(),
                {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}};
      if (!font.bytes.empty()) return font;
    }
  }
  return built_in_font();
}

Font built_in_font() {
  ImFontAtlas atlas;
  atlas.AddFontDefault();
  const ImFontConfig& config = atlas.ConfigData[0];
  const auto* bytes = static_cast<const unsigned char*>(config.FontData);
  return {"ImGui's own", {bytes, bytes + config.FontDataSize}};
}

}  // namespace starling::viewer
