/// The engine's worlds of Overcooked do what the plain model does, in kitchens of every kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/device_test.hpp"
#include "tests/support/overcooked_cooks.hpp"
#include "tests/support/overcooked_kitchens.hpp"
#include "tests/support/overcooked_run.hpp"
#include "tests/support/overcooked_state.hpp"
#include "tests/support/overcooked_text.hpp"
#include "tests/support/scale.hpp"

namespace starling::tests::overcooked {
namespace {

constexpr int steps_per_launch = 8;

/// A run and the plain model side by side; random players act in both.
class Twins {
 public:
  Twins(Settings settings, const std::vector<Kitchen>& kitchens, Others others)
      : run_(std::move(settings), kitchens, others), cooks_(11) {
    for (std::size_t world = 0; world < run_.worlds(); ++world)
      worlds_.push_back(start(run_.kitchen(world)));
  }

  void expect_equal_steps(int steps) {
    for (int done = 0; done < steps && !::testing::Test::HasFatalFailure(); done += launch_steps())
      expect_equal_launch(done);
    for (std::size_t world = 0; world < worlds_.size(); ++world)
      expect_equal_state(world);
    EXPECT_TRUE(run_.simulator().errors().empty());
  }

  int episodes() const { return episodes_; }
  int soups() const { return soups_; }  ///< Served for a reward.

 private:
  int launch_steps() { return run_.simulator().settings().steps_per_launch; }

  /// The model goes first, since players act on what they see.
  void expect_equal_launch(int done) {
    const int steps = launch_steps();
    std::vector<std::vector<std::vector<Action>>> actions(static_cast<std::size_t>(steps));
    std::vector<std::vector<Expected>> expected(static_cast<std::size_t>(steps));
    for (std::size_t step = 0; step < actions.size(); ++step) {
      for (std::size_t world = 0; world < worlds_.size(); ++world) {
        actions[step].push_back(cooks_.act(run_.kitchen(world), worlds_[world]));
        expected[step].push_back(step_model(world, actions[step].back()));
      }
    }
    run_.launch(actions);
    for (std::size_t step = 0; step < actions.size(); ++step) {
      const ShownStep shown = run_.shown(static_cast<int>(step));
      for (std::size_t world = 0; world < worlds_.size(); ++world) {
        SCOPED_TRACE("step " + std::to_string(done + static_cast<int>(step)) + ", world " +
                     std::to_string(world));
        expect_equal_world(shown, world, expected[step][world]);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }

  /// What the model says of one step of one world.
  struct Expected {
    Rewards rewards;
    std::vector<std::uint8_t> planes;
    std::vector<std::uint8_t> final_planes;  ///< Empty unless the episode ends.
  };

  Expected step_model(std::size_t world, const std::vector<Action>& actions) {
    const Kitchen& kitchen = run_.kitchen(world);
    Expected expected;
    expected.rewards = step(kitchen, worlds_[world], actions);
    if (worlds_[world].steps == kitchen.horizon_steps) {
      expected.final_planes = run_.frame().planes_of(kitchen, worlds_[world]);
      worlds_[world] = start(kitchen);
      ++episodes_;
    }
    expected.planes = run_.frame().planes_of(kitchen, worlds_[world]);
    return expected;
  }

  void expect_equal_world(const ShownStep& shown, std::size_t world, const Expected& expected) {
    const bool ends = !expected.final_planes.empty();
    ASSERT_EQ(shown.endings[world].truncated, ends);
    ASSERT_FALSE(shown.endings[world].terminated);
    expect_equal_rewards(shown, world, expected.rewards);
    expect_equal_planes(shown.planes, world, expected.planes, "planes");
    if (ends) expect_equal_planes(shown.final_planes, world, expected.final_planes, "final planes");
  }

  void expect_equal_rewards(const ShownStep& shown, std::size_t world, const Rewards& rewards) {
    const std::size_t first = world * run_.frame().players();
    float sum = 0.0F;
    for (std::size_t player = 0; player < run_.frame().players(); ++player) {
      const bool is_there = player < rewards.sparse.size();
      const EarnedValues& earned = shown.earned[first + player];
      ASSERT_EQ(earned.sparse, is_there ? static_cast<float>(rewards.sparse[player]) : 0.0F);
      ASSERT_EQ(earned.shaped, is_there ? static_cast<float>(rewards.shaped[player]) : 0.0F);
      sum += earned.sparse;
      soups_ += earned.sparse != 0.0F ? 1 : 0;
    }
    for (std::size_t player = 0; player < run_.frame().players(); ++player)
      ASSERT_EQ(shown.rewards[first + player], sum);
  }

  void expect_equal_planes(const std::vector<std::uint8_t>& shown, std::size_t world,
                           const std::vector<std::uint8_t>& want, const char* what) {
    const auto got = run_.of_world(shown, world);
    const auto differs = std::mismatch(got.begin(), got.end(), want.begin(), want.end());
    ASSERT_TRUE(differs.first == got.end())
        << what << " differ at byte " << differs.first - got.begin();
  }

  void expect_equal_state(std::size_t world) {
    const Kitchen& kitchen = run_.kitchen(world);
    const World got = world_of(kitchen, run_.simulator().inspect(static_cast<std::int64_t>(world)));
    EXPECT_EQ(got.steps, worlds_[world].steps) << "world " << world;
    EXPECT_EQ(to_text(kitchen, got), to_text(kitchen, worlds_[world])) << "world " << world;
  }

  KitchenRun run_;
  RandomCooks cooks_;
  std::vector<World> worlds_;
  int episodes_ = 0;
  int soups_ = 0;
};

std::vector<Kitchen> some_kitchens(unsigned seed, int count, const KitchenLimits& limits) {
  RandomKitchens kitchens(seed);
  std::vector<Kitchen> made;
  for (int turn = 0; turn < count; ++turn)
    made.push_back(kitchens.make(limits));
  return made;
}

/// The largest kitchen of the targets: 13 x 9 squares, 30 players.
Kitchen large_kitchen() {
  return envs::overcooked::parse_kitchen(
      "name thirty\nhorizon 100\ngrid\n"
      "XXPXXOXTXXPXX\n"
      "X123456789abX\n"
      "O           D\n"
      "XcdefghijklmX\n"
      "P    XPX    S\n"
      "XnopqrstuX  X\n"
      "D           T\n"
      "X           X\n"
      "XXSXXPXXOXXDX\n",
      "thirty");
}

class OvercookedWorlds : public DeviceTest {};

TEST_P(OvercookedWorlds, OfSmallRandomKitchensAreThoseOfTheModel) {
  const auto kitchens = some_kitchens(
      1, 60, {.most_width = 7, .most_height = 6, .most_players = 4, .least_horizon = 20});
  for (const Others others : {Others::Apart, Others::Merged}) {
    Twins twins(settings_of("overcooked", 90, steps_per_launch), kitchens, others);
    twins.expect_equal_steps(scaled(1200, 120));
    EXPECT_GE(twins.episodes(), 90);
    EXPECT_GE(twins.soups(), scaled(100, 5));
  }
}

TEST_P(OvercookedWorlds, OfLargeRandomKitchensAreThoseOfTheModel) {
  const auto kitchens = some_kitchens(2, 12, {});
  for (const Others others : {Others::Apart, Others::Merged}) {
    Twins twins(settings_of("overcooked", 12, steps_per_launch), kitchens, others);
    twins.expect_equal_steps(scaled(600, 100));
    EXPECT_GE(twins.episodes(), 12);
    EXPECT_GE(twins.soups(), scaled(20, 0));
  }
}

TEST_P(OvercookedWorlds, TakeTurnsWithTheFiveClassics) {
  std::vector<Kitchen> kitchens;
  for (const std::string& name : envs::overcooked::kitchen_names())
    kitchens.push_back(envs::overcooked::find_kitchen(name));
  Twins twins(settings_of("overcooked", 13, steps_per_launch), kitchens, Others::Apart);
  twins.expect_equal_steps(scaled(4000, 420));
  EXPECT_GE(twins.episodes(), 13);
  EXPECT_GE(twins.soups(), scaled(30, 0));
}

TEST_P(OvercookedWorlds, HoldThirtyPlayersOnThirteenByNineSquares) {
  const Kitchen kitchen = large_kitchen();
  ASSERT_EQ(kitchen.starts.size(), 30u);
  ASSERT_EQ(kitchen.width, 13);
  ASSERT_EQ(kitchen.height, 9);
  for (const Others others : {Others::Apart, Others::Merged}) {
    Twins twins(settings_of("overcooked", 3, steps_per_launch), {kitchen}, others);
    twins.expect_equal_steps(scaled(400, 120));
    EXPECT_GE(twins.episodes(), 3);
  }
}

INSTANTIATE_TEST_SUITE_P(On, OvercookedWorlds, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests::overcooked
