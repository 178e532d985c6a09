#include "envs/cli/environments.hpp"

#include "engine/simulator.hpp"

namespace starling::cli {

std::string list_environments() {
  std::string lines;
  for (const std::string& name : environment_names())
    lines += name + "\n";
  return lines;
}

}  // namespace starling::cli
