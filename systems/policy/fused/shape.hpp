/// Shapes in which a CUDA block runs a whole network on the tokens of several agents.
#pragma once

#include <cstdint>

#include "kernels/panel.hpp"

namespace starling::policy {

/// Columns of a slab.
inline constexpr int slab_columns = 64;

/// Weights come in slabs, of 64 columns, or rows, of d_model numbers each: half of 64 hidden
/// units', or, of a head, as many as fit of the panels of queries, keys, values and output.
constexpr std::int64_t fused_slab_bytes(std::int64_t d_model) {
  return kernels::panel_bytes(d_model, slab_columns);
}

/// `model`: d_model. `width`: columns of a head. `hidden`: hidden units of the MLP that are
/// computed, and used, at a time, 32 or 64. A warp holds 16 rows a tile, a row being a token that
/// is there. `chunk`: blocks of 16 keys that are scored at a time.
template <class MatrixProducts, int model, int width, int block_warps, int hidden = 64,
          int chunk = 3, bool resident = false, bool is_ahead = false, int warp_tiles = 1>
struct FusedShape {
  using Products = MatrixProducts;
  static constexpr int d_model = model;
  static constexpr int head_width = width;
  static constexpr int warps = block_warps;
  static constexpr int tiles = warp_tiles;
  static constexpr int threads = 32 * warps;
  static constexpr int warp_rows = 16 * tiles;
  static constexpr int rows = warp_rows * warps;
  static constexpr int slice = hidden;
  static constexpr int key_chunk = chunk;
  /// All slabs are to fit in shared memory; else they come through it by turns.
  static constexpr bool is_resident = resident;
  static constexpr bool ahead = is_ahead;

  static constexpr std::int64_t slab_bytes = fused_slab_bytes(d_model);
  static constexpr std::int64_t head_bytes = std::int64_t{2} * rows * head_width;  ///< Keys alone.

  /// Of shared memory, besides slabs: keys and values of two heads, where agents end, and barriers.
  static constexpr std::int64_t ends_at = 4 * head_bytes;
  static constexpr std::int64_t barriers_at = ends_at + 4 * rows + 128;
  static constexpr int most_slots = 48;
  static constexpr std::int64_t slabs_at = barriers_at + 16 * most_slots;
};

}  // namespace starling::policy
