#include "viewer/render/solid_mesh.hpp"

#include <array>
#include <cmath>

namespace starling::viewer {

using kernels::Vec2;
using kernels::Vec3;

namespace {

constexpr float quarter_turn_rad = 1.5707964F;

/// Two triangles for each cell of a grid of vertices that starts at `first`.
void add_cells(Mesh& mesh, std::uint32_t first, std::uint32_t rows, std::uint32_t columns) {
  for (std::uint32_t row = 0; row + 1 < rows; ++row) {
    for (std::uint32_t column = 0; column + 1 < columns; ++column) {
      const std::uint32_t corner = first + row * columns + column;
      for (const std::uint32_t step : {0U, 1U, columns, columns, 1U, columns + 1U}) {
        mesh.indices.push_back(corner + step);
      }
    }
  }
}

struct Coordinate {
  float side;   // -1 or 1: which part
  float value;  // on the face of a cube, from -1 to 1
};

/// Both halves of a cube's side; its middle is in each.
std::vector<Coordinate> coordinates(int steps) {
  std::vector<Coordinate> result;
  for (int k = -steps; k <= 0; ++k) {
    result.push_back({-1.0F, std::tan(0.5F * quarter_turn_rad * static_cast<float>(k) /
                                      static_cast<float>(steps))});
  }
  for (int k = 0; k <= steps; ++k) {
    result.push_back({1.0F, -result[static_cast<std::size_t>(steps - k)].value});
  }
  return result;
}

/// Where the outline of a cylinder or prism is: at its axis or its rim, and which way it faces.
struct Outline {
  float rim;      // 0 at the axis, 1 at the rim
  float end;      // -1 or 1
  Vec2 normal{};  // outwards and upwards
};

std::vector<Outline> prism_outline(int steps) {
  std::vector<Outline> outline{{0.0F, -1.0F, {0.0F, -1.0F}}};
  for (const float end : {-1.0F, 1.0F}) {
    for (int k = 0; k <= steps; ++k) {
      const float share = static_cast<float>(k) / static_cast<float>(steps);
      const float angle_rad = quarter_turn_rad * (end < 0.0F ? share - 1.0F : share);
      outline.push_back({1.0F, end, {std::cos(angle_rad), std::sin(angle_rad)}});
    }
  }
  outline.push_back({0.0F, 1.0F, {0.0F, 1.0F}});
  return outline;
}

/// A place on the rim, and which way it faces.
struct RimPlace {
  Vec2 anchor{};
  Vec2 out{};
};

/// What is between two ends at z = -end and z = end about a rim that is counterclockwise.
Mesh prism_mesh(const std::vector<RimPlace>& rim, Vec2 middle, float end, int steps) {
  Mesh mesh;
  const std::vector<Outline> outline = prism_outline(steps);
  for (const Outline& row : outline) {
    for (const RimPlace& place : rim) {
      const Vec2 anchor = middle + (place.anchor - middle) * row.rim;
      mesh.vertices.push_back(
          {{anchor.x, anchor.y, row.end * end},
           {place.out.x * row.normal.x, place.out.y * row.normal.x, row.normal.y}});
    }
  }
  add_cells(mesh, 0, static_cast<std::uint32_t>(outline.size()),
            static_cast<std::uint32_t>(rim.size()));
  return mesh;
}

Vec2 towards(float angle_rad) {
  return {std::cos(angle_rad), std::sin(angle_rad)};
}

}  // namespace

Mesh octant_mesh(int steps) {
  Mesh mesh;
  const std::vector<Coordinate> across = coordinates(steps);
  const auto count = static_cast<std::uint32_t>(across.size());
  for (int axis = 0; axis < 3; ++axis) {
    for (const float face : {-1.0F, 1.0F}) {
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      for (const Coordinate v : across) {
        // mirrored on one face of the two, so that both are counterclockwise from outside
        for (const Coordinate u : across) {
          const std::array<float, 3> anchor{face, u.side * face, v.side};
          const std::array<float, 3> place{face, u.value * face, v.value};
          const auto turned = [axis](const std::array<float, 3>& of) {
            const auto at = [&](int k) { return of[static_cast<std::size_t>((k + 3 - axis) % 3)]; };
            return Vec3{at(0), at(1), at(2)};
          };
          mesh.vertices.push_back({turned(anchor), kernels::normalize(turned(place))});
        }
      }
      add_cells(mesh, first, count, count);
    }
  }
  return mesh;
}

Mesh cylinder_mesh(int sectors, int steps) {
  std::vector<RimPlace> rim;
  for (int k = 0; k <= sectors; ++k) {
    const Vec2 out =
        towards(4.0F * quarter_turn_rad * static_cast<float>(k) / static_cast<float>(sectors));
    rim.push_back({out, out});
  }
  return prism_mesh(rim, {}, 1.0F, steps);
}

Mesh wedge_mesh(int steps) {
  // its corners in (y, z), each with the directions of the sides before and after it
  struct Corner {
    Vec2 at;
    float from_rad, to_rad;
  };
  constexpr float end = 1.0F - wedge_bevel;
  constexpr float sharp_end = 1.0F - 2.4142135F * wedge_bevel;  // of half a right angle
  constexpr std::array corners{
      Corner{{end, -end}, -quarter_turn_rad, 0.0F},
      Corner{{end, sharp_end}, 0.0F, 1.5F * quarter_turn_rad},
      Corner{{-sharp_end, -end}, 1.5F * quarter_turn_rad, 3.0F * quarter_turn_rad}};
  std::vector<RimPlace> rim;
  for (const Corner& corner : corners) {
    for (int k = 0; k <= steps; ++k) {
      const float share = static_cast<float>(k) / static_cast<float>(steps);
      rim.push_back({corner.at, towards(kernels::lerp(corner.from_rad, corner.to_rad, share))});
    }
  }
  rim.push_back(rim.front());
  Mesh mesh = prism_mesh(rim, {0.4F, -0.4F}, end, steps);
  for (MeshVertex& vertex : mesh.vertices) {
    for (Vec3* v : {&vertex.anchor, &vertex.normal})
      *v = {v->z, v->x, v->y};
  }
  return mesh;
}

}  // namespace starling::viewer
