/// The claims about simulators on any device, compiled for the GPU. One file, since what takes nvcc
/// long is what they all include.
#include "tests/unit/engine/actor_test.cpp"
#include "tests/unit/engine/dlpack_test.cpp"
#include "tests/unit/engine/error_test.cpp"
#include "tests/unit/engine/hash_test.cpp"
#include "tests/unit/engine/independence_test.cpp"
#include "tests/unit/engine/inspect_test.cpp"
#include "tests/unit/engine/masks_test.cpp"
#include "tests/unit/engine/random_streams_test.cpp"
#include "tests/unit/engine/reset_test.cpp"
#include "tests/unit/engine/simulator_test.cpp"
#include "tests/unit/engine/simulator_trace_test.cpp"
#include "tests/unit/engine/tensor_test.cpp"
