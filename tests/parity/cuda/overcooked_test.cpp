/// Overcooked's claims, golden steps and observations among them, compiled for the GPU.
#include "tests/unit/envs/overcooked/golden_worlds_test.cpp"
#include "tests/unit/envs/overcooked/options_test.cpp"
#include "tests/unit/envs/overcooked/random_worlds_test.cpp"
#include "tests/unit/envs/overcooked/tokens_test.cpp"
