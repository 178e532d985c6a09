/// An environment's own options are read, listed with their help, and refused in one sentence.
#include "engine/options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/settings.hpp"

namespace starling::tests {
namespace {

void make(const std::string& environment, const OptionTexts& options) {
  Settings settings = make_settings(environment, 1);
  settings.options = options;
  const Simulator simulator(settings);
}

TEST(EnvironmentOptions, AreListedWithTheirHelp) {
  const std::vector<OptionHelp> options = environment_options("warren");
  ASSERT_EQ(options.size(), 5u);
  EXPECT_EQ(options[0].name, "rabbits");
  EXPECT_EQ(options[0].help, "Most rabbits (0 to 1048576, 8 unless given)");
  EXPECT_EQ(options[3].name, "print");
  EXPECT_EQ(options[3].help, "Say all (no, yes; no unless given)");
  EXPECT_EQ(options[4].name, "carrot");
  EXPECT_TRUE(environment_options("cartpole").empty());
}

TEST(EnvironmentOptions, OfAnUnknownEnvironmentAreRefused) {
  expect_refused(Refusal::Usage, {"moon", "warren"}, [] { environment_options("moon"); });
}

TEST(EnvironmentOptions, ThatItDoesNotHaveAreRefusedWithThoseThatItHas) {
  expect_refused(Refusal::Usage, {"'warren'", "'wolves'", "rabbits, burrows, founders, print"}, [] {
    make("warren", {{"wolves", "3"}});
  });
  expect_refused(Refusal::Usage, {"'cartpole'", "'rabbits'", "none"}, [] {
    make("cartpole", {{"rabbits", "3"}});
  });
}

TEST(EnvironmentOptions, OutOfTheirRangeAreRefusedWithIt) {
  for (const char* value : {"-1", "1048577", "", "3x", "1e3", "99999999999999999999"}) {
    expect_refused(Refusal::Usage, {"'rabbits'", "'warren'", value, "0 to 1048576"}, [&] {
      make("warren", {{"rabbits", value}});
    });
  }
  expect_refused(Refusal::Usage, {"'print'", "'maybe'", "no, yes"}, [] {
    make("warren", {{"print", "maybe"}});
  });
}

TEST(EnvironmentOptions, AreGivenOnceUnlessTheyTakeSeveral) {
  expect_refused(Refusal::Usage, {"'rabbits'", "twice"}, [] {
    make("warren", {{"rabbits", "3"}, {"rabbits", "3"}});
  });
  make("warren", {{"carrot", "a"}, {"carrot", "a"}});
}

}  // namespace
}  // namespace starling::tests
