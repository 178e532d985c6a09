/// Shaders of flat shapes: a quad of four vertices each, and how far its pixels are from the edge.
#pragma once

#include <string_view>

namespace starling::viewer {

/// Reads PackedFlat from a texture buffer by the number of the vertex. As instances of one quad the
/// same frame took Mesa's software renderer a tenth longer, and OpenGL 3.3 knows no first instance.
inline constexpr std::string_view flat_vertex_shader = R"glsl(#version 330 core
uniform usamplerBuffer shapes;
uniform mat4 plane_to_clip;
uniform float pixel_size_per_w;
out vec2 local;
flat out vec4 size;   // PackedFlat's size, and the radius
flat out vec3 edge;   // width of the stroke, half softness, about the side of a pixel
flat out vec4 color;  // premultiplied
flat out int kind;

// One triangle in place of the quad, whose second half then has no area, where that is less to
// fill: two thirds of the time for a flock.
void surround_triangle(int corner, float in_radius, float margin) {
  if (in_radius < 0.01 * margin) return;
  vec2 apex = size.yz;
  float scale = 1.0 + margin / in_radius;
  vec2 extent = vec2(size.x, apex.y) + 2.0 * margin;
  if (scale * scale * size.x * apex.y > 1.5 * extent.x * extent.y) return;
  float left = length(apex);
  float right = distance(apex, vec2(size.x, 0.0));
  vec2 middle = size.x * (vec2(left, 0.0) + apex) / (size.x + left + right);
  vec2 own = corner == 2 ? apex : vec2(size.x * (corner & 1), 0.0);
  local = mix(middle, own, scale);
}

void main() {
  int texel = (gl_VertexID >> 2) * 5;
  vec4 place = uintBitsToFloat(texelFetch(shapes, texel));
  vec4 bounds = uintBitsToFloat(texelFetch(shapes, texel + 1));
  size = uintBitsToFloat(texelFetch(shapes, texel + 2));
  vec4 rim = uintBitsToFloat(texelFetch(shapes, texel + 3));
  uvec4 look = texelFetch(shapes, texel + 4);
  float pixel = pixel_size_per_w * max((plane_to_clip * vec4(place.xy, rim.w, 1.0)).w, 0.0);

  // what is thinner than a pixel is drawn as wide as one, and fainter
  float inner = size.w;
  float grown = max(0.5 * pixel - inner, 0.0);
  float radius = rim.x + grown;
  float opacity = inner / (inner + grown);
  // what fills a shape is a stroke that reaches beyond its middle
  float stroke = 1e9;
  if (rim.y > 0.0) {
    stroke = max(rim.y, pixel);
    opacity *= rim.y / stroke;
  }
  size.w = radius;
  edge = vec3(stroke, 0.5 * rim.z, 0.7 * pixel);
  color = vec4((uvec4(look.x) >> uvec4(0u, 8u, 16u, 24u)) & 255u) * (1.0 / 255.0);
  color.a *= opacity;
  color.rgb *= color.a;
  kind = int(look.y);

  // half of a pixel fades outside of the shape; more where it is seen at a slant
  bool slanted = plane_to_clip[0].w != 0.0 || plane_to_clip[1].w != 0.0;
  float margin = radius + max(edge.y, (slanted ? 1.5 : 0.5) * pixel);
  int corner = gl_VertexID & 3;
  local = mix(bounds.xy - margin, bounds.zw + margin, vec2(corner & 1, corner >> 1));
  if (kind == 1) {
    surround_triangle(corner, inner - rim.x, margin);
  } else if (bounds.xy == bounds.zw && margin < 12.0 * pixel) {
    // a small disc, too: an equilateral triangle about it is little larger than the square
    float aside = 1.7320508 * margin;
    vec2 lower = vec2((corner & 1) != 0 ? aside : -aside, -margin);
    local = corner == 2 ? vec2(0.0, 2.0 * margin) : lower;
  }
  vec2 axis = place.zw;
  vec2 at = place.xy + vec2(axis.x * local.x - axis.y * local.y,
                            axis.y * local.x + axis.x * local.y);
  gl_Position = plane_to_clip * vec4(at, rim.w, 1.0);
}
)glsl";

/// The distances are Inigo Quilez's (2D distance functions).
inline constexpr std::string_view flat_fragment_shader = R"glsl(#version 330 core
in vec2 local;
flat in vec4 size;
flat in vec3 edge;
flat in vec4 color;
flat in int kind;
out vec4 pixel_color;

float to_box(vec2 p) {
  vec2 q = abs(p) - size.xy;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0);
}

float to_triangle(vec2 p) {
  vec2 apex = size.yz;
  vec2 other = vec2(apex.x - size.x, apex.y);
  vec2 q = vec2(p.x - size.x, p.y);
  vec2 to_base = vec2(p.x - clamp(p.x, 0.0, size.x), p.y);
  vec2 to_left = p - apex * clamp(dot(p, apex) / max(dot(apex, apex), 1e-20), 0.0, 1.0);
  vec2 to_right = q - other * clamp(dot(q, other) / max(dot(other, other), 1e-20), 0.0, 1.0);
  float nearest = min(dot(to_base, to_base), min(dot(to_left, to_left), dot(to_right, to_right)));
  float inside = min(p.y, min(apex.y * p.x - apex.x * p.y, other.x * q.y - other.y * q.x));
  return inside > 0.0 ? -sqrt(nearest) : sqrt(nearest);
}

float to_sector(vec2 p) {
  p.y = abs(p.y);
  vec2 side = size.zy;
  float to_side = length(p - side * clamp(dot(p, side), 0.0, size.x));
  return max(length(p) - size.x, to_side * sign(side.x * p.y - side.y * p.x));
}

void main() {
  float to_edge;
  if (kind == 0) {
    to_edge = to_box(local);
  } else if (kind == 1) {
    to_edge = to_triangle(local);
  } else {
    to_edge = to_sector(local);
  }
  to_edge -= size.w;

  // the side of the pixel towards the edge, which is not to be had at a shape's skeleton
  float pixel = max(length(vec2(dFdx(to_edge), dFdy(to_edge))), edge.z);
  float fade = max(edge.y, 0.5 * pixel);
  float to_stroke = max(to_edge, -edge.x - to_edge);
  float covered = clamp(0.5 - 0.5 * to_stroke / fade, 0.0, 1.0);
  pixel_color = color * (covered * covered * (3.0 - 2.0 * covered));
}
)glsl";

}  // namespace starling::viewer
