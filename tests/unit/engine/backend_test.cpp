/// What a program knows of its backends and environments before it makes a simulator.
#include "engine/backend.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/settings.hpp"

namespace starling::tests {
namespace {

// failures.md: No CUDA: `--backend cuda` then fails in one sentence.
TEST(Backend, RunsOnCudaOrSaysInASentenceWhyNot) {
  Settings settings = make_settings("cartpole", 10);
  settings.device = Device::Cuda;
  const auto reason = cuda_unavailable_reason();
  if (reason) {
    expect_refused(Refusal::Unavailable, {*reason, "CUDA"}, [&] { Simulator simulator(settings); });
  } else {
    EXPECT_NO_THROW(Simulator{settings});
  }
  EXPECT_TRUE(built_with_cuda() || reason);
}

// failures.md: No display, no Vulkan, no OpenGL needed for rollouts.
TEST(Backend, LoadsNoLibraryOfADisplay) {
  Simulator simulator(make_settings("cartpole", 10));
  simulator.step();
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    for (const char* library : {"libX11", "libwayland", "libvulkan", "libGL", "libEGL"})
      EXPECT_EQ(line.find(library), std::string::npos) << line;
  }
}

TEST(Environments, AreNamedInOrder) {
  const std::vector<std::string> names = environment_names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_NE(std::find(names.begin(), names.end(), "cartpole"), names.end());
}

}  // namespace
}  // namespace starling::tests
