#include <string>

#include "engine/error.hpp"
#include "kernels/is_hopper.hpp"
#include "systems/policy/device_network.hpp"
#include "systems/policy/fused/network.hpp"

namespace starling::policy {
namespace {

void check_size(const Architecture& shape) {
  constexpr std::int64_t most_tokens = 64;
  const auto refuse = [](const std::string& what, std::int64_t most) {
    throw Error(Refusal::Usage, "a network of " + what + " is too large for CUDA in bf16, which " +
                                    "takes " + std::to_string(most) + "; --backend cpu plays it");
  };
  if (shape.tokens() > most_tokens) refuse(std::to_string(shape.tokens()) + " tokens", most_tokens);
  if (shape.types.size() > max_token_types)
    refuse(std::to_string(shape.types.size()) + " kinds of tokens", max_token_types);
}

}  // namespace

std::unique_ptr<DeviceNetwork> make_bfloat16_network(const Network& network) {
  check_size(network.architecture);
#if defined(STARLING_WITH_HOPPER)
  if (kernels::is_hopper()) {
    if (auto made = make_warpgroup_network(network)) return made;
  }
#endif
  return make_warp_network(network);
}

}  // namespace starling::policy
