/// The PTX that the tests of compiled code read.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace starling::tests {

/// The PTX of one kernel of a file; empty where the file has none of this name.
inline std::string code_in(const std::string& path, const std::string& kernel) {
  std::ifstream file(path);
  std::stringstream all;
  all << file.rdbuf();
  const std::string text = all.str();
  const auto begin = text.find(".entry " + kernel + "(");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find("\n}", begin) - begin);
}

}  // namespace starling::tests
