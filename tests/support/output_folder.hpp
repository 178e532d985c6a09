/// A folder for what a test writes.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace starling::tests::detail {

/// A folder of its own for the two outputs of one run.
class OutputFolder {
 public:
  OutputFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "starling_XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder " + pattern);
    path_ = pattern;
  }
  ~OutputFolder() { std::filesystem::remove_all(path_); }
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  std::filesystem::path out() const { return path_ / "out"; }
  std::filesystem::path err() const { return path_ / "err"; }

 private:
  std::filesystem::path path_;
};

}  // namespace starling::tests::detail
