/// Affine functions in double, into which what is linear around a network's layers is folded before
/// they are rounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systems/policy/network.hpp"

namespace starling::policy {

/// y = weight x + bias. weight: [outputs, inputs], by rows.
struct Affine {
  std::int64_t inputs;
  std::int64_t outputs;
  std::vector<double> weight;
  std::vector<double> bias;

  double& at(std::int64_t output, std::int64_t input) {
    return weight[static_cast<std::size_t>(output * inputs + input)];
  }
  double at(std::int64_t output, std::int64_t input) const {
    return weight[static_cast<std::size_t>(output * inputs + input)];
  }
};

Affine affine(const Linear& linear);

/// linear(gain * x + shift) as a function of x.
Affine behind(const LayerNorm& norm, const Linear& linear);

/// The two ends of an attention. `in` gives queries, keys and values, one after the other.
struct AttentionEnds {
  Affine in;
  Affine out;
};

/// Behind the layer's first norm. The biases of values, whose weights add up to 1, are in that of
/// the output, and zero in `in`; so are those of keys, which would move all scores of a query
/// alike.
AttentionEnds attention_ends(const EncoderLayer& layer);

/// From hidden units doubled, as kernels/gelu.hpp gives them.
Affine down_from_doubled(const EncoderLayer& layer);

/// Of tokens of all kinds: each kind has inputs of its own, and one more that is 1 where a token is
/// of it. There is no bias.
Affine embedding_of(const Network& network);

/// From a normalized row, the logits of all components of the action and then the value.
Affine answers_of(const Network& network);

}  // namespace starling::policy
