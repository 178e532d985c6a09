/// The plain model of Overcooked makes every step and sees every observation that the public
/// implementation recorded.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/golden.hpp"
#include "tests/support/overcooked_golden.hpp"
#include "tests/support/overcooked_model.hpp"
#include "tests/support/overcooked_planes.hpp"
#include "tests/support/overcooked_text.hpp"

namespace starling::tests::overcooked {
namespace {

std::vector<std::filesystem::path> files_in(const char* folder) {
  return golden_files("", ".txt", golden_folder() / folder);
}

/// Calls visit(episode, place) for every episode of a folder; place: "FILE EPISODE step ".
template <class Visit>
void for_each_episode(const char* folder, Visit visit) {
  for (const auto& path : files_in(folder)) {
    for (const GoldenEpisode& episode : read_golden(path))
      visit(episode, path.filename().string() + " " + episode.name + " step ");
  }
}

/// Runs an episode up to its first step that differs.
void expect_same_steps(const GoldenEpisode& episode, const std::string& place) {
  const Kitchen& kitchen = episode.kitchen;
  World world = start(kitchen);
  ASSERT_EQ(to_text(kitchen, world), episode.start) << place << 0;
  for (const GoldenStep& golden : episode.steps) {
    const Rewards rewards = step(kitchen, world, golden.actions);
    ASSERT_EQ(to_text(kitchen, world), golden.state) << place << world.steps;
    ASSERT_EQ(rewards.sparse, golden.rewards.sparse) << place << world.steps;
    ASSERT_EQ(rewards.shaped, golden.rewards.shaped) << place << world.steps;
  }
}

std::vector<std::uint8_t> planes_of(const Kitchen& kitchen, const GoldenObservation& golden) {
  const int count = plane_count(2, Others::Apart);
  std::vector<std::uint8_t> planes(kitchen.terrain.size() * static_cast<std::size_t>(count));
  for (const GoldenEntry& entry : golden.entries) {
    const int at = (entry.cell.x * kitchen.height + entry.cell.y) * count + entry.plane;
    planes.at(static_cast<std::size_t>(at)) = static_cast<std::uint8_t>(entry.value);
  }
  return planes;
}

TEST(OvercookedGolden, HasStepsAndObservationsToCompareWith) {
  EXPECT_GE(files_in("overcooked").size(), 1u) << golden_folder();
  EXPECT_GE(files_in("overcooked_obs").size(), 1u) << golden_folder();
}

TEST(OvercookedGolden, EveryStateAndRewardIsTheSame) {
  for_each_episode("overcooked", expect_same_steps);
}

TEST(OvercookedGolden, EveryObservationIsTheSame) {
  for_each_episode("overcooked_obs", [](const GoldenEpisode& episode, const std::string& place) {
    const Kitchen& kitchen = episode.kitchen;
    World world = start(kitchen);
    for (const GoldenObservation& golden : episode.observations) {
      while (world.steps < golden.steps)
        step(kitchen, world, episode.steps.at(static_cast<std::size_t>(world.steps)).actions);
      ASSERT_EQ(world.steps, golden.steps);
      for (const Others others : {Others::Apart, Others::Merged}) {
        ASSERT_EQ(planes_of(kitchen, world, golden.player, others), planes_of(kitchen, golden))
            << place << world.steps << " player " << golden.player;
      }
    }
  });
}

}  // namespace
}  // namespace starling::tests::overcooked
