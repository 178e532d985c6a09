/// CartPole's claims, golden transitions among them, compiled for the GPU.
#include "tests/unit/envs/cartpole_episode_test.cpp"
#include "tests/unit/envs/cartpole_golden_worlds_test.cpp"
#include "tests/unit/envs/cartpole_horizon_test.cpp"
