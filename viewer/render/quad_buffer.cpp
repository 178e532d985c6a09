#include "viewer/render/quad_buffer.hpp"

#include <algorithm>
#include <cstdint>

namespace starling::viewer {

QuadBuffer::QuadBuffer() {
  glBindVertexArray(vertex_array_.get());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.get());
  glBindVertexArray(0);
}

void QuadBuffer::upload(std::span<const std::byte> bytes, std::size_t count) {
  glBindBuffer(GL_TEXTURE_BUFFER, shapes_.get());
  glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(),
               GL_STREAM_DRAW);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_BUFFER, texels_.get());
  glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32UI, shapes_.get());
  if (count <= capacity_) return;

  capacity_ = std::max(count, 2 * capacity_);
  std::vector<std::uint32_t> indices;
  indices.reserve(6 * capacity_);
  for (std::uint32_t corner = 0; corner < 4 * capacity_; corner += 4) {
    for (const std::uint32_t k : {0U, 1U, 2U, 2U, 1U, 3U})
      indices.push_back(corner + k);
  }
  glBindVertexArray(vertex_array_.get());
  glBufferData(GL_ELEMENT_ARRAY_BUFFER,
               static_cast<GLsizeiptr>(indices.size() * sizeof(std::uint32_t)), indices.data(),
               GL_STATIC_DRAW);
  glBindVertexArray(0);
}

void QuadBuffer::draw(std::size_t first, std::size_t count) const {
  if (count == 0) return;
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_BUFFER, texels_.get());
  glBindVertexArray(vertex_array_.get());
  const std::size_t offset_bytes = first * 6 * sizeof(std::uint32_t);
  glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(6 * count), GL_UNSIGNED_INT,
                 reinterpret_cast<const void*>(offset_bytes));
}

}  // namespace starling::viewer
