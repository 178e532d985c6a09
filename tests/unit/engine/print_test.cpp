/// A system's lines come out whole, each headed by world, step and row, on every device.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/device_test.hpp"
#include "tests/support/warrens.hpp"

namespace starling::tests {
namespace {

class PrintOn : public DeviceTest {};

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST_P(PrintOn, WritesALineACallInAnyOrder) {
  Settings settings = settings_of("warren", 40);
  settings.options = warren_options(4, 1, 2);
  settings.options.emplace_back("print", "yes");
  settings.tile_worlds = 3;
  Simulator simulator(settings);
  testing::internal::CaptureStdout();
  for (int step = 0; step < 2; ++step)
    simulator.step();
  simulator.synchronize();
  const std::vector<std::string> printed = sorted_lines(testing::internal::GetCapturedStdout());
  std::vector<std::string> expected;
  for (int world = 0; world < 40; ++world) {
    for (int step = 0; step < 2; ++step) {
      const std::string place =
          "world " + std::to_string(world) + " step " + std::to_string(step) + " row ";
      for (const char* row : {"0: of 5 kg, slot 0", "1: of 5 kg, slot 1", "0: of 0 kg, slot 4",
                              "0: 100% plain", "1: 100% plain", "0: 100% plain"})
        expected.push_back(place + row);
    }
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(printed, expected);
}

INSTANTIATE_TEST_SUITE_P(On, PrintOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
