/// Many packed shapes on the graphics card, and draws of some of them as quads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "viewer/render/gl_name.hpp"

namespace starling::viewer {

/// The shader reads the shapes as texels of four words from the sampler at texture unit 0; vertex v
/// is corner v % 4 of shape v / 4: bit 0 is right, bit 1 is up.
class QuadBuffer {
 public:
  QuadBuffer();

  /// Replaces all shapes.
  template <class Packed>
  void upload(const std::vector<Packed>& shapes) {
    static_assert(sizeof(Packed) % 16 == 0, "a shape must be whole texels of 16 bytes");
    upload(std::as_bytes(std::span(shapes)), shapes.size());
  }

  /// With the program in use.
  void draw(std::size_t first, std::size_t count) const;

 private:
  void upload(std::span<const std::byte> bytes, std::size_t count);

  GlBuffer shapes_;
  GlTexture texels_;
  GlBuffer indices_;
  GlVertexArray vertex_array_;
  std::size_t capacity_ = 0;  // of shapes in the indices
};

}  // namespace starling::viewer
