#include "envs/cli/trajectory.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <span>
#include <string_view>

#include "engine/description.hpp"
#include "envs/cli/environment_options.hpp"

namespace starling::cli {
namespace {

/// Bytes of a step of a tensor, without what lies between its elements.
std::int64_t step_bytes(const Tensor& tensor) {
  return tensor.shape[1] * tensor.shape[2] * tensor.shape[3] * size_bytes(tensor.dtype);
}

Tensor first_slots(Tensor tensor, std::int64_t slots) {
  tensor.shape[0] = slots;
  return tensor;
}

/// The names of a simulator's tensors by column of its description.
class Names {
 public:
  explicit Names(const Simulator& simulator) : description_(simulator.description()) {
    const std::vector<std::string> names = simulator.tensor_names();
    known_.insert(names.begin(), names.end());
  }

  /// The whole column's, or those of its fields where they are of several types; none of a column
  /// that is not for the public.
  std::vector<std::string> of(const ColumnDescription& column) const {
    if (!column.is_exported() || column.role == ColumnRole::Internal) return {};
    const std::string& table = description_.tables[static_cast<std::size_t>(column.table)].name;
    for (const std::string& name : {column.tensor_name, table + "." + column.tensor_name}) {
      if (known_.count(name) != 0) return {name};
      std::vector<std::string> fields;
      for (const FieldDescription& field : column.fields) {
        if (known_.count(name + "." + field.path) != 0) fields.push_back(name + "." + field.path);
      }
      if (!fields.empty()) return fields;
    }
    return {};
  }

  /// That of a component in an archetype's table, else among the world's own; empty where neither
  /// has it.
  std::string of(const std::string& component, int table) const {
    for (const int owner : {table, 0}) {
      const int column = description_.column_of(component, owner);
      if (column < 0) continue;
      const std::vector<std::string> names =
          of(description_.columns[static_cast<std::size_t>(column)]);
      if (names.size() == 1) return names.front();
    }
    return "";
  }

 private:
  const EnvironmentDescription& description_;
  std::set<std::string> known_;
};

constexpr std::string_view final_component = "Final";  ///< Begins the name of such a component.

/// "first_observation" of "observation", "Animal.first_senses" of "Animal.senses".
std::string first_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  const std::size_t begin = dot == std::string::npos ? 0 : dot + 1;
  return name.substr(0, begin) + "first_" + name.substr(begin);
}

}  // namespace

Trajectory::Trajectory(const std::string& path, Simulator& simulator, const policy::Player* player,
                       std::int64_t steps)
    : simulator_(simulator) {
  take_columns(player);
  for (policy::DeclaredTensor& tensor : declared_) {
    if (tensor.shape[0] == 0) tensor.shape[0] = steps;
  }
  writer_ = std::make_unique<policy::TensorWriter>(path, declared_, metadata(steps));
  for (const Column& first : firsts_)
    writer_->write(first.index, 0, simulator_.read(first_slots(first.tensor, 1)));
}

/// Declares all tensors; 0 for as many steps as the run will have.
void Trajectory::take_columns(const policy::Player* player) {
  const auto declare = [this](const std::string& name, const Tensor& tensor, std::int64_t steps) {
    declared_.push_back(
        {name, tensor.dtype, {steps, tensor.shape[1], tensor.shape[2], tensor.shape[3]}});
    return declared_.size() - 1;
  };
  const Names names(simulator_);
  for (const ColumnDescription& described : simulator_.description().columns) {
    const bool is_final = described.role == ColumnRole::Final;
    for (const std::string& name : names.of(described)) {
      const Tensor tensor = simulator_.tensor(name);
      if (tensor.elements() == 0) continue;
      columns_.push_back(
          {tensor, declare(name, tensor, 0), is_final ? names.of("Ending", described.table) : ""});
    }
    const std::string observed =
        is_final ? names.of(described.component.substr(final_component.size()), described.table)
                 : "";
    if (observed.empty() || simulator_.tensor(observed).elements() == 0) continue;
    const Tensor tensor = simulator_.tensor(observed);
    firsts_.push_back({tensor, declare(first_name(observed), tensor, 1), ""});
  }
  if (player == nullptr) return;
  for (const Tensor& tensor : {player->log_probabilities(), player->values()})
    columns_.push_back({tensor, declare(tensor.name, tensor, 0), ""});
}

void Trajectory::add_launch(int steps) {
  for (const Column& column : columns_) {
    const std::vector<std::byte> bytes = simulator_.read(first_slots(column.tensor, steps));
    if (column.ending.empty()) {
      writer_->write(column.index, steps_done_ * step_bytes(column.tensor), bytes);
    } else {
      spread(column, steps, bytes);
    }
  }
  steps_done_ += steps;
}

/// Puts the n-th final observation of a world to the step in which its n-th episode ended.
void Trajectory::spread(const Column& column, int steps, const std::vector<std::byte>& kept) {
  const Tensor ending = simulator_.tensor(column.ending);
  const std::vector<std::byte> endings = simulator_.read(first_slots(ending, steps));
  const auto worlds = static_cast<std::size_t>(column.tensor.shape[1]);
  const std::size_t ending_bytes = static_cast<std::size_t>(step_bytes(ending)) / worlds;
  const std::size_t world_bytes = static_cast<std::size_t>(step_bytes(column.tensor)) / worlds;
  std::vector<std::byte> finals(kept.size());
  for (std::size_t world = 0; world < worlds; ++world) {
    std::size_t ended = 0;
    for (std::size_t step = 0; step < static_cast<std::size_t>(steps); ++step) {
      const auto flags =
          std::span(endings).subspan((step * worlds + world) * ending_bytes, ending_bytes);
      if (std::all_of(flags.begin(), flags.end(),
                      [](std::byte flag) { return flag == std::byte{}; }))
        continue;
      std::memcpy(finals.data() + (step * worlds + world) * world_bytes,
                  kept.data() + (ended++ * worlds + world) * world_bytes, world_bytes);
    }
  }
  writer_->write(column.index, steps_done_ * step_bytes(column.tensor), finals);
}

void Trajectory::finish() {
  writer_->finish(metadata(steps_done_));
}

policy::TensorWriter::Metadata Trajectory::metadata(std::int64_t steps) const {
  const Settings& settings = simulator_.settings();
  return {{"format", "starling_trajectory"},
          {"environment", settings.environment},
          {"options", in_words(settings.options)},
          {"seed", std::to_string(settings.seed)},
          {"steps", std::to_string(steps)}};
}

}  // namespace starling::cli
