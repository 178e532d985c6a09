/// Where golden data is: the folder of STARLING_GOLDEN, else the project's own copy.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace starling::tests {

inline std::filesystem::path golden_folder() {
  const char* chosen = std::getenv("STARLING_GOLDEN");
  return chosen != nullptr && *chosen != '\0' ? chosen : STARLING_GOLDEN_FOLDER;
}

/// The files of a folder whose name starts with `prefix` and ends with `suffix`, sorted; the folder
/// is the golden one unless given.
inline std::vector<std::filesystem::path> golden_files(
    std::string_view prefix, std::string_view suffix,
    const std::filesystem::path& folder = golden_folder()) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(suffix)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace starling::tests
