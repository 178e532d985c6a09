#include "envs/cli/first_difference.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace starling::cli {
namespace {

Settings settings_of(std::int64_t worlds, int steps_per_launch) {
  Settings settings;
  settings.environment = "cartpole";
  settings.worlds = worlds;
  settings.steps_per_launch = steps_per_launch;
  settings.actions = Actions::Random;
  settings.hash_steps = true;
  return settings;
}

TEST(FirstDifference, FindsNoneBetweenLaunchesOfUnequalLength) {
  EXPECT_FALSE(find_first_difference(settings_of(20, 1), settings_of(20, 64), 200));
  EXPECT_FALSE(find_first_difference(settings_of(20, 7), settings_of(20, 16), 200));
}

TEST(FirstDifference, ComparesTheWorldsThatBothSidesHave) {
  EXPECT_FALSE(find_first_difference(settings_of(7, 4), settings_of(50, 4), 100));
}

TEST(FirstDifference, FindsAFaultBeforeTheFirstStep) {
  Simulator left(settings_of(20, 4));
  Simulator right(settings_of(20, 4));
  right.flip_bit(13, 0, 0);
  const auto difference = find_first_difference(left, right, 100);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->step, 0);
  EXPECT_EQ(difference->world, 13);
}

TEST(FirstDifference, FindsAFaultBetweenTwoSteps) {
  Simulator left(settings_of(20, 4));
  Simulator right(settings_of(20, 1));
  const auto spoil_after_nine = [&](std::int64_t steps_done) {
    if (steps_done == 9) right.flip_bit(5, 0, 0);
    return true;
  };
  const auto difference = find_first_difference(left, right, 100, spoil_after_nine);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->step, 10);
  EXPECT_EQ(difference->world, 5);
}

TEST(FirstDifference, EndsWhenToldTo) {
  std::int64_t last_step = 0;
  const auto until_three = [&](std::int64_t steps_done) {
    last_step = steps_done;
    return steps_done < 3;
  };
  EXPECT_FALSE(find_first_difference(settings_of(5, 4), settings_of(5, 4), 100, until_three));
  EXPECT_EQ(last_step, 3);
}

TEST(FirstDifference, NamesTheFieldThatDiffers) {
  Simulator left(settings_of(3, 1));
  Simulator right(settings_of(3, 1));
  EXPECT_FALSE(first_differing_field(left, right, 2));
  const std::vector<FieldValue> fields = left.inspect(2);
  const std::size_t index = fields.size() / 2;
  right.flip_bit(2, index, 0);
  EXPECT_FALSE(first_differing_field(left, right, 1));
  const auto field = first_differing_field(left, right, 2);
  ASSERT_TRUE(field);
  EXPECT_EQ(field->left.path, fields[index].path);
  EXPECT_NE(field->left.bits, field->right.bits);
}

TEST(FirstDifference, ExplainsAtTheStepThatDiffers) {
  Settings other_seed = settings_of(5, 64);
  other_seed.seed = 1;
  const Difference difference{.step = 10, .world = 4};
  EXPECT_TRUE(explain(settings_of(5, 4), other_seed, difference));
  EXPECT_FALSE(explain(settings_of(5, 4), settings_of(5, 64), difference));
}

}  // namespace
}  // namespace starling::cli
