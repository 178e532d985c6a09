/// Overcooked's worlds beside the plain model, compiled for the GPU.
#include "tests/unit/envs/overcooked/random_worlds_test.cpp"
