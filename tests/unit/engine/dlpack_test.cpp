/// DLPack tensors describe the same memory, and their consumer frees the description.
#include "engine/dlpack.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "engine/simulator.hpp"
#include "tests/support/device_test.hpp"

namespace starling::tests {
namespace {

struct CallDeleter {
  void operator()(DLManagedTensor* tensor) const { tensor->deleter(tensor); }
};
using Owned = std::unique_ptr<DLManagedTensor, CallDeleter>;

class DLPackOn : public DeviceTest {};

TEST_P(DLPackOn, TellsWhereTheMemoryIsAndHowItIsLaidOut) {
  const Simulator simulator(settings_of("zoo", 5, 4));
  const Tensor tensor = simulator.tensor("Animal.senses.daylight");
  const Owned managed(to_dlpack(tensor));
  const DLTensor& view = managed->dl_tensor;
  EXPECT_EQ(view.data, tensor.data);
  EXPECT_EQ(view.byte_offset, 0u);
  EXPECT_EQ(view.device.device_type, GetParam() == Device::Cuda ? kDLCUDA : kDLCPU);
  EXPECT_EQ(view.device.device_id, tensor.device_index);
  ASSERT_EQ(view.ndim, 4);
  EXPECT_EQ(std::vector<std::int64_t>(view.shape, view.shape + 4),
            (std::vector<std::int64_t>{4, 5, 3, 1}));
  EXPECT_EQ(std::vector<std::int64_t>(view.strides, view.strides + 4),
            (std::vector<std::int64_t>{60, 12, 4, 1}));
}

TEST_P(DLPackOn, TellsTheTypeOfElements) {
  const Simulator simulator(settings_of("herd", 1));
  const auto expect_type = [&](const char* name, int code, int bits) {
    const Owned managed(to_dlpack(simulator.tensor(name)));
    EXPECT_EQ(managed->dl_tensor.dtype.code, code) << name;
    EXPECT_EQ(managed->dl_tensor.dtype.bits, bits) << name;
    EXPECT_EQ(managed->dl_tensor.dtype.lanes, 1) << name;
  };
  expect_type("sight", kDLFloat, 32);
  expect_type("action", kDLInt, 32);
  expect_type("ending", kDLUInt, 8);
}

/// A consumer may keep what it was given when our own view is long gone.
TEST_P(DLPackOn, OutlivesTheViewItWasMadeFrom) {
  Simulator simulator(settings_of("cartpole", 3));
  std::optional<Tensor> view = simulator.tensor("observation");
  const Owned managed(to_dlpack(*view));
  view.reset();
  simulator.step();
  EXPECT_EQ(managed->dl_tensor.shape[1], 3);
  EXPECT_EQ(managed->dl_tensor.data, simulator.tensor("observation").data);
}

/// On a GPU the same pointer is read by kernels; what a CPU can check is the sight of new steps.
TEST_P(DLPackOn, SharesTheSimulatorsMemory) {
  if (GetParam() == Device::Cuda) return;
  Simulator simulator(settings_of("cartpole", 3));
  const Owned managed(to_dlpack(simulator.tensor("reward")));
  const auto* rewards = static_cast<const float*>(managed->dl_tensor.data);
  EXPECT_EQ(rewards[2], 0.0F);
  simulator.step();
  EXPECT_EQ(rewards[2], 1.0F);
}

/// The consumer's call of the deleter needs no simulator any more; a leak or a second release is
/// the address sanitizer's to find.
TEST_P(DLPackOn, IsFreedByItsDeleterAlone) {
  std::vector<Owned> held;
  {
    const Simulator simulator(settings_of("cartpole", 1));
    for (int copy = 0; copy < 10; ++copy)
      held.emplace_back(to_dlpack(simulator.tensor("observation")));
  }
  for (const Owned& managed : held)
    EXPECT_EQ(managed->dl_tensor.ndim, 4);
  held.clear();
}

INSTANTIATE_TEST_SUITE_P(On, DLPackOn, ::testing::Values(tested_device), device_of_test);

}  // namespace
}  // namespace starling::tests
