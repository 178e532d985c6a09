/// Batches of warrens, told what to do in a step.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/entity.hpp"
#include "tests/support/environments/warren.hpp"
#include "tests/support/scalars.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests {

/// One step in which every world carries out the command.
inline void step_with(Simulator& simulator, warren::Deed deed, std::uint32_t count = 0,
                      Entity entity = {}) {
  const warren::Command command{static_cast<std::uint32_t>(deed), count, entity.slot,
                                entity.generation};
  const auto worlds = static_cast<std::size_t>(simulator.settings().worlds);
  write_slot(simulator, "command", 0, std::vector<warren::Command>(worlds, command));
  simulator.step();
}

/// One step in which one world carries out the command, and the others none.
inline void step_one_with(Simulator& simulator, std::size_t world, warren::Deed deed,
                          std::uint32_t count = 0) {
  std::vector<warren::Command> commands(static_cast<std::size_t>(simulator.settings().worlds));
  commands[world] = {static_cast<std::uint32_t>(deed), count, 0, 0};
  write_slot(simulator, "command", 0, commands);
  simulator.step();
}

inline Entity entity_at(Simulator& simulator, std::int64_t world, const std::string& path,
                        std::int64_t row = 0) {
  return {scalar_of<std::uint32_t>(simulator, world, path + ".slot", row),
          scalar_of<std::uint32_t>(simulator, world, path + ".generation", row)};
}

/// A count of what a world has, or an answer that it gives.
inline std::uint32_t told(Simulator& simulator, const std::string& field, std::int64_t world = 0) {
  return scalar_of<std::uint32_t>(simulator, world, "world." + field);
}

/// Options as a user would give them.
inline OptionTexts warren_options(int rabbits, int burrows, int founders) {
  return {{"rabbits", std::to_string(rabbits)},
          {"burrows", std::to_string(burrows)},
          {"founders", std::to_string(founders)}};
}

}  // namespace starling::tests
