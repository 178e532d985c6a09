/// Shaders of text: a quad of four vertices for each letter, filled from the distances of an atlas.
#pragma once

#include <string_view>

namespace starling::viewer {

/// Reads PackedGlyph from a texture buffer by the number of the vertex.
inline constexpr std::string_view label_vertex_shader = R"glsl(#version 330 core
uniform usamplerBuffer shapes;
uniform mat4 plane_to_clip;
out vec2 local;
out vec2 atlas_at;
flat out float value_span;
flat out vec4 color;  // premultiplied

void main() {
  int texel = (gl_VertexID >> 2) * 3;
  vec4 place = uintBitsToFloat(texelFetch(shapes, texel));
  vec4 source = uintBitsToFloat(texelFetch(shapes, texel + 1));
  uvec4 look = texelFetch(shapes, texel + 2);
  bool right = (gl_VertexID & 1) != 0;
  bool upper = (gl_VertexID & 2) != 0;
  local = vec2(right ? place.z : place.x, upper ? place.w : place.y);
  atlas_at = vec2(right ? source.z : source.x, upper ? source.w : source.y);
  value_span = uintBitsToFloat(look.y);
  color = vec4((uvec4(look.z) >> uvec4(0u, 8u, 16u, 24u)) & 255u) * (1.0 / 255.0);
  color.rgb *= color.a;
  gl_Position = plane_to_clip * vec4(local, uintBitsToFloat(look.x), 1.0);
}
)glsl";

inline constexpr std::string_view label_fragment_shader = R"glsl(#version 330 core
uniform sampler2D atlas;
in vec2 local;
in vec2 atlas_at;
flat in float value_span;
flat in vec4 color;
out vec4 pixel_color;

void main() {
  vec2 across_x = dFdx(local);
  vec2 across_y = dFdy(local);
  float pixel = sqrt(0.5 * (dot(across_x, across_x) + dot(across_y, across_y)));
  float inside = (texture(atlas, atlas_at).r - 0.5) * value_span;
  pixel_color = color * clamp(0.5 + inside / pixel, 0.0, 1.0);
}
)glsl";

}  // namespace starling::viewer
