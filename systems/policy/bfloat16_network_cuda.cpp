#include <string>

#include "engine/error.hpp"
#include "kernels/device_attribute.hpp"
#include "systems/policy/device_network.hpp"
#include "systems/policy/fused/network.hpp"
#include "systems/policy/layered/network.hpp"

namespace starling::policy {
namespace {

/// Tokens of an agent that a fused network's rows are made for.
constexpr std::int64_t most_fused_tokens = 64;

void check_kinds(const Architecture& shape) {
  if (shape.types.size() <= max_token_types) return;
  throw Error(Refusal::Usage, "a network of " + std::to_string(shape.types.size()) +
                                  " kinds of tokens is too large for CUDA in bf16, which takes " +
                                  std::to_string(max_token_types) + "; --backend cpu plays it");
}

}  // namespace

std::unique_ptr<DeviceNetwork> make_bfloat16_network(const Network& network) {
  check_kinds(network.architecture);
  if (network.architecture.tokens() > most_fused_tokens) return make_layered_network(network);
#if defined(STARLING_WITH_HOPPER)
  if (kernels::is_hopper()) {
    if (auto made = make_warpgroup_network(network)) return made;
  }
#endif
  return make_warp_network(network);
}

}  // namespace starling::policy
