/// An entity policy: what its file says of its architecture, and its weights as float32.
///
/// Entities become tokens; a pre-norm transformer encoder with a mask over absent entities; a mean
/// over the tokens that are there; a linear head for each component of the action and one for the
/// value. Tensors have the names and shapes of PyTorch's TransformerEncoderLayer, so a state_dict
/// saves straight into the file.
#pragma once

#include <cstdint>
#include <vector>

#include "systems/policy/architecture.hpp"

namespace starling::policy {

/// y = weight x + bias; weight [outputs, inputs], by rows.
struct Linear {
  std::int64_t inputs = 0;
  std::int64_t outputs = 0;
  std::vector<float> weight;
  std::vector<float> bias;
};

struct LayerNorm {
  std::vector<float> weight;
  std::vector<float> bias;
};

struct EncoderLayer {
  LayerNorm norm1;
  Linear in_proj;  ///< Queries, keys and values, one after the other.
  Linear out_proj;
  LayerNorm norm2;
  Linear linear1;
  Linear linear2;
};

struct Network {
  Architecture architecture;
  std::vector<Linear> embed;  ///< One a token type.
  std::vector<EncoderLayer> layers;
  LayerNorm norm;
  std::vector<Linear> actors;  ///< One a component of the action.
  Linear critic;
};

/// Throws Error (Usage) with one sentence, which begins with the file's name, where the file holds
/// no policy, one that is not supported, or one whose tensors do not fit what it says of itself.
Network read_network(const TensorFile& file);

}  // namespace starling::policy
