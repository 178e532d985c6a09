#include "systems/policy/fused/pack.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/panel.hpp"
#include "systems/policy/affine.hpp"
#include "systems/policy/affine_panel.hpp"
#include "systems/policy/fused/shape.hpp"

namespace starling::policy {
namespace {

std::int64_t slices_of(const Architecture& shape) {
  return (shape.d_ff + fused_slice - 1) / fused_slice;
}

template <class Products>
void pack_attention(const EncoderLayer& layer, const Architecture& shape, PackedNetwork& packed) {
  const std::int64_t d = shape.d_model;
  const std::int64_t width = shape.d_head();
  const std::int64_t padded = fused_head_width(shape);
  auto [in, out] = attention_ends(layer);
  const double scale = std::numbers::log2e / std::sqrt(static_cast<double>(width));
  for (std::int64_t output = 0; output < d; ++output) {
    in.bias[static_cast<std::size_t>(output)] *= scale;
    for (std::int64_t input = 0; input < d; ++input)
      in.at(output, input) *= scale;
  }
  for (std::int64_t head = 0; head < shape.heads; ++head) {
    const std::int64_t first = head * width;
    // As many of the three parts as a slab has room for share a panel, and a product.
    const std::int64_t together = padded == 16 ? 3 : padded == 32 ? 2 : 1;
    for (std::int64_t part = 0; part < 3; part += together) {
      const std::int64_t parts = std::min(together, 3 - part);
      Panel<Products> panel(packed.slabs, d, parts * padded);
      for (std::int64_t own = 0; own < parts; ++own)
        panel.set(in, {0, d, d}, {(part + own) * d + first, width, padded}, {0, own * padded});
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
  const Affine down = down_from_doubled(layer);
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

void pack_embedding(const Network& network, PackedNetwork& packed) {
  const std::int64_t d = network.architecture.d_model;
  const Affine all = embedding_of(network);
  const std::int64_t blocks = (all.inputs + 15) / 16;
  packed.arguments.embed_blocks = static_cast<std::int32_t>(blocks);
  append_panel<kernels::WarpProducts>(packed.embed, all, {0, all.inputs, 16 * blocks}, {0, d, d});
}

void pack_heads(const Network& network, PackedNetwork& packed) {
  const std::int64_t d = network.architecture.d_model;
  const Affine all = answers_of(network);
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
