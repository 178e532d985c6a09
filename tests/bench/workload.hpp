/// The workloads, what they must at least do, and the programs written by hand for each.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/contestant.hpp"

namespace starling::bench {

/// What a workload costs at the very least, by world and step.
struct Workload {
  std::string name;
  int horizon_steps = 0;        ///< After which an episode is cut off.
  double exported_bytes = 0;    ///< Written in every step.
  double final_bytes = 0;       ///< Written where an episode ends, padding left out.
  double final_slot_bytes = 0;  ///< What the engine keeps a slot of final observations in.
  double state_read_bytes = 0;  ///< Once a launch.
  double state_write_bytes = 0;
  double tally_bytes = 0;  ///< Read, and written, once a launch in which an episode ended.
  double operations = 0;   ///< Instructions of a lane, a fused multiply-add being one.
};

const Workload& workload_of(const std::string& name);

/// A program written by hand, in one shape. Those of a family give the same form of result; the
/// fastest shape of each family is the bar.
struct Bar {
  std::string family;
  std::string shape;  ///< Empty where there is but one.
  std::function<std::unique_ptr<Contestant>()> make;
};

/// The programs for a task, in all shapes that can run it.
std::vector<Bar> bars_of(const Task& task);

}  // namespace starling::bench
