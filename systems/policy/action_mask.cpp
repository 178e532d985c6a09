#include "systems/policy/action_mask.hpp"

#include <numeric>

#include "engine/description.hpp"
#include "engine/error.hpp"
#include "systems/policy/agent_tokens.hpp"

namespace starling::policy {

ActionMask::ActionMask(const Simulator& simulator, const AgentActions& actions) {
  const EnvironmentDescription& description = simulator.description();
  if (description.action_mask < 0) return;
  const auto& column = description.columns[static_cast<std::size_t>(description.action_mask)];
  if (column.fields.empty() || column.rows_per_world == 0) return;  // this run has none
  const auto bytes = static_cast<std::int64_t>(column.fields.size());
  const std::int64_t choices =
      std::accumulate(actions.choices().begin(), actions.choices().end(), std::int64_t{0});
  if (bytes != choices || column.rows_per_world != actions.agents()) {
    throw Error(Refusal::Usage, "environment '" + description.name + "' has an action mask '" +
                                    column.tensor_name + "' of " + std::to_string(bytes) +
                                    " bytes for each of " + std::to_string(column.rows_per_world) +
                                    " agents; " + std::to_string(actions.agents()) +
                                    " act, each of " + std::to_string(choices) + " choices");
  }
  tensor_ = simulator.tensor(column.tensor_name);
}

ChoiceMask ActionMask::in_slot(int slot) const {
  if (!tensor_) return {};
  return {reinterpret_cast<const std::uint8_t*>(slot_data(*tensor_, slot)), tensor_->strides[2]};
}

ActionMask ActionMask::at(std::byte* memory) const {
  ActionMask copy = *this;
  if (!tensor_) return copy;
  copy.tensor_->data = memory;
  copy.tensor_->shape[0] = 1;
  return copy;
}

std::int64_t ActionMask::slot_bytes() const {
  return tensor_ ? slot_size(*tensor_) : 0;
}

}  // namespace starling::policy
