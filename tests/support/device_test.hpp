/// Claims that hold on every device. A file of them is compiled for CPU threads and, included by a
/// file under cuda/, once more for the GPU, with STARLING_TESTED_ON_CUDA.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "engine/simulator.hpp"
#include "tests/support/settings.hpp"

namespace starling {

/// How GoogleTest shows a device.
inline void PrintTo(Device device, std::ostream* out) {
  *out << name_of(device);
}

}  // namespace starling

namespace starling::tests {

/// What the file at hand is compiled for.
#if defined(STARLING_TESTED_ON_CUDA)
inline constexpr Device tested_device = Device::Cuda;
#else
inline constexpr Device tested_device = Device::Cpu;
#endif

/// Instantiate with `Values(tested_device)` and `device_of_test`.
class DeviceTest : public ::testing::TestWithParam<Device> {
 protected:
  void SetUp() override {
    if (GetParam() == Device::Cuda && cuda_unavailable_reason()) GTEST_SKIP() << "no CUDA device";
  }

  static Settings settings_of(const std::string& environment, std::int64_t worlds,
                              int steps_per_launch = 1) {
    Settings settings = make_settings(environment, worlds, steps_per_launch);
    settings.device = GetParam();
    return settings;
  }

  /// Steps that draw their own actions.
  static Settings random_settings_of(const std::string& environment, std::int64_t worlds,
                                     int steps_per_launch = 1) {
    Settings settings = settings_of(environment, worlds, steps_per_launch);
    settings.actions = Actions::Random;
    return settings;
  }
};

inline std::string device_of_test(const ::testing::TestParamInfo<Device>& info) {
  return name_of(info.param);
}

}  // namespace starling::tests
