/// A network's weights as its fused kernel reads them.
#pragma once

#include <cstddef>
#include <vector>

#include "systems/policy/fused/arguments.hpp"
#include "systems/policy/network.hpp"

namespace starling::policy {

/// Weights in bf16, in panels (see kernels/panel.hpp), biases in float32.
///
/// What is linear is folded, in double: a layer norm's gain into the columns of the weights behind
/// it, its bias into theirs; log2(e) / sqrt(d_head) into queries; the biases of values, whose
/// weights add up to 1, into that of the attention's output. Keys need no bias: it would move all
/// scores of a query alike.
struct PackedNetwork {
  std::vector<std::byte> slabs;
  std::vector<std::byte> embed;
  std::vector<std::byte> heads;
  std::vector<float> biases;
  std::vector<float> output_biases;
  /// Sizes alone are set, and norm_eps.
  FusedArguments arguments;
};

/// Columns that the kernel computes a head with: heads of 8 are padded with zeros.
inline std::int64_t fused_head_width(const Architecture& shape) {
  return shape.d_head() < 16 ? 16 : shape.d_head();
}

/// For a kernel with such products; the panels of embedding and heads are always those of
/// WarpProducts.
template <class Products>
PackedNetwork pack(const Network& network);

}  // namespace starling::policy
