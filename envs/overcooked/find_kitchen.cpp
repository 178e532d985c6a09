/// find_kitchen: the kitchens inside the program, and those in files.
#include <fstream>

#include "engine/error.hpp"
#include "envs/overcooked/embedded_kitchens.hpp"
#include "envs/overcooked/kitchen.hpp"
#include "envs/overcooked/kitchen_file.hpp"
#include "envs/overcooked/kitchen_values.hpp"

namespace starling::envs::overcooked {
namespace {

/// At most one byte more than a kitchen file may have, for a path such as /dev/zero.
std::string read_start(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(detail::most_file_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file && !file.eof()) {
    throw Error(Refusal::Usage, "kitchen " + detail::quoted(path) + " is neither one of " +
                                    detail::listed(kitchen_names()) +
                                    " nor a file that can be read");
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace

std::vector<std::string> kitchen_names() {
  std::vector<std::string> names;
  for (const detail::EmbeddedKitchen& kitchen : detail::embedded_kitchens())
    names.emplace_back(kitchen.name);
  return names;
}

Kitchen find_kitchen(const std::string& name_or_path) {
  for (const detail::EmbeddedKitchen& kitchen : detail::embedded_kitchens()) {
    if (kitchen.name == name_or_path) return parse_kitchen(kitchen.text, name_or_path);
  }
  return parse_kitchen(read_start(name_or_path), name_or_path);
}

}  // namespace starling::envs::overcooked
