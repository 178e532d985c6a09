/// The options of Overcooked: what they choose, and the sentence for each that cannot be.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/device_test.hpp"
#include "tests/support/overcooked_kitchen_files.hpp"
#include "tests/support/refusal.hpp"

namespace starling::tests::overcooked {
namespace {

using Four = std::array<std::int64_t, 4>;

Settings with_options(Settings settings, const OptionTexts& options) {
  settings.options = options;
  return settings;
}

class OvercookedOptions : public DeviceTest {
 protected:
  static void expect_refused(const OptionTexts& options, std::initializer_list<std::string> words) {
    tests::expect_refused(Refusal::Usage, words, [&] {
      Simulator simulator(with_options(settings_of("overcooked", 1), options));
    });
  }
  static Tensor tensor(const OptionTexts& options, const char* name) {
    return Simulator(with_options(settings_of("overcooked", 3), options)).tensor(name);
  }
};

TEST_P(OvercookedOptions, ChooseCrampedRoomAndPlanesApartUnlessGiven) {
  EXPECT_EQ(tensor({}, "planes").shape, (Four{1, 3, 2, 5 * 4 * 26}));
  EXPECT_EQ(tensor({{"layout", "cramped_room"}}, "planes").shape, (Four{1, 3, 2, 5 * 4 * 26}));
}

TEST_P(OvercookedOptions, MakeRoomForTheLargestOfAllKitchens) {
  envs::overcooked::Kitchen crowded =
      envs::overcooked::parse_kitchen("grid\nXPX\n123\n456\nXSX\n", "crowded");
  const KitchenFiles files({crowded});
  OptionTexts options = files.options();
  options.emplace_back("layout", "asymmetric_advantages");
  EXPECT_EQ(tensor(options, "planes").shape, (Four{1, 3, 6, 9 * 5 * (16 + 6 * 5)}));
  EXPECT_EQ(tensor(options, "action").shape, (Four{1, 3, 6, 1}));
  options.emplace_back("planes", "merged");
  EXPECT_EQ(tensor(options, "planes").shape, (Four{1, 3, 6, 9 * 5 * 26}));
}

TEST_P(OvercookedOptions, AreRefusedWhereTheyCannotBe) {
  expect_refused({{"planes", "both"}}, {"planes", "both", "apart, merged"});
  expect_refused({{"planes", "apart"}, {"planes", "merged"}}, {"planes", "twice"});
  expect_refused({{"kitchen", "cramped_room"}}, {"kitchen", "layout", "planes"});
  expect_refused({{"layout", "no_such_room"}}, {"no_such_room", "cramped_room", "counter_circuit"});
  expect_refused({{"layout", ""}}, {"''", "cramped_room"});
  expect_refused({{"layout", "cramped_room"}, {"layout", "/"}}, {"'/'", "file"});
}

TEST_P(OvercookedOptions, AreRefusedWithThePlaceInAKitchenFile) {
  const KitchenFiles files({envs::overcooked::find_kitchen("cramped_room")});
  const std::string path = files.options().front().second;
  std::ofstream(path) << "horizon 10\ngrid\nXXPXX\nO  1!\n";
  expect_refused({{"layout", path}}, {path + ":4:5: ", "'!'"});
  std::ofstream(path) << "horizon soon\ngrid\nXXPXX\n";
  expect_refused({{"layout", "cramped_room"}, {"layout", path}}, {path + ":1:9: ", "'soon'"});
  std::ofstream(path) << "";
  expect_refused({{"layout", path}}, {path + ":1:1: ", "grid"});
}

TEST_P(OvercookedOptions, DecideWhichTensorsThereAre) {
  std::vector<std::string> names =
      Simulator(with_options(settings_of("overcooked", 1), {})).tensor_names();
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"action", "action.act", "earned", "earned.shaped",
                                             "earned.sparse", "ending", "ending.terminated",
                                             "ending.truncated", "final_planes", "planes", "reward",
                                             "reward.value"}));
}

INSTANTIATE_TEST_SUITE_P(On, OvercookedOptions, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests::overcooked
