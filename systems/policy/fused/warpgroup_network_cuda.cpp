#include "systems/policy/fused/network.hpp"
#include "systems/policy/fused/network_of_shapes.hpp"

namespace starling::policy {
namespace {

template <int d_model, int width, int warps, bool resident = false>
using Shape = FusedShape<kernels::WarpgroupProducts, d_model, width, warps, resident>;

/// Million agents/s on an H200 of 65,536 agents with 17 tokens, heads of 16 at d_model 64 and of 32
/// at 128, 2 layers, d_ff 4 d_model, in the order in which variants were tried.
///
///     d_model 64                                                      128
///     by each warp, 16 warps: 30 (spills), 12: 38.6
///     by warpgroups, 16 warps: 38.3 (serialized), 12: 37.9            15.2; 8 warps: 16.9
///     tokens of rows looked up in a table, sums of weights by a
///       product with ones, half of GELU in the weights, units of a
///       slice ahead of the slice before: 53.5 (serialized), 12: 48.4  17.3
///     warps without rows apart, so that nothing is serialized;
///       slices one by one, biases read ahead: 59.4, 12: 52.6          25.4; 8 warps: 20.5
///     48 keys at a time: 59.4; 16: 60.9                               16: 25.4
///     by each warp, the same: 54.1
///
/// Units a slice ahead, then: 57.4, since nvcc serialized the products. At d_model 256 tokens alone
/// take 128 registers of a thread, and warpgroups' products were spilled; each warp's fit.
using Shapes =
    TypeList<Shape<32, 16, 16, true>, Shape<32, 32, 16, true>, Shape<64, 16, 16, true>,
             Shape<64, 16, 16>, Shape<64, 32, 16, true>, Shape<64, 32, 16>, Shape<64, 64, 12, true>,
             Shape<64, 64, 12>, Shape<128, 16, 8>, Shape<128, 32, 12>, Shape<128, 64, 8>>;

}  // namespace

std::unique_ptr<DeviceNetwork> make_warpgroup_network(const Network& network) {
  return make_in_one_of<kernels::WarpgroupProducts>(network, Shapes{});
}

}  // namespace starling::policy
