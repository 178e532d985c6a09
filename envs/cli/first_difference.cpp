#include "envs/cli/first_difference.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace starling::cli {
namespace {

using Hashes = std::span<const std::uint64_t>;

/// Launches that do not go past `steps`.
void launch_toward(Simulator& simulator, std::int64_t steps) {
  const std::int64_t most = simulator.settings().steps_per_launch;
  simulator.step(static_cast<int>(std::min(most, steps - simulator.steps_done())));
}

/// World hashes step by step, whatever the length of a launch.
class HashedSteps {
 public:
  HashedSteps(Simulator& simulator, std::int64_t steps)
      : simulator_(simulator), steps_(steps), hashes_(simulator.world_hashes()) {}

  /// After `step` steps; to be asked for 0, 1, 2, ... `steps`.
  Hashes at(std::int64_t step) {
    if (step > simulator_.steps_done()) {
      first_step_ = step;
      launch_toward(simulator_, steps_);
      hashes_ = simulator_.step_hashes();
    }
    const auto worlds = static_cast<std::size_t>(simulator_.settings().worlds);
    return Hashes(hashes_).subspan(static_cast<std::size_t>(step - first_step_) * worlds, worlds);
  }

 private:
  Simulator& simulator_;
  std::int64_t steps_;
  std::vector<std::uint64_t> hashes_;  ///< [steps of the launch, worlds]
  std::int64_t first_step_ = 0;
};

std::optional<std::int64_t> first_differing_world(Hashes left, Hashes right) {
  const std::size_t worlds = std::min(left.size(), right.size());
  const auto [end, other_end] = std::mismatch(
      left.begin(), left.begin() + static_cast<std::ptrdiff_t>(worlds), right.begin());
  const auto world = static_cast<std::size_t>(end - left.begin());
  if (world == worlds) return std::nullopt;
  return static_cast<std::int64_t>(world);
}

Settings with_hashes(Settings settings) {
  settings.hash_steps = true;
  return settings;
}

}  // namespace

std::optional<Difference> find_first_difference(Simulator& left, Simulator& right,
                                                std::int64_t steps, const GoesOn& goes_on) {
  HashedSteps left_steps(left, steps);
  HashedSteps right_steps(right, steps);
  for (std::int64_t step = 0; step <= steps; ++step) {
    if (const auto world = first_differing_world(left_steps.at(step), right_steps.at(step))) {
      return Difference{.step = step, .world = *world};
    }
    if (goes_on && !goes_on(step)) break;
  }
  return std::nullopt;
}

std::optional<Difference> find_first_difference(Settings left, Settings right, std::int64_t steps,
                                                const GoesOn& goes_on) {
  Simulator left_simulator(with_hashes(std::move(left)));
  Simulator right_simulator(with_hashes(std::move(right)));
  return find_first_difference(left_simulator, right_simulator, steps, goes_on);
}

std::optional<FieldDifference> first_differing_field(Simulator& left, Simulator& right,
                                                     std::int64_t world) {
  const std::vector<FieldValue> left_fields = left.inspect(world);
  const std::vector<FieldValue> right_fields = right.inspect(world);
  const std::size_t fields = std::min(left_fields.size(), right_fields.size());
  for (std::size_t field = 0; field < fields; ++field) {
    if (left_fields[field].bits != right_fields[field].bits) {
      return FieldDifference{.left = left_fields[field], .right = right_fields[field]};
    }
  }
  return std::nullopt;
}

std::optional<FieldDifference> explain(const Settings& left, const Settings& right,
                                       const Difference& difference) {
  Simulator left_simulator(with_hashes(left));
  Simulator right_simulator(with_hashes(right));
  for (Simulator* side : {&left_simulator, &right_simulator}) {
    while (side->steps_done() < difference.step)
      launch_toward(*side, difference.step);
  }
  return first_differing_field(left_simulator, right_simulator, difference.world);
}

}  // namespace starling::cli
