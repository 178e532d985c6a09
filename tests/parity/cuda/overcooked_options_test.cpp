/// Overcooked's options, compiled for the GPU.
#include "tests/unit/envs/overcooked/options_test.cpp"
