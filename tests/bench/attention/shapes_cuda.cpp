#include "tests/bench/attention/shapes.hpp"

#include <stdexcept>

#include "kernels/attention.hpp"
#include "kernels/attention_hopper_launch.hpp"
#include "kernels/attention_launch.hpp"

namespace starling::bench::attention {
namespace {

using kernels::AttentionArguments;

template <int dim, int keys, bool holds, int blocks>
Shape shape_of() {
  using Tile = kernels::AttentionTile<dim, keys, holds, blocks>;
  const std::string name = "warps: " + std::to_string(keys) + " keys, " + std::to_string(blocks) +
                           (holds ? " blocks, queries held" : " blocks");
  return {name, dim, kernels::launch_attention_in<Tile>};
}

#if defined(STARLING_WITH_HOPPER)
template <class Tile>
void launch_by_warpgroups(const AttentionArguments& arguments, void* stream) {
  if (!kernels::launch_hopper_attention_in<Tile>(arguments, stream))
    throw std::runtime_error("the copy engine does not take the tensors");
}

template <int dim, int keys, int consumers, int stages>
Shape hopper_shape_of() {
  using Tile = kernels::HopperAttentionTile<dim, keys, consumers, stages>;
  const std::string name = std::to_string(consumers) + " warpgroups: " + std::to_string(keys) +
                           " keys, " + std::to_string(stages) + " stages";
  return {name, dim, launch_by_warpgroups<Tile>};
}
#endif

}  // namespace

std::vector<Shape> tuned_shapes() {
  return {{"tuned", 64, kernels::launch_attention}, {"tuned", 128, kernels::launch_attention}};
}

std::vector<Shape> other_shapes() {
  std::vector<Shape> shapes = {shape_of<64, 128, false, 2>(), shape_of<64, 64, true, 2>(),
                               shape_of<64, 64, false, 3>(),  shape_of<64, 32, true, 3>(),
                               shape_of<64, 32, false, 4>(),  shape_of<128, 64, false, 2>(),
                               shape_of<128, 32, false, 2>(), shape_of<128, 32, true, 2>()};
#if defined(STARLING_WITH_HOPPER)
  if (kernels::is_hopper()) {
    const std::vector<Shape> more = {
        hopper_shape_of<64, 128, 3, 3>(),  hopper_shape_of<64, 96, 3, 3>(),
        hopper_shape_of<64, 128, 2, 2>(),  hopper_shape_of<64, 192, 2, 2>(),
        hopper_shape_of<128, 160, 2, 2>(), hopper_shape_of<128, 96, 2, 3>(),
        hopper_shape_of<128, 64, 3, 3>()};
    shapes.insert(shapes.begin(), more.begin(), more.end());
  }
#endif
  return shapes;
}

}  // namespace starling::bench::attention
