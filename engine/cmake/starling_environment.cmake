# starling_add_environment(NAME TYPE type HEADER header [DRAWING header] [GROUP group]
#   [LIBRARIES libraries...] [UNTRACED])
#
# Compiles the environment `type` of `header` for every backend, as the object library
# starling_env_NAME, and adds its objects to the interface library `group` (starling_environments
# unless given). A program that links the group knows the environment by its name. What draws its
# worlds goes to starling_drawings, or of another group to GROUP_drawings, which only programs that
# show worlds link. An UNTRACED one cannot be traced on CUDA, and compiles in two thirds of the time.

# Files generated for each environment; more translation units are more lines here.
set(STARLING_ENVIRONMENT_SOURCES_CPU environment_cpu.cpp)
set(STARLING_ENVIRONMENT_SOURCES_CUDA environment_cuda.cpp environment_verify_cuda.cpp)
set(STARLING_ENVIRONMENT_SOURCES_CUDA_TRACE environment_trace_cuda.cpp)
set(STARLING_ENVIRONMENT_TEMPLATES ${CMAKE_CURRENT_LIST_DIR})

function(starling_add_environment name)
  cmake_parse_arguments(PARSE_ARGV 1 environment "UNTRACED" "TYPE;HEADER;DRAWING;GROUP" "LIBRARIES")
  if(NOT environment_TYPE OR NOT environment_HEADER)
    message(FATAL_ERROR "starling_add_environment(${name}) needs TYPE and HEADER.")
  endif()
  if(NOT environment_GROUP)
    set(environment_GROUP starling_environments)
  endif()
  if(NOT TARGET ${environment_GROUP})
    add_library(${environment_GROUP} INTERFACE)
  endif()

  set(target starling_env_${name})
  add_library(${target} OBJECT)
  target_link_libraries(${target} PUBLIC starling_engine ${environment_LIBRARIES})
  starling_generate_environment(${target} CXX "${STARLING_ENVIRONMENT_SOURCES_CPU}")
  if(STARLING_WITH_CUDA)
    starling_generate_environment(${target} CUDA "${STARLING_ENVIRONMENT_SOURCES_CUDA}")
    if(NOT environment_UNTRACED)
      starling_generate_environment(${target} CUDA "${STARLING_ENVIRONMENT_SOURCES_CUDA_TRACE}")
    endif()
    starling_keep_kernel_report(${target})
  endif()
  # Objects, since a static library would drop the registrations.
  target_sources(${environment_GROUP} INTERFACE $<TARGET_OBJECTS:${target}>)
  target_link_libraries(${environment_GROUP} INTERFACE starling_engine ${environment_LIBRARIES})
  if(environment_DRAWING)
    starling_add_drawing(${name})
  endif()
endfunction()

# Compiles the caller's environment_DRAWING, once a program links it.
function(starling_add_drawing name)
  set(target starling_drawing_${name})
  add_library(${target} OBJECT EXCLUDE_FROM_ALL)
  target_link_libraries(${target} PUBLIC starling_engine ${environment_LIBRARIES})
  starling_generate_environment(${target} CXX environment_drawing.cpp)
  set(drawings ${environment_GROUP}_drawings)
  if(environment_GROUP STREQUAL starling_environments)
    set(drawings starling_drawings)
  endif()
  if(NOT TARGET ${drawings})
    add_library(${drawings} INTERFACE)
  endif()
  target_sources(${drawings} INTERFACE $<TARGET_OBJECTS:${target}>)
endfunction()

# Fills in the templates `sources` from the caller's environment_TYPE and environment_HEADER.
function(starling_generate_environment target language sources)
  foreach(source IN LISTS sources)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/${target}/${source})
    configure_file(${STARLING_ENVIRONMENT_TEMPLATES}/${source}.in ${generated} @ONLY)
    set_source_files_properties(${generated} PROPERTIES LANGUAGE ${language})
    target_sources(${target} PRIVATE ${generated})
  endforeach()
endfunction()
