#include "systems/policy/agent_actions.hpp"

#include "engine/description.hpp"
#include "engine/error.hpp"

namespace starling::policy {

AgentActions::AgentActions(const Simulator& simulator) {
  const EnvironmentDescription& description = simulator.description();
  for (const ColumnDescription& column : description.columns) {
    if (column.role != ColumnRole::Input) continue;
    if (agents_ != 0 && agents_ != column.rows_per_world) {
      throw Error(Refusal::Usage, "environment '" + description.name +
                                      "' takes actions of archetypes that differ in their rows");
    }
    if (column.choices.size() != column.fields.size()) {
      throw Error(Refusal::Usage, "environment '" + description.name + "' takes numbers for '" +
                                      column.tensor_name + "'; a policy makes choices alone");
    }
    for (std::size_t field = 0; field < column.fields.size(); ++field) {
      components_.push_back(simulator.tensor(column.tensor_name + "." + column.fields[field].path));
      choices_.push_back(column.choices[field]);
    }
    agents_ = column.rows_per_world;
  }
}

std::vector<ActionColumn> AgentActions::in_slot(int slot) const {
  std::vector<ActionColumn> columns;
  for (std::size_t component = 0; component < components_.size(); ++component) {
    const Tensor& tensor = components_[component];
    const std::int64_t size = size_bytes(tensor.dtype);
    columns.push_back({static_cast<std::byte*>(tensor.data) + slot * tensor.strides[0] * size,
                       tensor.strides[2] * size, static_cast<std::int32_t>(size),
                       static_cast<std::int32_t>(choices_[component])});
  }
  return columns;
}

}  // namespace starling::policy
