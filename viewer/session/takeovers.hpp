/// Agents whose actions a person chooses.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/description.hpp"
#include "engine/simulator.hpp"
#include "viewer/session/commands.hpp"

namespace starling::viewer {

/// Of a simulator that must outlive it.
class Takeovers {
 public:
  explicit Takeovers(Simulator& simulator) : simulator_(simulator) {}

  /// Throws Error (Usage) for an agent that there is not, and for choices that it has not.
  void take(const TakeOver& takeover);
  bool any() const { return !choices_.empty(); }

  /// Writes what was chosen to the first slot of the action tensors, over what stands there.
  void write();
  /// Sets the actions of all agents in all slots to zero.
  void clear_actions();

  /// World and agent of each.
  std::vector<std::pair<std::int64_t, int>> agents() const;

 private:
  Simulator& simulator_;
  std::map<std::pair<std::int64_t, int>, std::vector<int>> choices_;
};

/// The columns that an agent's action is made of, and which of an archetype's rows it is.
struct ActionRow {
  int column = 0;
  std::int64_t row = 0;
};
std::vector<ActionRow> action_rows(const EnvironmentDescription& description, int agent);

/// Choices of each component of an agent's action, in the order of action_rows and their fields; 0
/// for a number of [-1, 1].
std::vector<int> choices_of(const EnvironmentDescription& description, int agent);

}  // namespace starling::viewer
