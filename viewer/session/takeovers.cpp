#include "viewer/session/takeovers.hpp"

#include <cstring>
#include <string>

namespace starling::viewer {

/// Agents are the rows of the tables that act, one table after the other.
std::vector<ActionRow> action_rows(const EnvironmentDescription& description, int agent) {
  std::vector<ActionRow> rows;
  std::int64_t row = agent;
  for (std::size_t table = 0; table < description.tables.size() && rows.empty(); ++table) {
    bool acts = false;
    for (std::size_t column = 0; column < description.columns.size(); ++column) {
      const ColumnDescription& described = description.columns[column];
      if (described.role != ColumnRole::Input || described.table != static_cast<int>(table))
        continue;
      acts = true;
      if (row < described.rows_per_world) rows.push_back({static_cast<int>(column), row});
    }
    if (acts) row -= description.tables[table].rows_per_world;
  }
  return rows;
}

std::vector<int> choices_of(const EnvironmentDescription& description, int agent) {
  std::vector<int> choices;
  for (const ActionRow& action : action_rows(description, agent)) {
    const ColumnDescription& column = description.columns[static_cast<std::size_t>(action.column)];
    for (std::size_t field = 0; field < column.fields.size(); ++field)
      choices.push_back(column.choices.empty() ? 0 : static_cast<int>(column.choices[field]));
  }
  return choices;
}

void Takeovers::take(const TakeOver& takeover) {
  const std::vector<int> most = choices_of(simulator_.description(), takeover.agent);
  if (takeover.world < 0 || takeover.world >= simulator_.settings().worlds || takeover.agent < 0 ||
      most.empty()) {
    throw Error(Refusal::Usage, "there is no agent " + std::to_string(takeover.agent) +
                                    " in a world " + std::to_string(takeover.world));
  }
  if (takeover.choices.empty()) {
    choices_.erase({takeover.world, takeover.agent});
    return;
  }
  bool fits = takeover.choices.size() == most.size();
  for (std::size_t index = 0; fits && index < most.size(); ++index)
    fits = takeover.choices[index] >= 0 && takeover.choices[index] < most[index];
  if (!fits) {
    throw Error(Refusal::Usage, "the choices for agent " + std::to_string(takeover.agent) +
                                    " are not among those it has");
  }
  choices_[{takeover.world, takeover.agent}] = takeover.choices;
}

namespace {

/// The tensor of one field of a column.
Tensor tensor_of(const Simulator& simulator, const ColumnDescription& column,
                 const std::string& field) {
  const auto& tables = simulator.description().tables;
  const std::string name = column.tensor_name + "." + field;
  const std::string full = tables[static_cast<std::size_t>(column.table)].name + "." + name;
  for (const std::string& known : simulator.tensor_names()) {
    if (known == name || known == full) return simulator.tensor(known);
  }
  throw Error(Refusal::Usage, "there is no tensor '" + name + "'");
}

}  // namespace

void Takeovers::write() {
  for (const auto& [agent, choices] : choices_) {
    auto choice = choices.begin();
    for (const ActionRow& action : action_rows(simulator_.description(), agent.second)) {
      const ColumnDescription& column =
          simulator_.description().columns[static_cast<std::size_t>(action.column)];
      for (const FieldDescription& field : column.fields) {
        Tensor one = tensor_of(simulator_, column, field.path);
        const std::int64_t size = size_bytes(one.dtype);
        one.data = static_cast<std::byte*>(one.data) +
                   (agent.first * one.strides[1] + action.row * one.strides[2]) * size;
        one.shape = {1, 1, 1, 1};
        const auto bits = static_cast<std::uint64_t>(*choice++);
        simulator_.write(
            one, {reinterpret_cast<const std::byte*>(&bits), static_cast<std::size_t>(size)});
      }
    }
  }
}

void Takeovers::clear_actions() {
  for (const ColumnDescription& column : simulator_.description().columns) {
    if (column.role != ColumnRole::Input) continue;
    for (const FieldDescription& field : column.fields) {
      const Tensor tensor = tensor_of(simulator_, column, field.path);
      const std::vector<std::byte> zeros(
          static_cast<std::size_t>(tensor.elements() * size_bytes(tensor.dtype)));
      simulator_.write(tensor, zeros);
    }
  }
}

std::vector<std::pair<std::int64_t, int>> Takeovers::agents() const {
  std::vector<std::pair<std::int64_t, int>> agents;
  for (const auto& [agent, choices] : choices_)
    agents.push_back(agent);
  return agents;
}

}  // namespace starling::viewer
