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

void Takeovers::write() {
  if (choices_.empty()) return;
  const EnvironmentDescription& description = simulator_.description();
  const std::int64_t first = choices_.begin()->first.first;
  const std::int64_t worlds = choices_.rbegin()->first.first - first + 1;
  std::map<int, std::vector<std::byte>> rows;  // by column, of all worlds in between
  for (const auto& [agent, choices] : choices_) {
    auto choice = choices.begin();
    for (const ActionRow& action : action_rows(description, agent.second)) {
      const ColumnDescription& column =
          description.columns[static_cast<std::size_t>(action.column)];
      const auto [known, is_new] = rows.try_emplace(action.column);
      if (is_new) known->second = simulator_.read_rows(action.column, 1, first, worlds);
      std::byte* row = known->second.data() + (agent.first - first) * column.bytes_per_world() +
                       action.row * column.size_bytes;
      for (const FieldDescription& field : column.fields) {
        const auto bits = static_cast<std::uint64_t>(*choice++);
        std::memcpy(row + field.offset_bytes, &bits,
                    static_cast<std::size_t>(size_bytes(field.dtype)));
      }
    }
  }
  for (const auto& [column, of_column] : rows)
    simulator_.write_rows(column, 0, first, of_column);
}

void Takeovers::clear_actions() {
  const auto& columns = simulator_.description().columns;
  const Settings& settings = simulator_.settings();
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column].role != ColumnRole::Input) continue;
    const std::vector<std::byte> zeros(
        static_cast<std::size_t>(settings.worlds * columns[column].bytes_per_world()));
    for (int slot = 0; slot < settings.steps_per_launch; ++slot)
      simulator_.write_rows(static_cast<int>(column), slot, 0, zeros);
  }
}

std::vector<std::pair<std::int64_t, int>> Takeovers::agents() const {
  std::vector<std::pair<std::int64_t, int>> agents;
  for (const auto& [agent, choices] : choices_)
    agents.push_back(agent);
  return agents;
}

}  // namespace starling::viewer
