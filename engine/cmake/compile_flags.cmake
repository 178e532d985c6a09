# How every target is compiled: language, warnings, sanitizers, and the arithmetic on which the
# two backends agree bit for bit.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# By hand, since CMake 3.25 knows no flag of nvcc 13 for CMAKE_CUDA_STANDARD 20, and would take
# CMAKE_CXX_STANDARD for it.
set(language -std=c++20)

# No contraction to FMA, and a vector width that does not depend on the machine that builds.
set(arithmetic -ffp-contract=off -fno-math-errno -fno-trapping-math)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND arithmetic -march=x86-64-v3)
endif()

# g++ 12 makes one instruction of a product that straight-line code subtracts from one lane and adds
# to the next, whatever -ffp-contract says (tests/unit/kernels/contraction_test.cpp).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  list(APPEND arithmetic -fno-tree-slp-vectorize)
endif()

# The code that nvcc generates does not pass -Wpedantic.
set(warnings -Wall -Wextra -Wshadow -Wconversion -Werror)

set(cuda -fmad=false -Werror=all-warnings --expt-relaxed-constexpr --generate-line-info)
string(REPLACE ";" "," host_flags "${arithmetic};${warnings}")
add_compile_options(
  "$<$<COMPILE_LANGUAGE:CXX>:${language};${arithmetic};${warnings};-Wpedantic>"
  "$<$<COMPILE_LANGUAGE:CUDA>:${language};${cuda};-Xcompiler=${host_flags}>")

# The checks of every single access are left to the address sanitizer: with them the programs of one
# environment take over two minutes to compile instead of forty seconds.
if(STARLING_SANITIZE)
  add_compile_options(-fsanitize=${STARLING_SANITIZE} -fno-sanitize=null,alignment,object-size
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${STARLING_SANITIZE})
endif()
