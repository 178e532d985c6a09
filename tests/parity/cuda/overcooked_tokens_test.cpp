/// Overcooked's tokens of entities, compiled for the GPU.
#include "tests/unit/envs/overcooked/tokens_test.cpp"
