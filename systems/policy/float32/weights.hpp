/// A network's weights as the float32 kernel reads them: one array of numbers, and where in it each
/// tensor begins.
#pragma once

#include <cstdint>
#include <vector>

#include "systems/policy/network.hpp"
#include "systems/policy/observed_tokens.hpp"

namespace starling::policy {

/// Most layers of a network that runs on a GPU.
inline constexpr int max_layers = 8;

/// The weight is [inputs, outputs], so that threads of neighbouring outputs read neighbours.
struct PackedLinear {
  std::int32_t weight = 0;
  std::int32_t bias = 0;
  std::int32_t inputs = 0;
  std::int32_t outputs = 0;
};

struct PackedNorm {
  std::int32_t weight = 0;
  std::int32_t bias = 0;
};

struct PackedLayer {
  PackedNorm norm1;
  PackedLinear in_proj;
  PackedLinear out_proj;
  PackedNorm norm2;
  PackedLinear linear1;
  PackedLinear linear2;
};

/// Plain data, handed to a kernel by value.
struct PackedNetwork {
  const float* numbers = nullptr;
  PackedLinear embed[max_token_types] = {};
  PackedLayer layers[max_layers] = {};
  PackedNorm norm = {};
  PackedLinear heads = {};  ///< Those of all components of the action, and then the value's.
  std::int32_t d_model = 0;
  std::int32_t attention_heads = 0;
  std::int32_t layer_count = 0;
  std::int32_t d_ff = 0;
  float norm_eps = 0.0F;
};

/// A network packed: `network.numbers` is to be set to where the numbers are.
struct Float32Weights {
  PackedNetwork network;
  std::vector<float> numbers;
};

Float32Weights pack_weights(const Network& network);

}  // namespace starling::policy
