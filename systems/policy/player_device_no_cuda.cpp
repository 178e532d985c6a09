/// Stands in for players on CUDA in a build without a CUDA toolkit.
#include "engine/error.hpp"
#include "systems/policy/player_device.hpp"

namespace starling::policy {

std::unique_ptr<PlayerDevice> make_cuda_player_device(const Network&, Precision, void*) {
  throw Error(Refusal::Unavailable, "this program was built without the CUDA backend");
}

}  // namespace starling::policy
