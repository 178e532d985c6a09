#include "viewer/render/offscreen_context.hpp"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <array>
#include <vector>

#include "engine/error.hpp"

namespace starling::viewer {
namespace {

/// epoxy ends the program where it finds no library, so it is asked only where there is one.
bool has_egl_library() {
  return dlopen("libEGL.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr;
}

/// Displays that need no server first, then each device, then the default.
std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> found;
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base")) {
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
      found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
    }
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") &&
        epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")) {
      std::array<EGLDeviceEXT, 16> devices{};
      EGLint count = 0;
      eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count);
      for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
        found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[k], nullptr));
      }
    }
  }
  found.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return found;
}

}  // namespace

OffscreenContext::OffscreenContext() {
  if (has_egl_library()) {
    for (const EGLDisplay display : displays()) {
      if (display != EGL_NO_DISPLAY && open(display)) return;
    }
  }
  throw Error(Refusal::Unavailable, "pictures need OpenGL 3.3 through EGL, which is not here.");
}

bool OffscreenContext::open(void* display) {
  if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE) return false;
  display_ = display;
  constexpr std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                         EGL_OPENGL_BIT, EGL_NONE};
  constexpr std::array<EGLint, 5> side{EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
  constexpr std::array<EGLint, 7> version{EGL_CONTEXT_MAJOR_VERSION,
                                          3,
                                          EGL_CONTEXT_MINOR_VERSION,
                                          3,
                                          EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                          EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                          EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglBindAPI(EGL_OPENGL_API) == EGL_TRUE &&
      eglChooseConfig(display, wanted.data(), &config, 1, &count) == EGL_TRUE && count == 1) {
    context_ = eglCreateContext(display, config, EGL_NO_CONTEXT, version.data());
    surface_ = eglCreatePbufferSurface(display, config, side.data());
    if (context_ != EGL_NO_CONTEXT && surface_ != EGL_NO_SURFACE &&
        eglMakeCurrent(display, surface_, surface_, context_) == EGL_TRUE &&
        epoxy_gl_version() >= 33) {
      return true;
    }
  }
  close();
  return false;
}

OffscreenContext::~OffscreenContext() {
  close();
}

void OffscreenContext::close() {
  if (display_ == nullptr) return;
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
  if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
  display_ = surface_ = context_ = nullptr;
}

void OffscreenContext::make_current() const {
  eglBindAPI(EGL_OPENGL_API);
  eglMakeCurrent(display_, surface_, surface_, context_);
}

std::string OffscreenContext::renderer_name() const {
  return reinterpret_cast<const char*>(glGetString(GL_RENDERER));
}

}  // namespace starling::viewer
