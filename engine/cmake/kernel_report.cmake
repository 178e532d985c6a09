# The resources of every kernel, kept when it is compiled and printed at the end of each build.

set(STARLING_KERNEL_LAUNCHER ${CMAKE_CURRENT_LIST_DIR}/compile_kernels.sh)
# Names the objects whose kernels are reported, one a line.
set(STARLING_KERNEL_OBJECTS ${CMAKE_BINARY_DIR}/kernel_objects.txt)

# Keeps a report beside each CUDA object of `target`, whose CUDA sources are named *_cuda.cpp.
function(starling_keep_kernel_report target)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xptxas=-v>)
  set(launcher sh ${STARLING_KERNEL_LAUNCHER} ${CMAKE_CUDA_COMPILER_LAUNCHER})
  set_target_properties(${target} PROPERTIES CUDA_COMPILER_LAUNCHER "${launcher}")
  set_property(GLOBAL APPEND PROPERTY STARLING_KERNEL_TARGETS ${target})
endfunction()

# Adds the target that prints the report, after all targets there are by now that take long.
function(starling_print_kernel_report)
  get_property(targets GLOBAL PROPERTY STARLING_KERNEL_TARGETS)
  set(objects)
  foreach(target IN LISTS targets)
    list(APPEND objects $<TARGET_OBJECTS:${target}>)
  endforeach()
  file(GENERATE OUTPUT ${STARLING_KERNEL_OBJECTS}
    CONTENT "$<JOIN:$<FILTER:${objects},INCLUDE,_cuda\\.cpp>,\n>\n")
  add_custom_target(kernel_report ALL
    COMMAND starling_kernel_report ${STARLING_KERNEL_OBJECTS}
    COMMENT "Registers, spills and shared memory of every kernel")
  add_dependencies(kernel_report ${targets})
  foreach(last IN ITEMS starling starling_kernels_tests starling_engine_tests starling_systems_tests
      starling_envs_tests starling_parity starling_gpu_tests starling_cli_tests
      starling_compiled_code)
    if(TARGET ${last})
      add_dependencies(kernel_report ${last})
    endif()
  endforeach()
endfunction()
