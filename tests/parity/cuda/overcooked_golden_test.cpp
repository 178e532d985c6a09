/// Overcooked's golden steps and observations, compiled for the GPU.
#include "tests/unit/envs/overcooked/golden_worlds_test.cpp"
