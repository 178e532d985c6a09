#include "systems/policy/float32/weights.hpp"

namespace starling::policy {
namespace {

class Packer {
 public:
  explicit Packer(std::vector<float>& numbers) : numbers_(numbers) {}

  PackedLinear add(const std::vector<const Linear*>& stacked) {
    PackedLinear packed;
    packed.inputs = static_cast<std::int32_t>(stacked.front()->inputs);
    packed.weight = next();
    for (std::int64_t input = 0; input < packed.inputs; ++input) {
      for (const Linear* linear : stacked) {
        for (std::int64_t output = 0; output < linear->outputs; ++output) {
          const std::int64_t from = output * linear->inputs + input;
          numbers_.push_back(linear->weight[static_cast<std::size_t>(from)]);
        }
      }
    }
    packed.bias = next();
    for (const Linear* linear : stacked)
      add(linear->bias);
    packed.outputs = next() - packed.bias;
    return packed;
  }
  PackedLinear add(const Linear& linear) { return add(std::vector{&linear}); }

  PackedNorm add(const LayerNorm& norm) {
    PackedNorm packed;
    packed.weight = next();
    add(norm.weight);
    packed.bias = next();
    add(norm.bias);
    return packed;
  }

 private:
  std::int32_t next() const { return static_cast<std::int32_t>(numbers_.size()); }
  void add(const std::vector<float>& values) {
    numbers_.insert(numbers_.end(), values.begin(), values.end());
  }

  std::vector<float>& numbers_;
};

}  // namespace

Float32Weights pack_weights(const Network& network) {
  const Architecture& shape = network.architecture;
  Float32Weights weights;
  PackedNetwork& packed = weights.network;
  Packer packer(weights.numbers);
  for (std::size_t type = 0; type < network.embed.size(); ++type)
    packed.embed[type] = packer.add(network.embed[type]);
  for (std::size_t index = 0; index < network.layers.size(); ++index) {
    const EncoderLayer& layer = network.layers[index];
    packed.layers[index] = {packer.add(layer.norm1),    packer.add(layer.in_proj),
                            packer.add(layer.out_proj), packer.add(layer.norm2),
                            packer.add(layer.linear1),  packer.add(layer.linear2)};
  }
  packed.norm = packer.add(network.norm);
  std::vector<const Linear*> heads;
  for (const Linear& actor : network.actors)
    heads.push_back(&actor);
  heads.push_back(&network.critic);
  packed.heads = packer.add(heads);
  packed.d_model = static_cast<std::int32_t>(shape.d_model);
  packed.attention_heads = static_cast<std::int32_t>(shape.heads);
  packed.layer_count = static_cast<std::int32_t>(shape.layers);
  packed.d_ff = static_cast<std::int32_t>(shape.d_ff);
  packed.norm_eps = shape.norm_eps;
  return weights;
}

}  // namespace starling::policy
