/// Shapes in which a CUDA block runs a whole network on the tokens of several agents.
#pragma once

#include <cstdint>

#include "kernels/panel.hpp"

namespace starling::policy {

/// Hidden units of the MLP that are computed, and used, at a time.
inline constexpr int fused_slice = 64;

/// Weights come in slabs of 64 rows or columns of d_model numbers: those up to a slice's units,
/// those down from them, or, of a head, as many panels as fit of queries, keys, values and output.
constexpr std::int64_t fused_slab_bytes(std::int64_t d_model) {
  return kernels::panel_bytes(d_model, fused_slice);
}

/// `model`: d_model. `width`: columns of a head. A warp holds 16 rows, a row being a token that is
/// there. `resident`: all slabs are to fit into shared memory; else they come through it by turns.
template <class MatrixProducts, int model, int width, int block_warps, bool resident = false>
struct FusedShape {
  using Products = MatrixProducts;
  static constexpr int d_model = model;
  static constexpr int head_width = width;
  static constexpr int warps = block_warps;
  static constexpr int threads = 32 * warps;
  static constexpr int warp_rows = 16;
  static constexpr int rows = warp_rows * warps;
  static constexpr bool is_resident = resident;

  static constexpr std::int64_t slab_bytes = fused_slab_bytes(d_model);
  static constexpr int head_slabs = 4 * width / fused_slice;
  static constexpr std::int64_t head_bytes = std::int64_t{2} * rows * width;  ///< Keys alone.

  // Shared memory: keys and values of two heads, where agents end, barriers, slabs.
  static constexpr std::int64_t ends_at = 4 * head_bytes;
  static constexpr std::int64_t barriers_at = ends_at + 4 * rows + 128;
  static constexpr int most_slots = 48;  ///< Of slabs.
  static constexpr std::int64_t slabs_at = barriers_at + 16 * most_slots;
};

}  // namespace starling::policy
