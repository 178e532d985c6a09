# starling_find_viewer_libraries(missing)
#
# Defines the target starling_viewer_libraries of all that the viewer is built with, or names what
# there is none of. Debian and Ubuntu have no CMake package for most of them, so headers and
# libraries are looked for by name.
function(starling_find_viewer_libraries missing_out)
  find_path(STARLING_IMGUI_INCLUDE imgui.h PATH_SUFFIXES imgui)
  find_library(STARLING_IMGUI_LIBRARY imgui)
  find_path(STARLING_STB_INCLUDE stb_image_write.h PATH_SUFFIXES stb)
  find_library(STARLING_STB_LIBRARY stb)
  find_path(STARLING_EPOXY_INCLUDE epoxy/egl.h)
  find_library(STARLING_EPOXY_LIBRARY epoxy)
  find_path(STARLING_GLFW_INCLUDE GLFW/glfw3.h)
  find_library(STARLING_GLFW_LIBRARY NAMES glfw glfw3)
  find_path(STARLING_EGL_INCLUDE EGL/eglplatform.h)

  set(missing)
  foreach(needed IN ITEMS IMGUI_INCLUDE IMGUI_LIBRARY STB_INCLUDE EPOXY_INCLUDE EPOXY_LIBRARY
      GLFW_INCLUDE GLFW_LIBRARY EGL_INCLUDE)
    if(NOT STARLING_${needed})
      string(REGEX REPLACE "_.*" "" library ${needed})
      list(APPEND missing ${library})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES missing)
  set(${missing_out} ${missing} PARENT_SCOPE)
  if(missing)
    return()
  endif()

  add_library(starling_viewer_libraries INTERFACE)
  target_include_directories(starling_viewer_libraries SYSTEM INTERFACE
    ${STARLING_IMGUI_INCLUDE} ${STARLING_STB_INCLUDE} ${STARLING_EPOXY_INCLUDE}
    ${STARLING_GLFW_INCLUDE} ${STARLING_EGL_INCLUDE})
  target_link_libraries(starling_viewer_libraries INTERFACE
    ${STARLING_IMGUI_LIBRARY} ${STARLING_GLFW_LIBRARY} ${STARLING_EPOXY_LIBRARY} ${CMAKE_DL_LIBS})
  # what Debian's ImGui takes its fonts apart with
  if(STARLING_STB_LIBRARY)
    target_link_libraries(starling_viewer_libraries INTERFACE ${STARLING_STB_LIBRARY})
  endif()
endfunction()
