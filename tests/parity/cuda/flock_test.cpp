/// The flock's claims about its episodes, compiled for the GPU.
#include "tests/unit/envs/murmuration/episode_test.cpp"
