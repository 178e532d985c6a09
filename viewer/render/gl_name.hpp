/// Owners of OpenGL's objects: each frees its object with it, and wants the context current.
#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace starling::viewer {

/// Owns the one object of a kind that it creates.
template <class Kind>
class GlName {
 public:
  GlName() : name_(Kind::create()) {}
  ~GlName() {
    if (name_ != 0) Kind::destroy(name_);
  }
  GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0U)) {}
  GlName& operator=(GlName&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  GlName(const GlName&) = delete;
  GlName& operator=(const GlName&) = delete;

  GLuint get() const { return name_; }

 private:
  GLuint name_;
};

namespace detail {

struct BufferKind {
  static GLuint create() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};

struct TextureKind {
  static GLuint create() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};

struct VertexArrayKind {
  static GLuint create() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};

struct FramebufferKind {
  static GLuint create() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};

struct RenderbufferKind {
  static GLuint create() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return name;
  }
  static void destroy(GLuint name) { glDeleteRenderbuffers(1, &name); }
};

struct ProgramKind {
  static GLuint create() { return glCreateProgram(); }
  static void destroy(GLuint name) { glDeleteProgram(name); }
};

}  // namespace detail

using GlBuffer = GlName<detail::BufferKind>;
using GlTexture = GlName<detail::TextureKind>;
using GlVertexArray = GlName<detail::VertexArrayKind>;
using GlFramebuffer = GlName<detail::FramebufferKind>;
using GlRenderbuffer = GlName<detail::RenderbufferKind>;
using GlProgram = GlName<detail::ProgramKind>;

}  // namespace starling::viewer
