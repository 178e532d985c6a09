/// What a network on the GPU answers to a case.
#pragma once

#include <cstdint>
#include <vector>

#include "systems/policy/device_network.hpp"
#include "tests/support/network_case.hpp"
#include "tests/unit/kernels/cuda/device.hpp"

namespace starling::tests {

/// A case's observations, and room for answers, in memory of both.
class ObservedCase {
 public:
  /// `mask_gap`: bytes between rows of the mask.
  explicit ObservedCase(const NetworkCase& given, std::int64_t mask_gap = 0)
      : given_(given),
        mask_gap_(mask_gap),
        mask_(given.mask.empty() ? given.mask : given.mask_apart(mask_gap)),
        answers_(static_cast<std::size_t>(given.agents * given.outputs())) {
    for (const std::vector<float>& type : given.features)
      features_.emplace_back(type);
  }

  policy::ObservedTokens observed() const {
    std::vector<const float*> data;
    for (const auto& type : features_)
      data.push_back(type.span().data());
    policy::ObservedTokens observed = given_.observed(data, mask_.span().data());
    observed.mask_stride += mask_gap_;
    return observed;
  }

  /// [agents, outputs]
  std::vector<float> answers(const policy::DeviceNetwork& network) const {
    network.launch(observed(), answers_.span().data(), nullptr);
    kernels::testing::finish_kernel();
    return answers_.items();
  }

  kernels::Span<float> room_for_answers() const { return answers_.span(); }

 private:
  template <class T>
  using ManagedArray = kernels::testing::ManagedArray<T>;

  const NetworkCase& given_;
  std::int64_t mask_gap_;
  std::vector<ManagedArray<float>> features_;
  ManagedArray<std::uint8_t> mask_;
  ManagedArray<float> answers_;
};

inline std::vector<float> answers_by(const policy::DeviceNetwork& network,
                                     const NetworkCase& given) {
  return ObservedCase(given).answers(network);
}

}  // namespace starling::tests
