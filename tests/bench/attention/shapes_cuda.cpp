#include "tests/bench/attention/shapes.hpp"

#include "kernels/attention.hpp"
#include "kernels/attention_launch.hpp"

namespace starling::bench::attention {
namespace {

template <int dim, int keys, bool holds, int blocks>
Shape shape_of() {
  using Tile = kernels::AttentionTile<dim, keys, holds, blocks>;
  const std::string name = std::to_string(keys) + " keys, " + std::to_string(blocks) +
                           (holds ? " blocks, queries held" : " blocks");
  return {name, dim, kernels::launch_attention_in<Tile>};
}

}  // namespace

std::vector<Shape> tuned_shapes() {
  return {{"tuned", 64, kernels::launch_attention}, {"tuned", 128, kernels::launch_attention}};
}

std::vector<Shape> other_shapes() {
  return {shape_of<64, 64, true, 2>(),   shape_of<64, 64, false, 3>(),
          shape_of<64, 32, true, 3>(),   shape_of<64, 32, false, 4>(),
          shape_of<128, 32, false, 2>(), shape_of<128, 32, true, 2>()};
}

}  // namespace starling::bench::attention
