/// A pair of shaders, compiled and linked.
#pragma once

#include <string_view>

#include "viewer/render/gl_name.hpp"
#include "viewer/render/matrix.hpp"

namespace starling::viewer {

class ShaderProgram {
 public:
  /// Throws Error(Unavailable) with what the compiler says where it refuses a shader.
  ShaderProgram(std::string_view vertex_source, std::string_view fragment_source);

  void use() const { glUseProgram(program_.get()); }

  // Of the program in use.
  void set(const char* uniform, const Mat4& value) const;
  void set(const char* uniform, kernels::Vec4 value) const;
  void set(const char* uniform, float value) const;
  void set(const char* uniform, int value) const;

 private:
  GLint location(const char* uniform) const;

  GlProgram program_;
};

}  // namespace starling::viewer
