#include "engine/drawing.hpp"

namespace starling {

std::map<std::string, Drawing>& drawings() {
  static std::map<std::string, Drawing> all;
  return all;
}

}  // namespace starling
