#include "systems/policy/fused/network.hpp"
#include "systems/policy/fused/network_of_shapes.hpp"

namespace starling::policy {
namespace {

template <int d_model, int width, int warps>
using Shape = FusedShape<kernels::WarpProducts, d_model, width, warps>;

/// As many warps as have room for their rows in registers.
using Shapes = TypeList<Shape<32, 16, 16>, Shape<32, 32, 16>, Shape<64, 16, 16>, Shape<64, 32, 16>,
                        Shape<64, 64, 12>, Shape<128, 16, 12>, Shape<128, 32, 12>,
                        Shape<128, 64, 8>, Shape<256, 16, 8>, Shape<256, 32, 8>, Shape<256, 64, 8>>;

}  // namespace

std::unique_ptr<DeviceNetwork> make_warp_network(const Network& network) {
  return make_in_one_of<kernels::WarpProducts>(network, Shapes{});
}

}  // namespace starling::policy
