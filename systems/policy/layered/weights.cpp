#include "systems/policy/layered/weights.hpp"

#include <cmath>

#include "kernels/panel.hpp"
#include "systems/policy/affine.hpp"
#include "systems/policy/affine_panel.hpp"

namespace starling::policy {
namespace {

using Products = kernels::WarpProducts;

/// Attention's kernel has heads of 32 and 64.
std::int64_t padded_head(const Architecture& shape) {
  return shape.d_head() < 32 ? 32 : shape.d_head();
}

class Packer {
 public:
  explicit Packer(LayeredWeights& weights) : weights_(weights) {}

  /// A function of `inner` numbers, at least its inputs.
  LayeredMatrix add(const Affine& function, std::int64_t inner) {
    LayeredMatrix matrix = begin(inner, function.outputs);
    append_panel<Products>(weights_.panels, function, {0, function.inputs, inner},
                           {0, function.outputs, function.outputs});
    append(weights_.numbers, function.bias);
    weights_.numbers.resize(static_cast<std::size_t>(matrix.bias + matrix.columns));
    return matrix;
  }
  LayeredMatrix add(const Affine& function) { return add(function, function.inputs); }

  LayeredMatrix add_queries_keys_values(const Affine& in, const Architecture& shape) {
    const std::int64_t width = shape.d_head();
    const std::int64_t padded = padded_head(shape);
    const LayeredMatrix matrix = begin(shape.d_model, 3 * shape.heads * padded);
    Panel<Products> panel(weights_.panels, matrix.inner, matrix.columns);
    for (std::int64_t head = 0; head < 3 * shape.heads; ++head) {
      panel.set(in, {0, shape.d_model, shape.d_model}, {head * width, width, padded},
                {0, head * padded});
      for (std::int64_t column = 0; column < padded; ++column) {
        const auto index = static_cast<std::size_t>(head * width + column);
        weights_.numbers.push_back(column < width ? static_cast<float>(in.bias[index]) : 0.0F);
      }
    }
    return matrix;
  }

  LayeredMatrix add_from_heads(const Affine& out, const Architecture& shape) {
    const std::int64_t width = shape.d_head();
    const std::int64_t padded = padded_head(shape);
    const LayeredMatrix matrix = begin(shape.heads * padded, shape.d_model);
    Panel<Products> panel(weights_.panels, matrix.inner, matrix.columns);
    for (std::int64_t head = 0; head < shape.heads; ++head)
      panel.set(out, {head * width, width, padded}, {0, shape.d_model, shape.d_model},
                {head * padded, 0});
    append(weights_.numbers, out.bias);
    return matrix;
  }

  /// Where they begin.
  std::int64_t add(const std::vector<double>& numbers) {
    const auto first = static_cast<std::int64_t>(weights_.numbers.size());
    append(weights_.numbers, numbers);
    return first;
  }

 private:
  LayeredMatrix begin(std::int64_t inner, std::int64_t columns) const {
    return {static_cast<std::int64_t>(weights_.panels.size()),
            static_cast<std::int64_t>(weights_.numbers.size()), inner, columns};
  }

  LayeredWeights& weights_;
};

}  // namespace

LayeredWeights pack_layered(const Network& network) {
  const Architecture& architecture = network.architecture;
  LayeredWeights weights;
  Packer packer(weights);
  LayeredShape& shape = weights.shape;
  shape.d_model = architecture.d_model;
  shape.heads = architecture.heads;
  shape.head_width = padded_head(architecture);
  shape.d_ff = architecture.d_ff;
  shape.tokens = architecture.tokens();
  shape.score_scale = 1.0F / std::sqrt(static_cast<float>(architecture.d_head()));
  shape.norm_eps = architecture.norm_eps;
  const Affine embedding = embedding_of(network);
  shape.embed = packer.add(embedding, (embedding.inputs + 15) / 16 * 16);
  for (const EncoderLayer& layer : network.layers) {
    const AttentionEnds ends = attention_ends(layer);
    LayeredLayer own;
    own.in = packer.add_queries_keys_values(ends.in, architecture);
    own.out = packer.add_from_heads(ends.out, architecture);
    own.up = packer.add(behind(layer.norm2, layer.linear1));
    own.down = packer.add(down_from_doubled(layer));
    shape.layers.push_back(own);
  }
  const Affine answers = answers_of(network);
  shape.outputs = answers.outputs;
  shape.head_weights = packer.add(answers.weight);
  shape.head_biases = packer.add(answers.bias);
  return weights;
}

}  // namespace starling::policy
