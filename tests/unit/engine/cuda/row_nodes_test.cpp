/// The claims about nodes that look at many rows, compiled for the GPU.
#include "tests/unit/engine/row_nodes_test.cpp"
