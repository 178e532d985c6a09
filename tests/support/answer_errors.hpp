/// How far a network's answers in bf16 are from what is right, tensor by tensor.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/support/golden_policy.hpp"
#include "tests/support/network_case.hpp"

namespace starling::tests {

/// On the length of the error, over that of what is right.
inline constexpr double bfloat16_bound = 1e-2;

/// given, wanted: [agents, logits of all components and then the value]
inline void expect_within_bfloat16(const policy::Architecture& shape,
                                   const std::vector<float>& given,
                                   const std::vector<float>& wanted) {
  ASSERT_EQ(given.size(), wanted.size());
  std::vector<std::int64_t> sizes = shape.actions;
  sizes.push_back(1);
  std::size_t outputs = 0;
  for (const std::int64_t size : sizes)
    outputs += static_cast<std::size_t>(size);
  std::size_t first = 0;
  for (std::size_t part = 0; part < sizes.size(); ++part) {
    double difference = 0.0;
    double right = 0.0;
    for (std::size_t agent = 0; agent < given.size() / outputs; ++agent) {
      for (std::size_t index = first; index < first + static_cast<std::size_t>(sizes[part]);
           ++index) {
        const auto is = static_cast<double>(given[agent * outputs + index]);
        const auto should = static_cast<double>(wanted[agent * outputs + index]);
        difference += (is - should) * (is - should);
        right += should * should;
      }
    }
    EXPECT_LE(std::sqrt(difference), bfloat16_bound * std::sqrt(right))
        << "tensor " << part << " of d_model " << shape.d_model << ", " << shape.heads << " heads, "
        << shape.tokens() << " tokens";
    first += static_cast<std::size_t>(sizes[part]);
  }
}

/// Of `forward`.
inline void expect_within_bfloat16(const NetworkCase& given, const std::vector<float>& answers) {
  expect_within_bfloat16(given.network.architecture, answers, given.answers());
}

/// Of what PyTorch computed in float64.
inline void expect_within_bfloat16_of_golden(const std::string& name,
                                             const std::vector<float>& answers) {
  const GoldenPolicy golden = read_golden_policy(name);
  const policy::Architecture& shape = golden.network.architecture;
  std::vector<float> wanted;
  for (std::int64_t agent = 0; agent < golden.agents; ++agent) {
    for (std::size_t action = 0; action < shape.actions.size(); ++action) {
      const auto from = golden.logits[action].begin() + agent * shape.actions[action];
      wanted.insert(wanted.end(), from, from + shape.actions[action]);
    }
    wanted.push_back(golden.value[static_cast<std::size_t>(agent)]);
  }
  expect_within_bfloat16(shape, answers, wanted);
}

}  // namespace starling::tests
