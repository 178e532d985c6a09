#include "tests/bench/attention/short_shapes.hpp"

#include "kernels/short_attention.hpp"
#include "kernels/short_attention_launch.hpp"

namespace starling::bench::attention {
namespace {

struct ShortShape {
  std::int64_t keys;  ///< At most.
  Shape shape;
};

template <int dim, int keys, int pairs, int tiles, int blocks, int turns>
ShortShape shape_of() {
  using Tile = kernels::ShortAttentionTile<dim, keys, pairs, tiles, blocks, turns>;
  std::string name = std::to_string(pairs) + " pairs, " + std::to_string(tiles) + " tiles, " +
                     std::to_string(blocks) + " blocks";
  if (turns > 0) name += ", " + std::to_string(turns) + " turns";
  return {keys, {name, dim, kernels::launch_short_attention_in<Tile>}};
}

std::vector<ShortShape> all_shapes() {
  return {
      shape_of<16, 16, 1, 1, 9, 0>(),  shape_of<16, 16, 1, 1, 11, 0>(),
      shape_of<16, 16, 2, 1, 6, 0>(),  shape_of<16, 16, 2, 1, 8, 0>(),
      shape_of<16, 16, 3, 1, 5, 0>(),  shape_of<16, 16, 4, 1, 5, 0>(),
      shape_of<16, 16, 1, 1, 11, 1>(), shape_of<16, 16, 1, 1, 11, 4>(),
      shape_of<16, 16, 2, 1, 8, 4>(),  shape_of<16, 16, 2, 1, 8, 16>(),
      shape_of<16, 16, 4, 1, 5, 16>(), shape_of<32, 16, 1, 1, 6, 0>(),
      shape_of<32, 16, 1, 1, 7, 0>(),  shape_of<32, 16, 2, 1, 4, 0>(),
      shape_of<32, 16, 3, 1, 3, 0>(),  shape_of<32, 16, 3, 1, 4, 0>(),
      shape_of<32, 16, 1, 1, 7, 1>(),  shape_of<32, 16, 1, 1, 7, 4>(),
      shape_of<32, 16, 2, 1, 4, 4>(),  shape_of<32, 16, 3, 1, 4, 12>(),
      shape_of<64, 16, 1, 1, 4, 0>(),  shape_of<64, 16, 2, 1, 2, 0>(),
      shape_of<64, 16, 2, 1, 3, 0>(),  shape_of<64, 16, 3, 1, 2, 0>(),
      shape_of<64, 16, 1, 1, 4, 1>(),  shape_of<64, 16, 1, 1, 4, 4>(),
      shape_of<64, 16, 2, 1, 3, 4>(),  shape_of<16, 32, 1, 1, 5, 0>(),
      shape_of<16, 32, 1, 1, 6, 0>(),  shape_of<16, 32, 1, 1, 7, 0>(),
      shape_of<16, 32, 1, 2, 6, 0>(),  shape_of<16, 32, 2, 1, 4, 0>(),
      shape_of<16, 32, 2, 1, 5, 0>(),  shape_of<16, 32, 2, 2, 4, 0>(),
      shape_of<16, 32, 3, 1, 4, 0>(),  shape_of<16, 32, 1, 1, 7, 1>(),
      shape_of<16, 32, 1, 1, 7, 4>(),  shape_of<16, 32, 2, 1, 5, 4>(),
      shape_of<32, 32, 1, 1, 4, 0>(),  shape_of<32, 32, 1, 1, 5, 0>(),
      shape_of<32, 32, 1, 2, 4, 0>(),  shape_of<32, 32, 2, 1, 3, 0>(),
      shape_of<32, 32, 2, 2, 3, 0>(),  shape_of<32, 32, 1, 1, 5, 1>(),
      shape_of<32, 32, 1, 1, 5, 4>(),  shape_of<32, 32, 2, 1, 3, 4>(),
      shape_of<64, 32, 1, 1, 3, 0>(),  shape_of<64, 32, 1, 2, 2, 0>(),
      shape_of<64, 32, 1, 1, 3, 1>(),  shape_of<64, 32, 1, 1, 3, 4>(),
      shape_of<16, 64, 1, 1, 4, 0>(),  shape_of<16, 64, 1, 1, 5, 0>(),
      shape_of<16, 64, 1, 2, 4, 0>(),  shape_of<16, 64, 1, 4, 3, 0>(),
      shape_of<16, 64, 2, 1, 3, 0>(),  shape_of<16, 64, 1, 1, 4, 1>(),
      shape_of<16, 64, 1, 1, 4, 4>(),  shape_of<32, 64, 1, 1, 3, 0>(),
      shape_of<32, 64, 1, 1, 4, 0>(),  shape_of<32, 64, 1, 2, 3, 0>(),
      shape_of<32, 64, 1, 4, 2, 0>(),  shape_of<32, 64, 2, 1, 2, 0>(),
      shape_of<32, 64, 1, 1, 3, 1>(),  shape_of<32, 64, 1, 1, 3, 4>(),
      shape_of<64, 64, 1, 1, 2, 0>(),  shape_of<64, 64, 1, 1, 2, 1>(),
      shape_of<64, 64, 1, 1, 2, 4>(),
  };
}

constexpr int copy_threads = 256;

__global__ void copy_kernel(const uint4* from, uint4* to, std::int64_t count) {
  for (std::int64_t index = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; index < count;
       index += std::int64_t{gridDim.x} * blockDim.x)
    __stcg(to + index, __ldcg(from + index));
}

}  // namespace

Shape tuned_short_shape(std::int64_t head_dim) {
  return {"tuned", head_dim, kernels::launch_short_attention};
}

std::vector<Shape> other_short_shapes(std::int64_t head_dim, std::int64_t keys) {
  std::vector<Shape> shapes;
  for (const ShortShape& one : all_shapes()) {
    if (one.shape.head_dim == head_dim && one.keys - 16 < keys && keys <= one.keys)
      shapes.push_back(one.shape);
  }
  return shapes;
}

void copy_past_l1(const kernels::Bfloat16* from, kernels::Bfloat16* to, std::int64_t numbers) {
  const auto blocks = static_cast<unsigned>(8 * kernels::detail::processors_of_device());
  copy_kernel<<<blocks, copy_threads>>>(reinterpret_cast<const uint4*>(from),
                                        reinterpret_cast<uint4*>(to), numbers / 8);
  kernels::cuda_check(cudaGetLastError(), "copying");
}

}  // namespace starling::bench::attention
