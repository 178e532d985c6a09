#include "systems/policy/agent_actions.hpp"

#include <bit>
#include <cstring>

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

void AgentActions::write(int slot, std::int64_t world, std::int64_t agent, std::size_t component,
                         std::int64_t choice) const {
  const Tensor& tensor = components_[component];
  const std::int64_t element =
      slot * tensor.strides[0] + world * tensor.strides[1] + agent * tensor.strides[2];
  const std::int64_t size = size_bytes(tensor.dtype);
  static_assert(std::endian::native == std::endian::little,
                "the low bytes of a whole number are taken to come first");
  std::memcpy(static_cast<std::byte*>(tensor.data) + element * size, &choice,
              static_cast<std::size_t>(size));
}

}  // namespace starling::policy
