#include "systems/policy/network.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "engine/quotes.hpp"

namespace starling::policy {
namespace {

/// Takes tensors out of a file, and knows at the end which nobody took.
class Reader {
 public:
  explicit Reader(const TensorFile& file) : file_(file) {}

  std::vector<float> take(const std::string& name, const std::vector<std::int64_t>& shape) {
    taken_.insert(name);
    std::vector<float> values = file_.floats(name, shape);
    const bool is_finite =
        std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
    if (!is_finite) file_.refuse("tensor " + in_quotes(name) + " holds what is no finite number");
    return values;
  }

  Linear linear(const std::string& weight, const std::string& bias, std::int64_t inputs,
                std::int64_t outputs) {
    return {inputs, outputs, take(weight, {outputs, inputs}), take(bias, {outputs})};
  }
  Linear linear(const std::string& module, std::int64_t inputs, std::int64_t outputs) {
    return linear(module + ".weight", module + ".bias", inputs, outputs);
  }
  LayerNorm norm(const std::string& module, std::int64_t width) {
    return {take(module + ".weight", {width}), take(module + ".bias", {width})};
  }

  void check_all_taken() const {
    for (const auto& [name, tensor] : file_.tensors()) {
      if (taken_.count(name) == 0) {
        file_.refuse("tensor " + in_quotes(name) + " is none of those that its metadata speaks of");
      }
    }
  }

 private:
  const TensorFile& file_;
  std::set<std::string> taken_;
};

EncoderLayer read_layer(Reader& reader, const std::string& module, const Architecture& shape) {
  const std::int64_t d = shape.d_model;
  EncoderLayer layer;
  layer.norm1 = reader.norm(module + ".norm1", d);
  layer.in_proj = reader.linear(module + ".self_attn.in_proj_weight",
                                module + ".self_attn.in_proj_bias", d, 3 * d);
  layer.out_proj = reader.linear(module + ".self_attn.out_proj", d, d);
  layer.norm2 = reader.norm(module + ".norm2", d);
  layer.linear1 = reader.linear(module + ".linear1", d, shape.d_ff);
  layer.linear2 = reader.linear(module + ".linear2", shape.d_ff, d);
  return layer;
}

}  // namespace

Network read_network(const TensorFile& file) {
  Network network;
  network.architecture = read_architecture(file);
  const Architecture& shape = network.architecture;
  Reader reader(file);
  for (const TokenType& type : shape.types)
    network.embed.push_back(reader.linear("embed." + type.name, type.features, shape.d_model));
  for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
    network.layers.push_back(read_layer(reader, "encoder.layers." + std::to_string(layer), shape));
  }
  network.norm = reader.norm("encoder.norm", shape.d_model);
  for (std::size_t action = 0; action < shape.actions.size(); ++action) {
    network.actors.push_back(
        reader.linear("actor." + std::to_string(action), shape.d_model, shape.actions[action]));
  }
  network.critic = reader.linear("critic", shape.d_model, 1);
  reader.check_all_taken();
  return network;
}

}  // namespace starling::policy
