/// Policy files made up by tests: any architecture, with random weights.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "systems/policy/network.hpp"

namespace starling::tests {

/// A safetensors file of float32 tensors, to be changed before it is written.
struct SafetensorsText {
  std::map<std::string, std::string> metadata;
  std::map<std::string, std::vector<std::int64_t>> shapes;
  std::map<std::string, std::vector<float>> given;  ///< Values of tensors that are not random.
  std::uint32_t seed = 1;

  std::vector<std::byte> bytes() const {
    nlohmann::json header = {{"__metadata__", metadata}};
    std::vector<float> values;
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
    for (const auto& [name, shape] : shapes) {
      const std::size_t begin = values.size() * sizeof(float);
      std::int64_t count = 1;
      for (const std::int64_t size : shape)
        count *= size;
      const float scale = 1.0F / std::sqrt(static_cast<float>(shape.back()));
      const auto found = given.find(name);
      for (std::int64_t value = 0; value < count; ++value) {
        values.push_back(found == given.end() ? scale * uniform(random)
                                              : found->second[static_cast<std::size_t>(value)]);
      }
      header[name] = {{"dtype", "F32"},
                      {"shape", shape},
                      {"data_offsets", {begin, values.size() * sizeof(float)}}};
    }
    return bytes_of(header.dump(), values);
  }

  static std::vector<std::byte> bytes_of(const std::string& header,
                                         const std::vector<float>& values) {
    const std::uint64_t length = header.size();
    std::vector<std::byte> bytes(sizeof length + header.size() + values.size() * sizeof(float));
    std::memcpy(bytes.data(), &length, sizeof length);
    std::memcpy(bytes.data() + sizeof length, header.data(), header.size());
    if (!values.empty()) {
      std::memcpy(bytes.data() + sizeof length + header.size(), values.data(),
                  values.size() * sizeof(float));
    }
    return bytes;
  }
};

struct TokenSizes {
  std::string name;
  std::int64_t features = 1;
  std::int64_t count = 1;
};

struct PolicySizes {
  std::int64_t d_model = 32;
  std::int64_t heads = 2;
  std::int64_t layers = 1;
  std::int64_t d_ff = 64;
  std::vector<TokenSizes> types = {{"self", 3, 1}, {"other", 2, 4}};
  std::vector<std::int64_t> actions = {5, 2};
};

/// A policy with random weights.
inline SafetensorsText policy_text(const PolicySizes& sizes = {}) {
  SafetensorsText text;
  const std::int64_t d = sizes.d_model;
  nlohmann::json types;
  for (const TokenSizes& type : sizes.types)
    types.push_back({type.name, type.features, type.count});
  text.metadata = {{"format", "entity_policy"},
                   {"types", types.dump()},
                   {"actions", nlohmann::json(sizes.actions).dump()},
                   {"d_model", std::to_string(d)},
                   {"heads", std::to_string(sizes.heads)},
                   {"layers", std::to_string(sizes.layers)},
                   {"d_ff", std::to_string(sizes.d_ff)},
                   {"activation", "gelu"},
                   {"norm_eps", "1e-05"}};
  const auto linear = [&](const std::string& module, std::int64_t inputs, std::int64_t outputs) {
    text.shapes[module + ".weight"] = {outputs, inputs};
    text.shapes[module + ".bias"] = {outputs};
  };
  const auto norm = [&](const std::string& module) {
    text.shapes[module + ".weight"] = {d};
    text.shapes[module + ".bias"] = {d};
  };
  for (const TokenSizes& type : sizes.types)
    linear("embed." + type.name, type.features, d);
  for (std::int64_t layer = 0; layer < sizes.layers; ++layer) {
    const std::string module = "encoder.layers." + std::to_string(layer);
    text.shapes[module + ".self_attn.in_proj_weight"] = {3 * d, d};
    text.shapes[module + ".self_attn.in_proj_bias"] = {3 * d};
    linear(module + ".self_attn.out_proj", d, d);
    norm(module + ".norm1");
    norm(module + ".norm2");
    linear(module + ".linear1", d, sizes.d_ff);
    linear(module + ".linear2", sizes.d_ff, d);
  }
  norm("encoder.norm");
  for (std::size_t action = 0; action < sizes.actions.size(); ++action)
    linear("actor." + std::to_string(action), d, sizes.actions[action]);
  linear("critic", d, 1);
  return text;
}

/// A policy of one layer that balances CartPole when it is played greedily: a linear controller.
/// The layer adds nothing; one half of the embedding is the weighted sum of the observation, the
/// other its negative, of which the last norm leaves the sign.
inline SafetensorsText balancing_policy() {
  const PolicySizes sizes{.types = {{"observation", 4, 1}}, .actions = {2}};
  const auto width = static_cast<std::size_t>(sizes.d_model);
  SafetensorsText text = policy_text(sizes);
  for (const auto& [name, shape] : text.shapes) {
    std::size_t count = 1;
    for (const std::int64_t size : shape)
      count *= static_cast<std::size_t>(size);
    text.given[name] = std::vector<float>(count, name.find("norm") == std::string::npos ? 0.0F
                                                 : name.ends_with(".weight")            ? 1.0F
                                                                                        : 0.0F);
  }
  for (std::size_t unit = 0; unit < width; ++unit) {
    const float sign = unit < width / 2 ? 1.0F : -1.0F;
    const std::array<float, 4> gains = {0.3F, 0.8F, 8.0F, 2.0F};
    for (std::size_t feature = 0; feature < gains.size(); ++feature)
      text.given["embed.observation.weight"][unit * gains.size() + feature] = sign * gains[feature];
    text.given["actor.0.weight"][unit] = -sign;
    text.given["actor.0.weight"][width + unit] = sign;
  }
  return text;
}

/// The network of a file, called a.safetensors, with these contents.
inline policy::Network network_of(const SafetensorsText& text) {
  return policy::read_network(policy::TensorFile("a.safetensors", text.bytes()));
}

}  // namespace starling::tests
