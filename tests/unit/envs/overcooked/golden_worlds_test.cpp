/// The engine makes every golden step of Overcooked and shows every golden observation: every
/// episode in a world of its own, with a kitchen of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/device_test.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/overcooked_golden.hpp"
#include "tests/support/overcooked_run.hpp"
#include "tests/support/overcooked_state.hpp"
#include "tests/support/overcooked_text.hpp"

namespace starling::tests::overcooked {
namespace {

constexpr int steps_per_launch = 16;
constexpr int never = 1'000'000;  ///< A horizon.

std::vector<GoldenEpisode> episodes_in(const char* folder) {
  std::vector<GoldenEpisode> episodes;
  for (const auto& path : golden_files("", ".txt", golden_folder() / folder)) {
    for (GoldenEpisode& episode : read_golden(path)) {
      episode.name = path.filename().string() + " " + episode.name + " step ";
      episodes.push_back(std::move(episode));
    }
  }
  return episodes;
}

std::vector<Kitchen> kitchens_of(const std::vector<GoldenEpisode>& episodes) {
  std::vector<Kitchen> kitchens;
  for (const GoldenEpisode& episode : episodes)
    kitchens.push_back(episode.kitchen);
  return kitchens;
}

/// What everybody does in a step; those whose episode is over stay.
std::vector<std::vector<Action>> actions_of(const std::vector<GoldenEpisode>& episodes,
                                            std::size_t step) {
  std::vector<std::vector<Action>> actions;
  for (const GoldenEpisode& episode : episodes) {
    actions.push_back(step < episode.steps.size()
                          ? episode.steps[step].actions
                          : std::vector<Action>(episode.kitchen.starts.size(), Action::Stay));
  }
  return actions;
}

/// All golden trajectories in one run, beside the plain model.
class Trajectories {
 public:
  Trajectories(const Settings& settings, std::vector<GoldenEpisode> episodes)
      : episodes_(std::move(episodes)), run_(settings, kitchens_of(episodes_), Others::Apart) {
    for (const GoldenEpisode& episode : episodes_)
      worlds_.push_back(start(episode.kitchen));
  }

  void expect_golden_steps() {
    expect_golden_planes(0, 0);
    expect_texts(0);
    for (std::size_t done = 0, steps = 0; (steps = next_launch(done)) > 0; done += steps) {
      std::vector<std::vector<std::vector<Action>>> actions;
      for (std::size_t step = 0; step < steps; ++step)
        actions.push_back(actions_of(episodes_, done + step));
      run_.launch(actions);
      for (std::size_t step = 0; step < steps; ++step) {
        expect_golden_step(done + step, static_cast<int>(step));
        if (::testing::Test::HasFatalFailure()) return;
      }
      expect_texts(done + steps);
    }
    EXPECT_TRUE(run_.simulator().errors().empty());
  }

 private:
  /// Up to where the next episode ends.
  std::size_t next_launch(std::size_t done) const {
    std::size_t end = 0;
    for (const GoldenEpisode& episode : episodes_) {
      const std::size_t steps = episode.steps.size();
      if (steps > done) end = end == 0 ? steps : std::min(end, steps);
    }
    return end == 0 ? 0 : std::min<std::size_t>(steps_per_launch, end - done);
  }

  void expect_golden_step(std::size_t step, int slot) {
    const ShownStep shown = run_.shown(slot);
    const std::size_t players = run_.frame().players();
    for (std::size_t world = 0; world < worlds_.size(); ++world) {
      const GoldenEpisode& episode = episodes_[world];
      if (step >= episode.steps.size()) continue;
      const GoldenStep& golden = episode.steps[step];
      overcooked::step(episode.kitchen, worlds_[world], golden.actions);
      ASSERT_EQ(golden.rewards.sparse.size(), episode.kitchen.starts.size());
      for (std::size_t player = 0; player < episode.kitchen.starts.size(); ++player) {
        const EarnedValues& earned = shown.earned[world * players + player];
        ASSERT_EQ(earned.sparse, static_cast<float>(golden.rewards.sparse[player]))
            << episode.name << step << " player " << player;
        ASSERT_EQ(earned.shaped, static_cast<float>(golden.rewards.shaped[player]))
            << episode.name << step << " player " << player;
      }
      ASSERT_FALSE(shown.endings[world].terminated || shown.endings[world].truncated);
      expect_planes(shown, world, step);
    }
  }

  void expect_golden_planes(std::size_t step, int slot) {
    const ShownStep shown = run_.shown(slot);
    for (std::size_t world = 0; world < worlds_.size(); ++world)
      expect_planes(shown, world, step);
  }

  void expect_planes(const ShownStep& shown, std::size_t world, std::size_t step) {
    const auto got = run_.of_world(shown.planes, world);
    const auto want = run_.frame().planes_of(episodes_[world].kitchen, worlds_[world]);
    ASSERT_TRUE(std::equal(got.begin(), got.end(), want.begin(), want.end()))
        << "planes of " << episodes_[world].name << step;
  }

  /// The state of those that end after so many steps, and of others in turn: reading a world takes
  /// long.
  void expect_texts(std::size_t steps) {
    for (std::size_t world = 0; world < worlds_.size(); ++world) {
      const bool ends = episodes_[world].steps.size() == steps;
      const bool goes_on = episodes_[world].steps.size() > steps;
      const bool is_in_turn = world == steps / steps_per_launch % worlds_.size();
      if (ends || (goes_on && is_in_turn)) expect_text(world, steps);
    }
  }

  void expect_text(std::size_t world, std::size_t steps) {
    const GoldenEpisode& episode = episodes_[world];
    const World got =
        world_of(episode.kitchen, run_.simulator().inspect(static_cast<std::int64_t>(world)));
    EXPECT_EQ(got.steps, static_cast<int>(steps)) << episode.name;
    EXPECT_EQ(to_text(episode.kitchen, got),
              steps == 0 ? episode.start : episode.steps[steps - 1].state)
        << episode.name << steps;
  }

  std::vector<GoldenEpisode> episodes_;
  KitchenRun run_;
  std::vector<World> worlds_;
};

class OvercookedWorldsGolden : public DeviceTest {};

TEST_P(OvercookedWorldsGolden, MakeEveryGoldenStep) {
  std::vector<GoldenEpisode> episodes = episodes_in("overcooked");
  ASSERT_FALSE(episodes.empty());
  for (GoldenEpisode& episode : episodes)
    episode.kitchen.horizon_steps = never;
  const auto worlds = static_cast<std::int64_t>(episodes.size());
  Trajectories(settings_of("overcooked", worlds, steps_per_launch), std::move(episodes))
      .expect_golden_steps();
}

std::vector<std::uint8_t> planes_of(const GoldenObservation& golden, const Frame& frame) {
  std::vector<std::uint8_t> planes(frame.bytes());
  for (const GoldenEntry& entry : golden.entries)
    planes.at(frame.at(entry.cell, entry.plane)) = static_cast<std::uint8_t>(entry.value);
  return planes;
}

/// What a run shows after so many steps of every episode.
void expect_golden_observations(KitchenRun& run, const std::vector<GoldenEpisode>& episodes,
                                int steps) {
  const ShownStep shown = run.shown(0);
  for (std::size_t world = 0; world < episodes.size(); ++world) {
    const bool is_last = episodes[world].kitchen.horizon_steps == steps;
    const auto planes = run.of_world(is_last ? shown.final_planes : shown.planes, world);
    for (const GoldenObservation& golden : episodes[world].observations) {
      if (golden.steps != steps) continue;
      const auto got = planes.subspan(golden.player * run.frame().bytes(), run.frame().bytes());
      const auto want = planes_of(golden, run.frame());
      ASSERT_TRUE(std::equal(got.begin(), got.end(), want.begin(), want.end()))
          << episodes[world].name << steps << " player " << golden.player;
    }
  }
}

TEST_P(OvercookedWorldsGolden, ShowEveryGoldenObservation) {
  const std::vector<GoldenEpisode> episodes = episodes_in("overcooked_obs");
  ASSERT_FALSE(episodes.empty());
  std::size_t steps = 0;
  for (const GoldenEpisode& episode : episodes)
    steps = std::max(steps, episode.steps.size());
  for (const Others others : {Others::Apart, Others::Merged}) {
    KitchenRun run(settings_of("overcooked", static_cast<std::int64_t>(episodes.size())),
                   kitchens_of(episodes), others);
    EXPECT_EQ(run.frame().planes(), 26);
    expect_golden_observations(run, episodes, 0);
    for (std::size_t step = 0; step < steps; ++step) {
      run.launch({actions_of(episodes, step)});
      expect_golden_observations(run, episodes, static_cast<int>(step) + 1);
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(On, OvercookedWorldsGolden, ::testing::Values(tested_device),
                         device_of_test);

}  // namespace
}  // namespace starling::tests::overcooked
