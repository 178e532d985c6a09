/// The choices that a simulator's agents may take, where the environment says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/simulator.hpp"
#include "systems/policy/agent_actions.hpp"
#include "systems/policy/agent_choices.hpp"

namespace starling::policy {

/// Knows where a simulator exports its action mask. The simulator must outlive it.
class ActionMask {
 public:
  /// Throws Error (Usage) where the mask is not a byte for each choice of each agent.
  ActionMask(const Simulator& simulator, const AgentActions& actions);

  /// Where it lies: [slots, worlds, agents, choices]; none where every choice may be taken.
  const std::optional<Tensor>& tensor() const { return tensor_; }
  /// What the agents may choose by what a slot shows.
  ChoiceMask in_slot(int slot) const;

  /// A mask of the same kind in other memory, one slot of it.
  ActionMask at(std::byte* memory) const;
  std::int64_t slot_bytes() const;  ///< Of that memory; 0 without a mask.

 private:
  std::optional<Tensor> tensor_;
};

}  // namespace starling::policy
