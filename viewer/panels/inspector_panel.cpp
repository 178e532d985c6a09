#include "viewer/panels/inspector_panel.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "engine/vocabulary.hpp"
#include "viewer/panels/scalar_text.hpp"

namespace starling::viewer {
namespace {

constexpr std::size_t most_fields = 64;  ///< Of a component, that are listed.

bool can_edit(const Session& session, const Frame& frame) {
  return session.abilities().change && !frame.is_playing;
}

/// Whether a world's error, of which the numbers tell in a sentence, is one.
bool is_no_error(const EnvironmentDescription& description, const WorldSnapshot& world,
                 std::size_t column) {
  const ColumnDescription& described = description.columns[column];
  if (described.component != "ErrorWord" && described.component != "ErrorDetail") return false;
  return bits_of(world, description, static_cast<int>(column), described.fields.front(), 0) ==
         ErrorWord::none;
}

/// Rows that can be picked: the world's own is table 0, and slots of handles are the engine's.
bool is_listed(const TableDescription& table) {
  return !table.name.ends_with("Slots");
}

}  // namespace

void InspectorPanel::show(Session& session, const Frame& frame, const Typefaces& typefaces,
                          Look& look) {
  if (!frame.selected) return;
  const EnvironmentDescription& description = session.environment().description;
  const auto table = static_cast<std::size_t>(std::max(look.picked.table, 0));
  ImGui::PushFont(typefaces.strong);
  if (look.picked.table > 0) {
    ImGui::Text("%s %d", description.tables[table].name.c_str(), look.picked.row);
  } else {
    ImGui::Text("World %lld", static_cast<long long>(frame.selected->world));
  }
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetContentRegionAvail().x - 44);
  ImGui::BeginDisabled(!can_edit(session, frame));
  ImGui::Checkbox("edit", &look.is_editing);
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("values can be written while the run is paused");
  const int row = look.picked.table > 0 ? look.picked.row : 0;
  show_row(session, frame, {static_cast<int>(table), row}, look);
  ImGui::Spacing();
  show_tables(description, *frame.selected, look);
}

/// The archetypes of the world and their rows, to step through.
void InspectorPanel::show_tables(const EnvironmentDescription& description,
                                 const WorldSnapshot& world, Look& look) const {
  for (std::size_t table = 0; table < description.tables.size(); ++table) {
    const TableDescription& described = description.tables[table];
    if (!is_listed(described)) continue;
    const int rows = world.rows[table];
    const auto number = static_cast<int>(table);
    const bool is_picked = std::max(look.picked.table, 0) == number;
    ImGui::PushID(number);
    char label[96];
    std::snprintf(label, sizeof label, table == 0 ? "world" : "%s  x %d", described.name.c_str(),
                  rows);
    if (ImGui::Selectable(label, is_picked) && rows > 0)
      look.picked = table == 0 ? Subject{} : Subject{number, 0};
    if (is_picked && table > 0 && rows > 1) {
      ImGui::SetNextItemWidth(-1);
      ImGui::SliderInt("##row", &look.picked.row, 0, rows - 1, "row %d");
    }
    ImGui::PopID();
  }
}

void InspectorPanel::show_row(Session& session, const Frame& frame, Subject subject,
                              const Look& look) {
  const EnvironmentDescription& description = session.environment().description;
  if (subject.row >= frame.selected->rows[static_cast<std::size_t>(subject.table)]) {
    ImGui::TextDisabled("no longer there");
    return;
  }
  const bool is_editing = look.is_editing && can_edit(session, frame);
  if (!ImGui::BeginTable("components", 2,
                         ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp))
    return;
  for (std::size_t column = 0; column < description.columns.size(); ++column) {
    const ColumnDescription& described = description.columns[column];
    if (described.table != subject.table || !is_in_snapshots(described)) continue;
    if (is_no_error(description, *frame.selected, column)) continue;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", described.component.c_str());
    const std::size_t fields = std::min(described.fields.size(), most_fields);
    for (std::size_t field = 0; field < fields; ++field) {
      show_scalar(session, frame, static_cast<int>(column), static_cast<int>(field), subject.row,
                  is_editing);
    }
    if (described.fields.size() > fields) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextDisabled("  and %zu more", described.fields.size() - fields);
    }
  }
  ImGui::EndTable();
}

void InspectorPanel::show_scalar(Session& session, const Frame& frame, int column, int field,
                                 std::int64_t row, bool is_editing) {
  const EnvironmentDescription& description = session.environment().description;
  const FieldDescription& described =
      description.columns[static_cast<std::size_t>(column)].fields[static_cast<std::size_t>(field)];
  const std::uint64_t bits = bits_of(*frame.selected, description, column, described, row);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::Text("  %s", described.path.c_str());
  ImGui::TableNextColumn();
  if (!is_editing) {
    ImGui::TextUnformatted(shown_scalar(described.dtype, bits).c_str());
    return;
  }
  ImGui::PushID(column * 4096 + field);
  // all digits: Enter on a value that was left as it is must not change it
  std::snprintf(written_.data(), written_.size(), "%s", text_of(described.dtype, bits).c_str());
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputText("##value", written_.data(), written_.size(),
                       ImGuiInputTextFlags_EnterReturnsTrue)) {
    if (const auto wanted = read_scalar(described.dtype, written_.data()))
      session.post(Change{EditScalar{frame.selected->world, column, field, row, *wanted}});
  }
  ImGui::PopID();
}

}  // namespace starling::viewer
