// compiles: the flags and includes of these tests are right, so that the others fail for their own
// reason.
#include "engine/simulator.hpp"

starling::Settings settings;
