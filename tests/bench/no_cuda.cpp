/// Stands in for the parts on CUDA in a build without it.
#include "engine/error.hpp"
#include "tests/bench/machine.hpp"
#include "tests/bench/on_cuda.hpp"

namespace starling::bench {

std::unique_ptr<Machine> make_cuda_machine() {
  throw Error(Refusal::Unavailable, "this program was built without CUDA");
}

std::vector<Bar> cartpole_bars_on_cuda(const Task&) {
  return {};
}
std::vector<Bar> arena_bars_on_cuda(const Task&) {
  return {};
}
std::vector<Bar> reference_schedules(const Task&) {
  return {};
}

}  // namespace starling::bench
