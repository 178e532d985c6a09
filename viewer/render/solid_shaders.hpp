/// Shaders of bodies: light from the sky and the ground, one lamp, and a bright rim.
#pragma once

#include <string_view>

namespace starling::viewer {

inline constexpr std::string_view solid_vertex_shader = R"glsl(#version 330 core
layout(location = 0) in vec3 mesh_anchor;
layout(location = 1) in vec3 mesh_normal;
layout(location = 2) in vec3 center;
layout(location = 3) in vec4 body_color;
layout(location = 4) in vec3 core;
layout(location = 5) in vec3 round_by;
layout(location = 6) in vec4 rotation;
uniform mat4 view_projection;
out vec3 position;
out vec3 normal;
out float level;  // -1 at the lowest of the body, 1 at the highest
flat out vec4 color;

vec3 rotated(vec3 v) {
  vec3 twice = 2.0 * cross(rotation.xyz, v);
  return v + rotation.w * twice + cross(rotation.xyz, twice);
}

void main() {
  vec3 offset = rotated(mesh_anchor * core + mesh_normal * round_by);
  position = center + offset;
  normal = rotated(normalize(mesh_normal / max(round_by, vec3(1e-6))));
  level = offset.z / max(length(core + round_by), 1e-6);
  color = body_color;
  gl_Position = view_projection * vec4(position, 1.0);
}
)glsl";

/// Light adds up in squares of the colours, which are near what the eye counts as light.
inline constexpr std::string_view solid_fragment_shader = R"glsl(#version 330 core
uniform vec4 eye;
in vec3 position;
in vec3 normal;
in float level;
flat in vec4 color;
out vec4 pixel_color;

const vec3 to_lamp = vec3(-0.390, -0.477, 0.788);
const vec3 lamp = vec3(1.00, 0.96, 0.90) * 0.80;
const vec3 sky = vec3(0.72, 0.82, 1.00) * 0.46;
const vec3 ground = vec3(0.30, 0.27, 0.28) * 0.46;

void main() {
  vec3 facing = normalize(normal);
  vec3 to_eye = normalize(eye.xyz - position * eye.w);
  float near_ground = 0.78 + 0.22 * smoothstep(-1.0, 0.4, level);
  float lit = max(0.88 * dot(facing, to_lamp) + 0.12, 0.0);
  vec3 light = mix(ground, sky, 0.5 + 0.5 * facing.z) * near_ground + lamp * lit;

  float away = 1.0 - max(dot(facing, to_eye), 0.0);
  float rim = away * away * away * (0.35 + 0.65 * max(facing.z, 0.0));
  float glint = max(dot(facing, normalize(to_lamp + to_eye)), 0.0);
  glint *= glint;
  glint *= glint;
  glint *= glint;
  glint *= glint;
  vec3 albedo = color.rgb * color.rgb;
  vec3 seen = albedo * light + sky * rim * 0.28 + lamp * glint * glint * 0.10;
  pixel_color = vec4(sqrt(min(seen, vec3(1.0))) * color.a, color.a);
}
)glsl";

}  // namespace starling::viewer
