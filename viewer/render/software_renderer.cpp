#include "viewer/render/software_renderer.hpp"

#include <epoxy/gl.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <string_view>

namespace starling::viewer {

bool is_software_renderer() {
  const auto* bytes = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view name = bytes == nullptr ? "" : bytes;
  return name.find("llvmpipe") != name.npos || name.find("softpipe") != name.npos ||
         name.find("Software Rasterizer") != name.npos;
}

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kept_bytes = 256 << 20;
  constexpr int ahead_bytes = 16 << 20;
  mallopt(M_TRIM_THRESHOLD, kept_bytes);
  mallopt(M_MMAP_THRESHOLD, kept_bytes / 8);
  mallopt(M_TOP_PAD, ahead_bytes);
#endif
}

}  // namespace starling::viewer
