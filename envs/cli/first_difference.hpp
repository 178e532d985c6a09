/// Where two simulations of the same worlds part, found by their hashes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/simulator.hpp"

namespace starling::cli {

/// The state after `step` steps is the first that differs, and `world` the first in it; step 0 is
/// the state before any step.
struct Difference {
  std::int64_t step = 0;
  std::int64_t world = 0;
};

/// The same scalar on both sides.
struct FieldDifference {
  FieldValue left;
  FieldValue right;
};

/// Asked after every compared step, with the steps done; false ends the comparison early.
using GoesOn = std::function<bool(std::int64_t steps_done)>;

/// Steps both sides `steps` times and compares the hash of every world after every step; of sides
/// with different numbers of worlds, the worlds that both have. Launches may differ in length.
/// Both must be fresh and made with Settings::hash_steps.
std::optional<Difference> find_first_difference(Simulator& left, Simulator& right,
                                                std::int64_t steps, const GoesOn& goes_on = {});

/// As above, on simulators made from settings.
std::optional<Difference> find_first_difference(Settings left, Settings right, std::int64_t steps,
                                                const GoesOn& goes_on = {});

/// The first scalar of a world that differs between two simulations; nothing if none does.
std::optional<FieldDifference> first_differing_field(Simulator& left, Simulator& right,
                                                     std::int64_t world);

/// Runs both settings anew, in the same launches up to the step that differs, and looks inside.
std::optional<FieldDifference> explain(const Settings& left, const Settings& right,
                                       const Difference& difference);

}  // namespace starling::cli
