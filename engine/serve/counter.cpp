#include "engine/serve/counter.hpp"

namespace starling::serve {
namespace {

EpisodeTally difference(const EpisodeTally& now, const EpisodeTally& before) {
  return {.episodes = now.episodes - before.episodes,
          .return_sum = now.return_sum - before.return_sum,
          .length_sum = now.length_sum - before.length_sum};
}

}  // namespace

void Counter::add_new(const std::vector<EpisodeTally>& tallies, Numbers& numbers) const {
  std::vector<double> returns;
  std::vector<double> lengths;
  for (std::size_t world = 0; world < tallies.size(); ++world) {
    const EpisodeTally before = tallies_.empty() ? EpisodeTally() : tallies_[world];
    const EpisodeTally since = difference(tallies[world], before);
    numbers.overall += tallies[world];
    numbers.newly += since;
    if (since.episodes < 1) continue;
    returns.push_back(*since.mean_return());
    lengths.push_back(*since.mean_length());
  }
  numbers.returns = histogram_of(returns, most_bins);
  numbers.lengths = histogram_of(lengths, most_bins);
}

Numbers Counter::count(Simulator& simulator) {
  Numbers numbers;
  numbers.run_id = run_id_;
  std::vector<EpisodeTally> tallies = simulator.tallies();
  numbers.errors = simulator.errors();
  numbers.rows = simulator.rows_alive();
  numbers.size_bytes = simulator.peak_bytes();
  numbers.steps = simulator.steps_done();
  numbers.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const auto steps = static_cast<double>(numbers.steps - steps_);
  const double seconds = numbers.seconds - seconds_;
  if (seconds > 0) {
    numbers.world_steps_per_s = steps * static_cast<double>(simulator.settings().worlds) / seconds;
  }
  add_new(tallies, numbers);
  tallies_ = std::move(tallies);
  steps_ = numbers.steps;
  seconds_ = numbers.seconds;
  return numbers;
}

}  // namespace starling::serve
