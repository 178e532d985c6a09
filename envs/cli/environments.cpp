#include "envs/cli/environments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/simulator.hpp"

namespace starling::cli {

std::string list_environments() {
  std::string lines;
  for (const std::string& name : environment_names())
    lines += name + "\n";
  return lines;
}

std::string list_options(const std::string& environment) {
  const std::vector<OptionHelp> options = environment_options(environment);
  if (options.empty()) return environment + " has no options of its own\n";
  std::size_t widest = 0;
  for (const OptionHelp& option : options)
    widest = std::max(widest, option.name.size());
  std::string lines;
  for (const OptionHelp& option : options)
    lines += fmt::format("--{:<{}}  {}\n", option.name, widest, option.help);
  return lines;
}

}  // namespace starling::cli
