/// Rows of bf16 in shared memory, their chunks of 16 bytes permuted so that eight rows' chunks of
/// one column, which matrix instructions load together, lie in different banks.
#pragma once

#include <cstdint>

#include "kernels/async_copy.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

/// Two properties make addresses cheap, where the tile begins at a multiple of its row's bytes:
/// offset(row, chunk ^ c) is offset(row, chunk) ^ (c * 16), and offset(row + 8 n, chunk) is
/// offset(row, chunk) + 8 n * row_bytes.
template <std::uint32_t columns>
struct SwizzledRows {
  static_assert(columns == 16 || columns == 32 || columns == 64 || columns == 128,
                "Rows of 16, 32, 64 or 128 bf16 are swizzled.");
  static constexpr std::uint32_t row_bytes = 2 * columns;
  static constexpr std::uint32_t chunks = row_bytes / chunk_bytes;  ///< A row.

  /// Where a chunk of a row lies. Rows of 64 bytes share the banks by twos,
  /// those of 32 by fours.
  STARLING_FN static constexpr std::uint32_t offset(std::uint32_t row, std::uint32_t chunk) {
    constexpr std::uint32_t permuted = chunks < 8 ? chunks : 8;
    constexpr std::uint32_t rows_alike = 8 / permuted;
    return row * row_bytes + (chunk ^ (row / rows_alike % permuted)) * chunk_bytes;
  }
};

}  // namespace starling::kernels
