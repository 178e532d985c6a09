#include "engine/serve/counter.hpp"

#include <cmath>

namespace starling::serve {
namespace {

EpisodeTally difference(const EpisodeTally& now, const EpisodeTally& before) {
  return {.episodes = now.episodes - before.episodes,
          .return_sum = now.return_sum - before.return_sum,
          .length_sum = now.length_sum - before.length_sum};
}

void add(const EpisodeTally& tally, EpisodeTally& sum) {
  sum.episodes += tally.episodes;
  sum.return_sum += tally.return_sum;
  sum.length_sum += tally.length_sum;
}

std::optional<double> mean_of(double sum, std::int64_t episodes) {
  const double mean = sum / static_cast<double>(episodes);
  return std::isfinite(mean) ? std::optional(mean) : std::nullopt;
}

EpisodeNumbers numbers_of(const EpisodeTally& tally) {
  return {.episodes = tally.episodes,
          .mean_return = mean_of(tally.return_sum, tally.episodes),
          .mean_length = mean_of(static_cast<double>(tally.length_sum), tally.episodes)};
}

}  // namespace

void Counter::add_new(const std::vector<EpisodeTally>& tallies, Numbers& numbers) const {
  EpisodeTally overall;
  EpisodeTally newly;
  std::vector<double> returns;
  std::vector<double> lengths;
  for (std::size_t world = 0; world < tallies.size(); ++world) {
    const EpisodeTally before = tallies_.empty() ? EpisodeTally() : tallies_[world];
    const EpisodeTally since = difference(tallies[world], before);
    add(tallies[world], overall);
    add(since, newly);
    if (since.episodes < 1) continue;
    returns.push_back(since.return_sum / static_cast<double>(since.episodes));
    lengths.push_back(static_cast<double>(since.length_sum) / static_cast<double>(since.episodes));
  }
  numbers.overall = numbers_of(overall);
  numbers.newly = numbers_of(newly);
  numbers.returns = histogram_of(returns);
  numbers.lengths = histogram_of(lengths);
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
