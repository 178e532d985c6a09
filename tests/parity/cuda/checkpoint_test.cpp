/// Saved runs go on alike, compiled for the GPU: from each device to the other, in every residency.
#include "tests/parity/checkpoint_test.cpp"
