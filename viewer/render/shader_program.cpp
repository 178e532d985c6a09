#include "viewer/render/shader_program.hpp"

#include <string>

#include "engine/error.hpp"

namespace starling::viewer {
namespace {

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

/// Compiles a shader and hands it to the program, which keeps it as long as it lives.
void attach(GLuint program, GLenum stage, std::string_view source) {
  const GLuint shader = glCreateShader(stage);
  const char* text = source.data();
  const auto size = static_cast<GLint>(source.size());
  glShaderSource(shader, 1, &text, &size);
  glCompileShader(shader);
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  char log[1024] = "";
  glGetShaderInfoLog(shader, sizeof(log), nullptr, log);
  glAttachShader(program, shader);
  glDeleteShader(shader);
  if (compiled == GL_FALSE) {
    throw Error(Refusal::Unavailable,
                "this OpenGL does not compile a shader of the viewer: " + first_line(log) + ".");
  }
}

}  // namespace

ShaderProgram::ShaderProgram(std::string_view vertex_source, std::string_view fragment_source) {
  const GLuint program = program_.get();
  attach(program, GL_VERTEX_SHADER, vertex_source);
  attach(program, GL_FRAGMENT_SHADER, fragment_source);
  glLinkProgram(program);
  GLint linked = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked == GL_FALSE) {
    char log[1024] = "";
    glGetProgramInfoLog(program, sizeof(log), nullptr, log);
    throw Error(Refusal::Unavailable,
                "this OpenGL does not link the shaders of the viewer: " + first_line(log) + ".");
  }
}

GLint ShaderProgram::location(const char* uniform) const {
  return glGetUniformLocation(program_.get(), uniform);
}

void ShaderProgram::set(const char* uniform, const Mat4& value) const {
  glUniformMatrix4fv(location(uniform), 1, GL_FALSE, value.elements.data());
}

void ShaderProgram::set(const char* uniform, kernels::Vec4 value) const {
  glUniform4f(location(uniform), value.x, value.y, value.z, value.w);
}

void ShaderProgram::set(const char* uniform, float value) const {
  glUniform1f(location(uniform), value);
}

void ShaderProgram::set(const char* uniform, int value) const {
  glUniform1i(location(uniform), value);
}

}  // namespace starling::viewer
