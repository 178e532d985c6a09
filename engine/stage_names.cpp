#include "engine/stage_names.hpp"

#include <algorithm>

namespace starling::detail {
namespace {

constexpr std::size_t longest_name = 60;

bool is_chore(const std::string& name) {
  return name.empty() || name.find(' ') != std::string::npos;
}

}  // namespace

std::string join_stage_name(const std::vector<std::string>& names) {
  const bool has_system = !std::all_of(names.begin(), names.end(), is_chore);
  std::string joined;
  std::size_t left_out = 0;
  for (const std::string& name : names) {
    if (name.empty() || (has_system && is_chore(name))) continue;
    if (!joined.empty() && joined.size() + name.size() > longest_name) {
      ++left_out;
    } else {
      joined += (joined.empty() ? "" : ", ") + name;
    }
  }
  return left_out == 0 ? joined : joined + " and " + std::to_string(left_out) + " more";
}

}  // namespace starling::detail
