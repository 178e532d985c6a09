/// The golden policies, with what they are shown and what PyTorch makes of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "systems/policy/network.hpp"
#include "tests/support/golden.hpp"

namespace starling::tests {

/// Observations and what PyTorch makes of them.
struct GoldenPolicy {
  policy::Network network;
  std::int64_t agents = 0;
  std::vector<std::uint8_t> mask;            ///< [agents, tokens]
  std::vector<std::vector<float>> features;  ///< Of each agent, type by type.
  std::vector<std::vector<float>> logits;    ///< One tensor an action: [agents, choices].
  std::vector<float> value;

  std::span<const std::uint8_t> present(std::int64_t agent) const {
    const auto tokens = static_cast<std::size_t>(network.architecture.tokens());
    return {mask.data() + static_cast<std::size_t>(agent) * tokens, tokens};
  }
};

inline GoldenPolicy read_golden_policy(const std::string& name) {
  const std::string path = golden_folder() / "policy" / name;
  GoldenPolicy golden;
  golden.network = policy::read_network(policy::TensorFile::read(path + ".safetensors"));
  const policy::TensorFile file = policy::TensorFile::read(path + "_io.safetensors");
  const policy::Architecture& shape = golden.network.architecture;
  golden.agents = file.tensor("mask").shape.at(0);
  golden.mask = file.bytes("mask", {golden.agents, shape.tokens()});
  golden.features.resize(static_cast<std::size_t>(golden.agents));
  for (const policy::TokenType& type : shape.types) {
    const auto all = file.floats("obs." + type.name, {golden.agents, type.count, type.features});
    const auto each = static_cast<std::ptrdiff_t>(type.count * type.features);
    for (std::ptrdiff_t agent = 0; agent < golden.agents; ++agent) {
      std::vector<float>& own = golden.features[static_cast<std::size_t>(agent)];
      own.insert(own.end(), all.begin() + agent * each, all.begin() + (agent + 1) * each);
    }
  }
  for (std::size_t action = 0; action < shape.actions.size(); ++action) {
    golden.logits.push_back(
        file.floats("logits." + std::to_string(action), {golden.agents, shape.actions[action]}));
  }
  golden.value = file.floats("value", {golden.agents});
  return golden;
}

}  // namespace starling::tests
