/// The claims about runs that are looked at, compiled for the GPU.
#include "tests/viewer/session/live_source_test.cpp"
