# Finds the CUDA toolkit, chooses the GPU architectures and enables the language.
# Sets STARLING_WITH_CUDA.

# The version of an nvcc as it says itself, before CMake tries it: an unsupported one may not
# even compile CMake's own checks.
function(starling_nvcc_version nvcc result)
  execute_process(COMMAND ${nvcc} --version OUTPUT_VARIABLE text ERROR_QUIET)
  string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" found "${text}")
  if(NOT found)
    message(FATAL_ERROR "${nvcc} does not tell its version: '${nvcc} --version' says '${text}'.")
  endif()
  set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

# The architecture of the first GPU of this machine, else that of an H100 or H200.
function(starling_default_architecture result)
  execute_process(
    COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
    OUTPUT_VARIABLE capabilities RESULT_VARIABLE status ERROR_QUIET)
  if(status EQUAL 0 AND capabilities MATCHES "^([0-9]+)\\.([0-9]+)")
    set(architecture ${CMAKE_MATCH_1}${CMAKE_MATCH_2})
  else()
    set(architecture 90)
  endif()
  string(REGEX REPLACE "^90$" "90a" architecture ${architecture})
  set(${result} ${architecture} PARENT_SCOPE)
endfunction()

starling_require_host_compiler("${CMAKE_CXX_COMPILER_ID}" "${CMAKE_CXX_COMPILER_VERSION}")

set(STARLING_WITH_CUDA OFF)
if(NOT STARLING_CUDA)
  message(STATUS "Starling: CPU backend only (STARLING_CUDA=${STARLING_CUDA})")
  return()
endif()

find_program(STARLING_NVCC
  NAMES ${CMAKE_CUDA_COMPILER} $ENV{CUDACXX} nvcc
  PATHS ENV CUDA_PATH /usr/local/cuda PATH_SUFFIXES bin)
if(NOT STARLING_NVCC AND STARLING_CUDA STREQUAL "AUTO")
  message(STATUS "Starling: CPU backend only, as no CUDA toolkit (nvcc) was found")
  return()
elseif(NOT STARLING_NVCC)
  message(FATAL_ERROR "STARLING_CUDA=${STARLING_CUDA}, but no CUDA toolkit (nvcc) was found; "
    "Starling is built with CUDA ${STARLING_OLDEST_CUDA} to ${STARLING_NEWEST_CUDA_MAJOR}.x.")
endif()

starling_nvcc_version(${STARLING_NVCC} nvcc_version)
starling_require_cuda(${nvcc_version})
if(NOT CMAKE_CUDA_ARCHITECTURES)
  starling_default_architecture(architecture)
  set(CMAKE_CUDA_ARCHITECTURES ${architecture} CACHE STRING "GPU architectures")
endif()
set(CMAKE_CUDA_COMPILER ${STARLING_NVCC} CACHE FILEPATH "CUDA compiler")
set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER} CACHE FILEPATH "Host compiler of nvcc")
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
set(STARLING_WITH_CUDA ON)
message(STATUS "Starling: CPU and CUDA backends (CUDA ${nvcc_version}, "
  "architectures ${CMAKE_CUDA_ARCHITECTURES})")
