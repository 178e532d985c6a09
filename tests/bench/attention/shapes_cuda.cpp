#include "tests/bench/attention/shapes.hpp"

#include <stdexcept>

#include "kernels/attention.hpp"
#include "kernels/attention_hopper_launch.hpp"
#include "kernels/attention_launch.hpp"

namespace starling::bench::attention {
namespace {

using kernels::AttentionArguments;
using kernels::Turns;

template <int dim, int keys, bool holds, int blocks>
Shape shape_of() {
  using Tile = kernels::AttentionTile<dim, keys, holds, blocks>;
  const std::string name = "warps: " + std::to_string(keys) + " keys, " + std::to_string(blocks) +
                           (holds ? " blocks, queries held" : " blocks");
  return {name, dim, kernels::launch_attention_in<Tile>};
}

template <class Tile>
void launch_by_warpgroups(const AttentionArguments& arguments, void* stream) {
  if (!kernels::launch_hopper_attention_in<Tile>(arguments, stream))
    throw std::runtime_error("the copy engine cannot take the tensors");
}

template <int dim, int keys, int consumers, int stages, bool overlapped, Turns turns, bool resident,
          bool late = true>
Shape hopper_shape_of() {
  using Tile =
      kernels::HopperAttentionTile<dim, keys, consumers, stages, overlapped, turns, resident, late>;
  const std::string name = "warpgroups: " + std::to_string(consumers) + " of them, " +
                           std::to_string(keys) + " keys, " + std::to_string(stages) + " stages" +
                           (overlapped ? ", overlapped" : "") +
                           (turns == Turns::OfProducts ? ", in turns" : "") +
                           (resident ? ", resident" : "") + (late ? "" : ", early wait");
  return {name, dim, launch_by_warpgroups<Tile>};
}

}  // namespace

std::vector<Shape> tuned_shapes() {
  return {{"tuned", 64, kernels::launch_attention}, {"tuned", 128, kernels::launch_attention}};
}

std::vector<Shape> other_shapes() {
  constexpr Turns none = Turns::None;
  constexpr Turns turns = Turns::OfProducts;
  return {hopper_shape_of<64, 128, 3, 2, true, turns, true>(),
          hopper_shape_of<64, 128, 3, 2, true, turns, true, false>(),
          hopper_shape_of<64, 128, 3, 2, true, none, true>(),
          hopper_shape_of<64, 128, 3, 2, true, turns, false>(),
          hopper_shape_of<64, 128, 3, 2, false, turns, true>(),
          hopper_shape_of<64, 128, 3, 2, false, none, true>(),
          hopper_shape_of<64, 128, 3, 3, true, turns, true>(),
          hopper_shape_of<64, 128, 2, 2, true, turns, true>(),
          hopper_shape_of<64, 128, 2, 2, true, none, true>(),
          hopper_shape_of<64, 192, 2, 2, true, turns, true>(),
          hopper_shape_of<64, 192, 2, 2, true, none, true>(),
          hopper_shape_of<64, 192, 2, 2, true, turns, false>(),
          hopper_shape_of<64, 96, 3, 3, true, turns, true>(),
          hopper_shape_of<128, 128, 2, 2, true, turns, true>(),
          hopper_shape_of<128, 128, 2, 2, true, turns, true, false>(),
          hopper_shape_of<128, 128, 2, 2, true, none, true>(),
          hopper_shape_of<128, 128, 2, 2, true, turns, false>(),
          hopper_shape_of<128, 128, 2, 2, true, none, false>(),
          hopper_shape_of<128, 128, 2, 2, false, turns, true>(),
          hopper_shape_of<128, 128, 2, 2, false, none, true>(),
          hopper_shape_of<128, 176, 2, 2, true, turns, true>(),
          hopper_shape_of<128, 176, 2, 2, true, turns, false>(),
          hopper_shape_of<128, 160, 2, 2, true, turns, true>(),
          hopper_shape_of<128, 96, 2, 3, true, turns, true>(),
          hopper_shape_of<128, 64, 3, 3, true, turns, true>(),
          shape_of<64, 128, false, 2>(),
          shape_of<64, 64, true, 2>(),
          shape_of<64, 64, false, 3>(),
          shape_of<64, 32, true, 3>(),
          shape_of<64, 32, false, 4>(),
          shape_of<128, 64, false, 2>(),
          shape_of<128, 32, false, 2>(),
          shape_of<128, 32, true, 2>()};
}

}  // namespace starling::bench::attention
