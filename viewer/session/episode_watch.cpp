#include "viewer/session/episode_watch.hpp"

#include <algorithm>
#include <cstring>

#include "engine/description.hpp"
#include "engine/vocabulary.hpp"

namespace starling::viewer {
namespace {

constexpr std::int64_t most_worlds = 1024;
constexpr std::size_t kept_episodes = 4096;

/// The newest slots of an exported column, of the first worlds.
class Rows {
 public:
  Rows(Simulator& simulator, int column, int steps, std::int64_t worlds)
      : column_(simulator.description().columns[static_cast<std::size_t>(column)]),
        worlds_(worlds),
        bytes_(simulator.read_rows(column, steps, 0, worlds)) {}

  template <class Component>
  Component at(int step, std::int64_t world, std::int64_t row) const {
    const std::int64_t index = (step * worlds_ + world) * column_.rows_per_world + row;
    Component component{};
    std::memcpy(&component, bytes_.data() + index * column_.size_bytes, sizeof component);
    return component;
  }

  std::int64_t rows() const { return column_.rows_per_world; }

 private:
  const ColumnDescription& column_;
  std::int64_t worlds_;
  std::vector<std::byte> bytes_;
};

}  // namespace

EpisodeWatch::EpisodeWatch(Simulator& simulator)
    : simulator_(simulator), worlds_(std::min(simulator.settings().worlds, most_worlds)) {
  const auto& columns = simulator.description().columns;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (columns[column].role != ColumnRole::Output || columns[column].rows_per_world == 0) continue;
    if (columns[column].component == "Reward" && reward_ < 0) reward_ = static_cast<int>(column);
    if (columns[column].component == "Ending") endings_.push_back(static_cast<int>(column));
  }
  open_.resize(static_cast<std::size_t>(worlds_));
}

void EpisodeWatch::note_launch(int steps) {
  if (reward_ < 0 || endings_.empty()) return;
  const Rows rewards(simulator_, reward_, steps, worlds_);
  std::vector<Rows> endings;
  for (const int column : endings_)
    endings.emplace_back(simulator_, column, steps, worlds_);
  for (int step = 0; step < steps; ++step) {
    for (std::int64_t world = 0; world < worlds_; ++world) {
      Open& open = open_[static_cast<std::size_t>(world)];
      double sum = 0;
      for (std::int64_t row = 0; row < rewards.rows(); ++row)
        sum += static_cast<double>(rewards.at<Reward>(step, world, row).value);
      open.reward_sum += sum / static_cast<double>(rewards.rows());
      ++open.steps;
      const bool has_ended = std::any_of(endings.begin(), endings.end(), [&](const Rows& rows) {
        const auto ending = rows.at<Ending>(step, world, 0);
        return ending.terminated || ending.truncated;
      });
      if (has_ended) close(open);
    }
  }
}

void EpisodeWatch::close(Open& open) {
  const std::size_t kept = std::min(returns_.size() + 1, kept_episodes);
  returns_.resize(kept);
  lengths_.resize(kept);
  returns_[next_] = open.reward_sum;
  lengths_[next_] = static_cast<double>(open.steps);
  next_ = (next_ + 1) % kept_episodes;
  open = {};
}

void EpisodeWatch::forget_open(std::int64_t world) {
  if (world < worlds_) open_[static_cast<std::size_t>(world)] = {};
}

}  // namespace starling::viewer
