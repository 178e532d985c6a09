#include "systems/policy/fused/network.hpp"
#include "systems/policy/fused/network_of_shapes.hpp"

namespace starling::policy {
namespace {

template <int d_model, int width, int warps, bool resident = false>
using Shape = FusedShape<kernels::WarpgroupProducts, d_model, width, warps, resident>;

/// Million agents/s on an H200 of 65,536 agents with 17 tokens, all there, 2 layers, d_ff 4
/// d_model, at d_model 64 (heads of 16) in 16 and 12 warps, and at 128 (heads of 32) in 12 and 8,
/// in the order in which variants were tried:
///
///     30.3  38.6               each warp by itself; 30.3 spills
///     38.3  37.9   15.2  16.9  warpgroups
///     53.5  48.4   16.2  17.3  tokens of rows from a table; sums of weights as a product with
///                              ones; half of GELU in the weights; units a slice ahead
///     60.0  52.6   24.1  20.5  warps without rows apart, since nvcc serialized products in
///                              their branches; slices one by one, biases read ahead
///     60.9         25.4        keys scored 16 at a time in place of 48
///                  25.9        slabs by twos through the ring
///     54.1                     each warp by itself, with all of the above
///
/// Units a slice ahead, then: 57.4, since nvcc serialized the products. At d_model 256 tokens alone
/// take 128 registers of a thread, and warpgroups' products were spilled; each warp's fit.
/// Choosing actions in the same kernel took 1.3 us in place of 2.3 for 4,096 agents of one token,
/// but 240 in place of 20 for 65,536 that choose five components: a kernel of its own has more
/// threads.
using Shapes =
    TypeList<Shape<32, 16, 16, true>, Shape<32, 32, 16, true>, Shape<64, 16, 16, true>,
             Shape<64, 16, 16>, Shape<64, 32, 16, true>, Shape<64, 32, 16>, Shape<64, 64, 12, true>,
             Shape<64, 64, 12>, Shape<128, 16, 8>, Shape<128, 32, 12>, Shape<128, 64, 8>>;

}  // namespace

std::unique_ptr<DeviceNetwork> make_warpgroup_network(const Network& network) {
  return make_in_one_of<kernels::WarpgroupProducts>(network, Shapes{});
}

}  // namespace starling::policy
