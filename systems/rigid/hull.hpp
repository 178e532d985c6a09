/// Convex solids of few vertices by their topology: which vertices a face and an edge have is
/// stated once, where the vertices are follows from the half sizes.
///
/// Another solid is another struct with the same members. It may have 16 vertices, 8 faces of up to
/// four of them, and 16 edges in 8 directions; of its faces, the one that looks most in a direction
/// must have the vertex that lies farthest in it. (A spike has not.)
#pragma once

#include <cstdint>
#include <initializer_list>

#include "kernels/vector.hpp"

namespace starling::systems::detail {

/// Short numbers of 4 bits, packed into two words: what runs on a GPU has no array to index.
struct Packed {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

/// The first number in the lowest bits.
consteval Packed pack(std::initializer_list<std::uint64_t> all) {
  Packed packed;
  std::uint32_t shift = 0;
  for (const std::uint64_t number : all) {
    if (number > 15 || shift >= 128) throw "a table has at most 32 numbers of 4 bits";
    (shift < 64 ? packed.low : packed.high) |= number << shift % 64;
    shift += 4;
  }
  return packed;
}

/// Entry i, where an entry is so many numbers: 4, 2 or 1.
template <std::uint32_t numbers>
STARLING_FN constexpr std::uint32_t entry(Packed packed, std::uint32_t i) {
  const std::uint32_t shift = i * numbers * 4U;
  const std::uint64_t word = shift < 64U ? packed.low : packed.high;
  return static_cast<std::uint32_t>(word >> (shift & 63U)) & ((1U << numbers * 4U) - 1U);
}

/// Number i of an entry.
STARLING_FN constexpr std::uint32_t number_of(std::uint32_t packed_entry, std::uint32_t i) {
  return packed_entry >> i * 4U & 15U;
}

/// The corner of a box that has + where a bit of the number (x: 1, y: 2, z: 4) is set.
STARLING_FN constexpr kernels::Vec3 box_corner(kernels::Vec3 half_m, std::uint32_t corner) {
  return {(corner & 1U) != 0U ? half_m.x : -half_m.x, (corner & 2U) != 0U ? half_m.y : -half_m.y,
          (corner & 4U) != 0U ? half_m.z : -half_m.z};
}

/// The unit vector of an axis 0, 1 or 2.
STARLING_FN constexpr kernels::Vec3 unit_axis(std::uint32_t axis) {
  return {axis == 0U ? 1.0F : 0.0F, axis == 1U ? 1.0F : 0.0F, axis == 2U ? 1.0F : 0.0F};
}

/// v divided by its length, and the z axis for none.
STARLING_FN kernels::Vec3 unit_or_z(kernels::Vec3 v) {
  const kernels::Vec3 unit = normalize(v);
  return length_squared(v) > 0.0F ? unit : kernels::Vec3{0.0F, 0.0F, 1.0F};
}

struct BoxHull {
  static constexpr std::uint32_t vertices = 8;
  static constexpr std::uint32_t faces = 6;  ///< Twice the axis, and 1 more on its positive side.
  static constexpr std::uint32_t edges = 12;
  static constexpr std::uint32_t directions = 3;

  /// Each face's vertices, counterclockwise as seen from outside.
  STARLING_FN static constexpr std::uint32_t face(std::uint32_t i) {
    constexpr Packed table = pack({0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,  //
                                   2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6});
    return entry<4>(table, i);
  }
  /// Each edge's ends, the lower vertex first.
  STARLING_FN static constexpr std::uint32_t edge(std::uint32_t i) {
    constexpr Packed table = pack({0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3,  //
                                   4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7});
    return entry<2>(table, i);
  }
  /// Which of the directions an edge has.
  STARLING_FN static constexpr std::uint32_t direction_of(std::uint32_t i) { return i >> 2U; }
  STARLING_FN static constexpr kernels::Vec3 vertex(kernels::Vec3 half_m, std::uint32_t i) {
    return box_corner(half_m, i);
  }
  STARLING_FN static constexpr kernels::Vec3 normal(kernels::Vec3 /*half_m*/, std::uint32_t i) {
    const kernels::Vec3 axis = unit_axis(i >> 1U);
    return (i & 1U) != 0U ? axis : -axis;
  }
  STARLING_FN static constexpr kernels::Vec3 direction(kernels::Vec3 /*half_m*/, std::uint32_t i) {
    return unit_axis(i);
  }
};

/// A box's corners but 4 and 5, in the same order. Faces: bottom, back (+y), slope, and the two
/// triangles, whose last vertex is named twice.
struct WedgeHull {
  static constexpr std::uint32_t vertices = 6;
  static constexpr std::uint32_t faces = 5;
  static constexpr std::uint32_t edges = 9;
  static constexpr std::uint32_t directions = 4;

  STARLING_FN static constexpr std::uint32_t face(std::uint32_t i) {
    constexpr Packed table = pack({0, 2, 3, 1, 2, 4, 5, 3, 0, 1, 5, 4, 0, 4, 2, 2, 1, 3, 5, 5});
    return entry<4>(table, i);
  }
  STARLING_FN static constexpr std::uint32_t edge(std::uint32_t i) {
    constexpr Packed table = pack({0, 1, 2, 3, 4, 5, 0, 2, 1, 3, 2, 4, 3, 5, 0, 4, 1, 5});
    return entry<2>(table, i);
  }
  STARLING_FN static constexpr std::uint32_t direction_of(std::uint32_t i) {
    constexpr Packed table = pack({0, 0, 0, 1, 1, 2, 2, 3, 3});
    return entry<1>(table, i);
  }
  STARLING_FN static constexpr kernels::Vec3 vertex(kernels::Vec3 half_m, std::uint32_t i) {
    return box_corner(half_m, i < 4U ? i : i + 2U);
  }
  STARLING_FN static kernels::Vec3 normal(kernels::Vec3 half_m, std::uint32_t i) {
    if (i == 0U) return {0.0F, 0.0F, -1.0F};
    if (i == 1U) return {0.0F, 1.0F, 0.0F};
    if (i == 2U) return unit_or_z({0.0F, -half_m.z, half_m.y});
    return {i == 3U ? -1.0F : 1.0F, 0.0F, 0.0F};
  }
  STARLING_FN static kernels::Vec3 direction(kernels::Vec3 half_m, std::uint32_t i) {
    if (i == 3U) return unit_or_z({0.0F, half_m.y, half_m.z});
    return unit_axis(i);
  }
};

}  // namespace starling::systems::detail
