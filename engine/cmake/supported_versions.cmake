# Stops the configuration with what was found and what is supported.

set(STARLING_OLDEST_GCC 12)
set(STARLING_OLDEST_CUDA 12.4)
set(STARLING_NEWEST_CUDA_MAJOR 13)

function(starling_require_host_compiler id version)
  if(NOT id STREQUAL "GNU" OR version VERSION_LESS STARLING_OLDEST_GCC)
    message(FATAL_ERROR "Found the C++ compiler ${id} ${version}; Starling is built with "
      "g++ ${STARLING_OLDEST_GCC} or newer (choose it with -DCMAKE_CXX_COMPILER=g++).")
  endif()
endfunction()

function(starling_require_cuda version)
  string(REGEX MATCH "^[0-9]+" major "${version}")
  if(version VERSION_LESS STARLING_OLDEST_CUDA OR major GREATER STARLING_NEWEST_CUDA_MAJOR)
    message(FATAL_ERROR "Found the CUDA toolkit ${version}; Starling is built with CUDA "
      "${STARLING_OLDEST_CUDA} to ${STARLING_NEWEST_CUDA_MAJOR}.x "
      "(build for the CPU alone with -DSTARLING_CUDA=OFF).")
  endif()
endfunction()
