#include "engine/error.hpp"
#include "systems/policy/device_network.hpp"

namespace starling::policy {

std::unique_ptr<DeviceNetwork> make_bfloat16_network(const Network&) {
  throw Error(Refusal::Usage, "networks in bf16 are not built yet; fp32 is");
}

}  // namespace starling::policy
