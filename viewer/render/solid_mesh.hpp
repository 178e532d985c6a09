/// The three meshes that all bodies are made of, each in three degrees of fineness.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/vector.hpp"

namespace starling::viewer {

/// A place on a body of any size: anchor * core + normal * round (see PackedSolid).
struct MeshVertex {
  kernels::Vec3 anchor{};
  kernels::Vec3 normal{};
};

/// Triangles that are counterclockwise from outside.
struct Mesh {
  std::vector<MeshVertex> vertices;
  std::vector<std::uint32_t> indices;
};

/// A sphere of eight parts, each with its own corner as its anchor. Drawn apart, they are a box
/// with round edges; drawn together, a ball; apart along z alone, a capsule. steps: of a part's
/// side, at least 1.
Mesh octant_mesh(int steps);

/// A cylinder with round edges. The anchor is on the circle of radius 1, at z = -1 or 1.
/// sectors: about the axis, at least 3; steps: of a round edge, at least 1.
Mesh cylinder_mesh(int sectors, int steps);

/// How much of a wedge's half extents its round edges take.
inline constexpr float wedge_bevel = 0.03F;

/// A wedge with round edges, upright at y = 1. It is as large as the cube from -1 to 1 where core
/// is 1 and round is wedge_bevel, so that its slope is that of any half extents. steps: of a round
/// edge, at least 1.
Mesh wedge_mesh(int steps);

}  // namespace starling::viewer
