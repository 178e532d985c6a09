#include "systems/policy/affine.hpp"

namespace starling::policy {

Affine affine(const Linear& linear) {
  return {linear.inputs,
          linear.outputs,
          {linear.weight.begin(), linear.weight.end()},
          {linear.bias.begin(), linear.bias.end()}};
}

Affine behind(const LayerNorm& norm, const Linear& linear) {
  Affine folded = affine(linear);
  for (std::int64_t output = 0; output < folded.outputs; ++output) {
    for (std::int64_t input = 0; input < folded.inputs; ++input) {
      const auto column = static_cast<std::size_t>(input);
      double& weight = folded.at(output, input);
      folded.bias[static_cast<std::size_t>(output)] +=
          weight * static_cast<double>(norm.bias[column]);
      weight *= static_cast<double>(norm.weight[column]);
    }
  }
  return folded;
}

AttentionEnds attention_ends(const EncoderLayer& layer) {
  AttentionEnds ends{behind(layer.norm1, layer.in_proj), affine(layer.out_proj)};
  const std::int64_t d = ends.out.inputs;
  for (std::int64_t output = 0; output < d; ++output) {
    for (std::int64_t input = 0; input < d; ++input)
      ends.out.bias[static_cast<std::size_t>(output)] +=
          ends.out.at(output, input) * ends.in.bias[static_cast<std::size_t>(2 * d + input)];
  }
  for (auto unused = static_cast<std::size_t>(d); unused < ends.in.bias.size(); ++unused)
    ends.in.bias[unused] = 0.0;
  return ends;
}

Affine down_from_doubled(const EncoderLayer& layer) {
  Affine down = affine(layer.linear2);
  for (double& weight : down.weight)
    weight *= 0.5;
  return down;
}

Affine embedding_of(const Network& network) {
  const Architecture& shape = network.architecture;
  Affine all{0, shape.d_model, {}, {}};
  for (const TokenType& type : shape.types)
    all.inputs += type.features + 1;
  all.weight.resize(static_cast<std::size_t>(all.inputs * all.outputs));
  std::int64_t first = 0;
  for (const Linear& linear : network.embed) {
    for (std::int64_t output = 0; output < linear.outputs; ++output) {
      for (std::int64_t input = 0; input < linear.inputs; ++input) {
        all.at(output, first + input) = static_cast<double>(
            linear.weight[static_cast<std::size_t>(output * linear.inputs + input)]);
      }
      all.at(output, first + linear.inputs) =
          static_cast<double>(linear.bias[static_cast<std::size_t>(output)]);
    }
    first += linear.inputs + 1;
  }
  return all;
}

Affine answers_of(const Network& network) {
  Affine all{network.architecture.d_model, 0, {}, {}};
  const auto add = [&](const Linear& linear) {
    const Affine own = behind(network.norm, linear);
    all.weight.insert(all.weight.end(), own.weight.begin(), own.weight.end());
    all.bias.insert(all.bias.end(), own.bias.begin(), own.bias.end());
    all.outputs += own.outputs;
  };
  for (const Linear& actor : network.actors)
    add(actor);
  add(network.critic);
  return all;
}

}  // namespace starling::policy
