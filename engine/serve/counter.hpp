/// Takes the numbers of a run from its simulator.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/serve/numbers.hpp"
#include "engine/simulator.hpp"

namespace starling::serve {

class Counter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Of a run that has not stepped yet.
  explicit Counter(std::uint64_t run_id) : run_id_(run_id) {}

  /// Numbers now; what is new in them is so since the last call. Waits for all queued work.
  Numbers count(Simulator& simulator);

 private:
  void add_new(const std::vector<EpisodeTally>& tallies, Numbers& numbers) const;

  std::uint64_t run_id_;
  Clock::time_point start_ = Clock::now();
  double seconds_ = 0;
  std::int64_t steps_ = 0;
  std::vector<EpisodeTally> tallies_;  ///< By world, at the last call; empty before the first.
};

}  // namespace starling::serve
