#include "systems/policy/fused/pack.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "kernels/panel.hpp"
#include "systems/policy/fused/shape.hpp"

namespace starling::policy {
namespace {

/// y = weight x + bias, in double. weight: [outputs, inputs], by rows.
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

Affine affine(const Linear& linear) {
  return {linear.inputs,
          linear.outputs,
          {linear.weight.begin(), linear.weight.end()},
          {linear.bias.begin(), linear.bias.end()}};
}

/// linear(gain * x + shift) as a function of x.
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

/// Some columns or rows of a panel.
struct Range {
  std::int64_t first;
  std::int64_t count;
  std::int64_t padded;  ///< A multiple of 16.
};

/// A panel at the end of some bytes, zero where nothing is set.
template <class Products>
class Panel {
 public:
  Panel(std::vector<std::byte>& to, std::int64_t rows, std::int64_t columns)
      : to_(to), begin_(to.size()), rows_(rows), columns_(columns) {
    to.resize(begin_ + static_cast<std::size_t>(kernels::panel_bytes(rows, columns)));
  }

  /// An affine function's weights, transposed, so that rows are inputs; at a column of the panel.
  void set(const Affine& function, Range inputs, Range outputs, std::int64_t at = 0) {
    for (std::int64_t row = 0; row < inputs.count; ++row) {
      for (std::int64_t column = 0; column < outputs.count; ++column) {
        const auto number = kernels::to_bfloat16(
            static_cast<float>(function.at(outputs.first + column, inputs.first + row)));
        const auto offset =
            static_cast<std::size_t>(Products::offset(row, at + column, rows_, columns_));
        std::memcpy(to_.data() + begin_ + offset, &number, sizeof number);
      }
    }
  }

 private:
  std::vector<std::byte>& to_;
  std::size_t begin_;
  std::int64_t rows_;
  std::int64_t columns_;
};

template <class Products>
void append_panel(std::vector<std::byte>& to, const Affine& function, Range inputs, Range outputs) {
  Panel<Products>(to, inputs.padded, outputs.padded).set(function, inputs, outputs);
}

void append(std::vector<float>& to, const std::vector<double>& from) {
  for (const double number : from)
    to.push_back(static_cast<float>(number));
}

std::int64_t slices_of(const Architecture& shape) {
  return (shape.d_ff + fused_slice - 1) / fused_slice;
}

template <class Products>
void pack_attention(const EncoderLayer& layer, const Architecture& shape, PackedNetwork& packed) {
  const std::int64_t d = shape.d_model;
  const std::int64_t width = shape.d_head();
  const std::int64_t padded = fused_head_width(shape);
  Affine in = behind(layer.norm1, layer.in_proj);
  Affine out = affine(layer.out_proj);
  const double scale = std::numbers::log2e / std::sqrt(static_cast<double>(width));
  for (std::int64_t output = 0; output < d; ++output) {
    in.bias[static_cast<std::size_t>(output)] *= scale;
    for (std::int64_t input = 0; input < d; ++input) {
      in.at(output, input) *= scale;
      out.bias[static_cast<std::size_t>(output)] +=
          out.at(output, input) * in.bias[static_cast<std::size_t>(2 * d + input)];
    }
  }
  for (std::int64_t head = 0; head < shape.heads; ++head) {
    const std::int64_t first = head * width;
    // As many of the three parts as a slab has room for share a panel, and a product.
    const std::int64_t together = padded == 16 ? 3 : padded == 32 ? 2 : 1;
    for (std::int64_t part = 0; part < 3; part += together) {
      const std::int64_t parts = std::min(together, 3 - part);
      Panel<Products> panel(packed.slabs, d, parts * padded);
      for (std::int64_t own = 0; own < parts; ++own)
        panel.set(in, {0, d, d}, {(part + own) * d + first, width, padded}, own * padded);
    }
    append_panel<Products>(packed.slabs, out, {first, width, padded}, {0, d, d});
    for (std::int64_t column = 0; column < padded; ++column) {
      const auto index = static_cast<std::size_t>(first + column);
      packed.biases.push_back(column < width ? static_cast<float>(in.bias[index]) : 0.0F);
    }
  }
  append(packed.biases, out.bias);
}

/// Panels up to a slice's hidden units and down from them take turns.
template <class Products>
void pack_mlp(const EncoderLayer& layer, const Architecture& shape, PackedNetwork& packed) {
  const std::int64_t d = shape.d_model;
  const Affine up = behind(layer.norm2, layer.linear1);
  Affine down = affine(layer.linear2);
  for (double& weight : down.weight)
    weight *= 0.5;  // of twice the units
  for (std::int64_t first = 0; first < shape.d_ff; first += fused_slice) {
    const Range slice{first, std::min<std::int64_t>(fused_slice, shape.d_ff - first), fused_slice};
    append_panel<Products>(packed.slabs, up, {0, d, d}, slice);
    append_panel<Products>(packed.slabs, down, slice, {0, d, d});
  }
  append(packed.biases, up.bias);
  packed.biases.resize(packed.biases.size() +
                       static_cast<std::size_t>(slices_of(shape) * fused_slice - shape.d_ff));
  append(packed.biases, down.bias);
}

/// Each kind of tokens has columns of its own, and one more that is 1 where a token is of it.
void pack_embedding(const Network& network, PackedNetwork& packed) {
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
  const std::int64_t blocks = (all.inputs + 15) / 16;
  packed.arguments.embed_blocks = static_cast<std::int32_t>(blocks);
  append_panel<kernels::WarpProducts>(packed.embed, all, {0, all.inputs, 16 * blocks},
                                      {0, shape.d_model, shape.d_model});
}

void pack_heads(const Network& network, PackedNetwork& packed) {
  const std::int64_t d = network.architecture.d_model;
  Affine all{d, 0, {}, {}};
  const auto add = [&](const Linear& linear) {
    const Affine own = behind(network.norm, linear);
    all.weight.insert(all.weight.end(), own.weight.begin(), own.weight.end());
    all.bias.insert(all.bias.end(), own.bias.begin(), own.bias.end());
    all.outputs += own.outputs;
  };
  for (const Linear& actor : network.actors)
    add(actor);
  add(network.critic);
  packed.arguments.outputs = static_cast<std::int32_t>(all.outputs);
  append(packed.output_biases, all.bias);
  for (std::int64_t first = 0; first < all.outputs; first += 16) {
    const std::int64_t count = std::min<std::int64_t>(16, all.outputs - first);
    append_panel<kernels::WarpProducts>(packed.heads, all, {0, d, d}, {first, count, 16});
  }
}

}  // namespace

template <class Products>
PackedNetwork pack(const Network& network) {
  const Architecture& shape = network.architecture;
  PackedNetwork packed;
  packed.arguments.layers = static_cast<std::int32_t>(shape.layers);
  packed.arguments.heads_a_layer = static_cast<std::int32_t>(shape.heads);
  packed.arguments.slices = static_cast<std::int32_t>(slices_of(shape));
  packed.arguments.norm_eps = shape.norm_eps;
  for (const EncoderLayer& layer : network.layers) {
    pack_attention<Products>(layer, shape, packed);
    pack_mlp<Products>(layer, shape, packed);
  }
  pack_embedding(network, packed);
  pack_heads(network, packed);
  packed.arguments.total_slabs = static_cast<std::int32_t>(
      packed.slabs.size() / static_cast<std::size_t>(fused_slab_bytes(shape.d_model)));
  // The last slice's bias is followed by one that is read ahead and not used.
  packed.biases.resize(packed.biases.size() + fused_slice);
  return packed;
}

template PackedNetwork pack<kernels::WarpProducts>(const Network&);
template PackedNetwork pack<kernels::WarpgroupProducts>(const Network&);

}  // namespace starling::policy
