/// Matrices in shared memory as a warpgroup's products read them, and the descriptors by which they
/// do. Facts: PTX manual, "Asynchronous warpgroup level matrix instructions".
#pragma once

#include <cstdint>

#include "kernels/async_copy.hpp"
#include "kernels/platform.hpp"

namespace starling::kernels {

/// Along which of its sizes a factor's numbers lie side by side: k, the one that is summed over, or
/// the other one, which is A's m or B's n.
enum class Major : int { K = 0, MN = 1 };

/// How chunks are permuted. The value is that of the descriptor.
enum class Swizzle : std::uint32_t { None = 0, Of128Bytes = 1 };

/// What a product is given of a factor in shared memory.
struct MatrixDescriptor {
  std::uint64_t bits;
};

/// `first`: where the factor's first number would lie if nothing were permuted. `leading_bytes` and
/// `stride_bytes`: from one group of numbers to the next, of which the layouts below say more. All
/// are multiples of 16, less than 2^18.
STARLING_FN constexpr MatrixDescriptor describe_matrix(SharedAddress first, Swizzle swizzle,
                                                       std::uint32_t leading_bytes,
                                                       std::uint32_t stride_bytes) {
  const std::uint64_t low = (first & 0x3ffffU) >> 4 | (leading_bytes >> 4) << 16;
  const std::uint64_t high = stride_bytes >> 4 | static_cast<std::uint32_t>(swizzle) << 30;
  return {low | high << 32};
}

/// The same from an address that is some bytes further, a multiple of 16: one addition where the
/// bytes are a constant.
STARLING_FN constexpr MatrixDescriptor advanced(MatrixDescriptor descriptor, std::uint32_t bytes) {
  const std::uint32_t low = static_cast<std::uint32_t>(descriptor.bits) + bytes / chunk_bytes;
  return {descriptor.bits >> 32 << 32 | low};
}

/// A matrix [rows, columns] of bf16 in panels of 64 columns, one after the other, and in each panel
/// its rows, 128 bytes each, their chunks permuted by row. Copies of the copy engine that swizzle
/// 128 bytes write a panel like this. Begins at a multiple of 1024.
template <int rows, int columns>
struct SwizzledPanels {
  static_assert(rows % 8 == 0 && columns % 64 == 0, "Panels are of 64 columns and whole eights.");
  static constexpr std::uint32_t row_bytes = 128;
  static constexpr std::uint32_t panel_bytes = rows * row_bytes;
  static constexpr std::uint32_t size_bytes = columns / 64 * panel_bytes;

  /// Where an element lies.
  STARLING_FN static constexpr std::uint32_t offset(std::uint32_t row, std::uint32_t column) {
    const std::uint32_t chunk = column % 64 / 8 ^ row % 8;
    return column / 64 * panel_bytes + row * row_bytes + chunk * chunk_bytes + column % 8 * 2;
  }

  /// The factor whose m or n are the rows and whose 16 k are the columns from `column` on, a
  /// multiple of 16. The stride is that of eight rows; a leading offset is not used.
  STARLING_FN static constexpr MatrixDescriptor k_major(SharedAddress first, int column) {
    const auto from = static_cast<std::uint32_t>(column);
    return advanced(describe_matrix(first, Swizzle::Of128Bytes, chunk_bytes, 8 * row_bytes),
                    from / 64 * panel_bytes + from % 64 * 2);
  }

  /// The factor whose 16 k are the rows from `row` on, a multiple of 8, and whose m or n are the
  /// columns. The leading offset is that of panels, the stride that of eight rows.
  STARLING_FN static constexpr MatrixDescriptor mn_major(SharedAddress first, int row) {
    return advanced(describe_matrix(first, Swizzle::Of128Bytes, panel_bytes, 8 * row_bytes),
                    static_cast<std::uint32_t>(row) * row_bytes);
  }
};

/// A matrix [rows, columns] of bf16 as core matrices of eight rows by eight columns, 128 bytes each
/// with row after row, in the order of rows. Nothing is permuted. Begins at a multiple of 16.
template <int rows, int columns>
struct CoreMatrices {
  static_assert(rows % 8 == 0 && columns % 8 == 0, "Core matrices are of eight by eight.");
  static constexpr std::uint32_t core_bytes = 128;
  static constexpr std::uint32_t across_bytes = columns / 8 * core_bytes;  ///< Of eight rows.
  static constexpr std::uint32_t size_bytes = rows / 8 * across_bytes;

  /// Where an element lies.
  STARLING_FN static constexpr std::uint32_t offset(std::uint32_t row, std::uint32_t column) {
    return row / 8 * across_bytes + column / 8 * core_bytes + row % 8 * chunk_bytes +
           column % 8 * 2;
  }

  /// As above, from a column that is a multiple of 8. The leading offset is that of eight k, the
  /// stride that of eight m or n.
  STARLING_FN static constexpr MatrixDescriptor k_major(SharedAddress first, int column) {
    return advanced(describe_matrix(first, Swizzle::None, core_bytes, across_bytes),
                    static_cast<std::uint32_t>(column) / 8 * core_bytes);
  }
  STARLING_FN static constexpr MatrixDescriptor mn_major(SharedAddress first, int row) {
    return advanced(describe_matrix(first, Swizzle::None, across_bytes, core_bytes),
                    static_cast<std::uint32_t>(row) / 8 * across_bytes);
  }
};

}  // namespace starling::kernels
