/// The actions of a simulator's agents as choices, one a component.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/simulator.hpp"
#include "systems/policy/agent_choices.hpp"

namespace starling::policy {

/// Knows where a simulator reads actions. The simulator must outlive it.
class AgentActions {
 public:
  /// Throws Error (Usage) where an action has a component that is no choice.
  explicit AgentActions(const Simulator& simulator);

  /// Choices of each component, in the order of fields.
  const std::vector<std::int64_t>& choices() const { return choices_; }
  std::int64_t agents() const { return agents_; }  ///< Of a world.

  /// Where they lie: a tensor a component.
  const std::vector<Tensor>& tensors() const { return components_; }
  /// Where each component of all agents' actions lies in a slot.
  std::vector<ActionColumn> in_slot(int slot) const;

 private:
  std::vector<Tensor> components_;
  std::vector<std::int64_t> choices_;
  std::int64_t agents_ = 0;
};

}  // namespace starling::policy
