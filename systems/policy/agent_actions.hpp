/// The actions of a simulator's agents as choices, one a component.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/simulator.hpp"

namespace starling::policy {

/// Writes actions where a simulator reads them. The simulator must outlive it.
class AgentActions {
 public:
  /// Throws Error (Usage) where an action has a component that is no choice.
  explicit AgentActions(const Simulator& simulator);

  /// Choices of each component, in the order of fields.
  const std::vector<std::int64_t>& choices() const { return choices_; }
  std::int64_t agents() const { return agents_; }  ///< Of a world.

  /// Sets one component of an agent's action in a slot; of a simulator on a CPU.
  void write(int slot, std::int64_t world, std::int64_t agent, std::size_t component,
             std::int64_t choice) const;

 private:
  std::vector<Tensor> components_;
  std::vector<std::int64_t> choices_;
  std::int64_t agents_ = 0;
};

}  // namespace starling::policy
