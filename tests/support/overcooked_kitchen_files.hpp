/// Kitchens that a test made, as files for the option `layout`.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/options.hpp"
#include "envs/overcooked/kitchen.hpp"

namespace starling::tests::overcooked {

/// Files of kitchens, in a folder of their own.
class KitchenFiles {
 public:
  explicit KitchenFiles(const std::vector<envs::overcooked::Kitchen>& kitchens) {
    std::string pattern = std::filesystem::temp_directory_path() / "starling_kitchens_XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder " + pattern);
    folder_ = pattern;
    for (const envs::overcooked::Kitchen& kitchen : kitchens) {
      paths_.push_back(folder_ / (std::to_string(paths_.size()) + ".txt"));
      std::ofstream(paths_.back()) << envs::overcooked::to_text(kitchen);
    }
  }
  ~KitchenFiles() { std::filesystem::remove_all(folder_); }
  KitchenFiles(const KitchenFiles&) = delete;
  KitchenFiles& operator=(const KitchenFiles&) = delete;

  /// Worlds take turns.
  OptionTexts options() const {
    OptionTexts options;
    for (const auto& path : paths_)
      options.emplace_back("layout", path.string());
    return options;
  }

 private:
  std::filesystem::path folder_;
  std::vector<std::filesystem::path> paths_;
};

}  // namespace starling::tests::overcooked
