/// The claims of parity, compiled for the GPU: every run on CUDA, in every residency, against the
/// plainest one on the CPU.
#include "tests/parity/parity_test.cpp"
