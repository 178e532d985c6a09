/// The engine as a contestant, through its public face alone.
#pragma once

#include <memory>

#include "engine/simulator.hpp"
#include "tests/bench/contestant.hpp"

namespace starling::bench {

/// `variant` gives tile, residency and the like; workload, worlds, seed and steps come from the
/// task. Nothing is allocated before start().
std::unique_ptr<Contestant> make_engine(const Task& task, const Settings& variant,
                                        const std::string& name);

/// The columns of a simulator.
ExportViews views_of(Simulator& simulator);

}  // namespace starling::bench
