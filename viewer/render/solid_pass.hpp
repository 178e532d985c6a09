/// Draws bodies: all of one mesh and fineness of a world at once.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "viewer/render/gl_name.hpp"
#include "viewer/render/lens.hpp"
#include "viewer/render/packed_shapes.hpp"
#include "viewer/render/shader_program.hpp"
#include "viewer/render/solid_mesh.hpp"

namespace starling::viewer {

class SolidPass {
 public:
  SolidPass();

  void clear();

  /// Adds the bodies of a world; gives its number, from 0.
  std::size_t add(std::span<const SolidShape> shapes, const Lens& lens, const Viewport& viewport);

  /// Everything added so far, to the graphics card.
  void upload();

  /// Draws a world that was added, in the OpenGL viewport that is set; nearer bodies hide farther.
  void draw(std::size_t world, const Lens& lens) const;

 private:
  static constexpr std::size_t mesh_count = 9;  // three meshes of three degrees of fineness

  /// Bodies that are neighbours in the buffer.
  struct Run {
    std::size_t mesh = 0;
    std::size_t first = 0;
    std::size_t count = 0;
    bool opaque = true;
  };

  struct UploadedMesh {
    GlBuffer vertices;
    GlBuffer indices;
    GlVertexArray vertex_array;
    GLsizei index_count = 0;
  };

  void draw_run(const Run& run) const;

  ShaderProgram program_;
  GlBuffer bodies_on_card_;
  std::array<UploadedMesh, mesh_count> meshes_;
  std::vector<PackedSolid> bodies_;
  std::vector<std::vector<Run>> worlds_;
};

}  // namespace starling::viewer
