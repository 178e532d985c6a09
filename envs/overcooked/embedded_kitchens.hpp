/// The kitchen files that the build makes part of the library; CMakeLists.txt beside this lists
/// them.
#pragma once

#include <span>
#include <string_view>

namespace starling::envs::overcooked::detail {

struct EmbeddedKitchen {
  std::string_view name;
  std::string_view text;
};

/// In a generated file.
std::span<const EmbeddedKitchen> embedded_kitchens();

}  // namespace starling::envs::overcooked::detail
