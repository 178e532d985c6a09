#include "viewer/render/solid_pass.hpp"

#include <cstddef>

#include "viewer/render/solid_shaders.hpp"

namespace starling::viewer {

using kernels::Vec3;
using kernels::Vec4;

namespace {

constexpr std::size_t fineness_count = 3;

/// From how many pixels of radius on the next finer mesh is drawn.
constexpr std::array<float, fineness_count - 1> finer_from_px{6.0F, 40.0F};

Mesh mesh_of(std::size_t index) {
  constexpr std::array<int, fineness_count> octant_steps{1, 3, 8};
  constexpr std::array<int, fineness_count> cylinder_sectors{12, 28, 72};
  constexpr std::array<int, fineness_count> edge_steps{1, 2, 4};
  const std::size_t fineness = index % fineness_count;
  switch (index / fineness_count) {
    case 0:
      return octant_mesh(octant_steps[fineness]);
    case 1:
      return cylinder_mesh(cylinder_sectors[fineness], edge_steps[fineness]);
    default:
      return wedge_mesh(edge_steps[fineness]);
  }
}

std::size_t mesh_for(const SolidShape& shape, const Lens& lens, float size_per_w) {
  const Vec4 clip =
      lens.view_projection * Vec4{shape.center.x, shape.center.y, shape.center.z, 1.0F};
  const float largest = kernels::max(shape.half.x, kernels::max(shape.half.y, shape.half.z));
  // a body about the eye is near
  const float radius_px = clip.w > 0.0F ? largest / (clip.w * size_per_w) : 1e9F;
  std::size_t fineness = 0;
  while (fineness + 1 < fineness_count && radius_px >= finer_from_px[fineness])
    ++fineness;
  const std::size_t mesh = shape.kind == SolidKind::Cylinder ? 1
                           : shape.kind == SolidKind::Wedge  ? 2
                                                             : 0;
  return fineness + mesh * fineness_count;
}

const void* offset(std::size_t bytes) {
  return reinterpret_cast<const void*>(bytes);
}

void set_vertex_attributes() {
  for (const auto& [location, at] :
       {std::pair{0U, offsetof(MeshVertex, anchor)}, std::pair{1U, offsetof(MeshVertex, normal)}}) {
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, 3, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), offset(at));
  }
}

void set_body_attributes(std::size_t first) {
  struct Attribute {
    GLuint location;
    GLint size;
    GLenum type;
    std::size_t at;
  };
  constexpr std::array attributes{Attribute{2, 3, GL_FLOAT, offsetof(PackedSolid, center)},
                                  Attribute{3, 4, GL_UNSIGNED_BYTE, offsetof(PackedSolid, color)},
                                  Attribute{4, 3, GL_FLOAT, offsetof(PackedSolid, core)},
                                  Attribute{5, 3, GL_FLOAT, offsetof(PackedSolid, round)},
                                  Attribute{6, 4, GL_FLOAT, offsetof(PackedSolid, rotation)}};
  for (const Attribute& attribute : attributes) {
    glEnableVertexAttribArray(attribute.location);
    glVertexAttribPointer(attribute.location, attribute.size, attribute.type,
                          attribute.type == GL_UNSIGNED_BYTE, sizeof(PackedSolid),
                          offset(first * sizeof(PackedSolid) + attribute.at));
    glVertexAttribDivisor(attribute.location, 1);
  }
}

}  // namespace

SolidPass::SolidPass() : program_(solid_vertex_shader, solid_fragment_shader) {
  for (std::size_t k = 0; k < mesh_count; ++k) {
    const Mesh mesh = mesh_of(k);
    UploadedMesh& uploaded = meshes_[k];
    glBindVertexArray(uploaded.vertex_array.get());
    glBindBuffer(GL_ARRAY_BUFFER, uploaded.vertices.get());
    glBufferData(GL_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(mesh.vertices.size() * sizeof(MeshVertex)),
                 mesh.vertices.data(), GL_STATIC_DRAW);
    set_vertex_attributes();
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, uploaded.indices.get());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(mesh.indices.size() * sizeof(std::uint32_t)),
                 mesh.indices.data(), GL_STATIC_DRAW);
    glBindVertexArray(0);
    uploaded.index_count = static_cast<GLsizei>(mesh.indices.size());
  }
}

void SolidPass::clear() {
  bodies_.clear();
  worlds_.clear();
}

std::size_t SolidPass::add(std::span<const SolidShape> shapes, const Lens& lens,
                           const Viewport& viewport) {
  std::vector<Run>& runs = worlds_.emplace_back();
  if (shapes.empty()) return worlds_.size() - 1;
  const float size_per_w = pixel_size_per_w(lens, viewport);
  std::array<std::vector<PackedSolid>, mesh_count> opaque;
  for (const SolidShape& shape : shapes) {
    if (shape.color.alpha >= 1.0F) {
      opaque[mesh_for(shape, lens, size_per_w)].push_back(packed(shape));
    }
  }
  for (std::size_t mesh = 0; mesh < mesh_count; ++mesh) {
    if (opaque[mesh].empty()) continue;
    runs.push_back({mesh, bodies_.size(), opaque[mesh].size(), true});
    bodies_.insert(bodies_.end(), opaque[mesh].begin(), opaque[mesh].end());
  }
  // bodies that others are seen through come after all, in their order
  for (const SolidShape& shape : shapes) {
    if (shape.color.alpha >= 1.0F) continue;
    runs.push_back({mesh_for(shape, lens, size_per_w), bodies_.size(), 1, false});
    bodies_.push_back(packed(shape));
  }
  return worlds_.size() - 1;
}

void SolidPass::upload() {
  glBindBuffer(GL_ARRAY_BUFFER, bodies_on_card_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bodies_.size() * sizeof(PackedSolid)),
               bodies_.data(), GL_STREAM_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void SolidPass::draw(std::size_t world, const Lens& lens) const {
  if (worlds_[world].empty()) return;
  program_.use();
  program_.set("view_projection", lens.view_projection);
  program_.set("eye", lens.eye);
  glEnable(GL_CULL_FACE);
  for (const Run& run : worlds_[world])
    draw_run(run);
  glDepthMask(GL_TRUE);
  glDisable(GL_CULL_FACE);
}

void SolidPass::draw_run(const Run& run) const {
  const UploadedMesh& mesh = meshes_[run.mesh];
  glDepthMask(run.opaque ? GL_TRUE : GL_FALSE);
  glBindVertexArray(mesh.vertex_array.get());
  glBindBuffer(GL_ARRAY_BUFFER, bodies_on_card_.get());
  set_body_attributes(run.first);
  glDrawElementsInstanced(GL_TRIANGLES, mesh.index_count, GL_UNSIGNED_INT, nullptr,
                          static_cast<GLsizei>(run.count));
}

}  // namespace starling::viewer
