/// A fused network on the current device, in one of several shapes of block; only for files that
/// nvcc compiles.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <memory>
#include <type_traits>

#include "engine/type_list.hpp"
#include "systems/policy/device_memory.hpp"
#include "systems/policy/device_network.hpp"
#include "systems/policy/fused/launch.hpp"
#include "systems/policy/fused/pack.hpp"

namespace starling::policy {

template <class Shape>
class FusedNetwork final : public DeviceNetwork {
 public:
  explicit FusedNetwork(const PackedNetwork& packed)
      : launch_(packed.arguments.total_slabs), arguments_(packed.arguments) {
    arguments_.slabs = arrays_.upload(packed.slabs);
    arguments_.embed = arrays_.upload(packed.embed);
    arguments_.heads = arrays_.upload(packed.heads);
    arguments_.biases = arrays_.upload(packed.biases);
    arguments_.output_biases = arrays_.upload(packed.output_biases);
  }

  void launch(const ObservedTokens& observed, float* answers, void* stream) const override {
    FusedArguments arguments = arguments_;
    arguments.observed = observed;
    arguments.answers = answers;
    launch_(arguments, static_cast<cudaStream_t>(stream));
  }
  std::int64_t allocated_bytes() const override { return arrays_.allocated_bytes(); }

 private:
  FusedLaunch<Shape> launch_;
  FusedArguments arguments_;  ///< But for what a launch is given.
  DeviceArrays arrays_;
};

/// In the first of the shapes that are for the network; null where none is.
template <class Products, class... Shapes>
std::unique_ptr<DeviceNetwork> make_in_one_of(const Network& network, TypeList<Shapes...>) {
  const Architecture& architecture = network.architecture;
  const PackedNetwork packed = pack<Products>(network);
  std::unique_ptr<DeviceNetwork> made;
  const auto try_in = [&]<class Shape>(std::type_identity<Shape>) {
    if (made || architecture.d_model != Shape::d_model ||
        fused_head_width(architecture) != Shape::head_width)
      return;
    if (Shape::is_resident && packed.arguments.total_slabs > FusedLaunch<Shape>::most_slots())
      return;
    made = std::make_unique<FusedNetwork<Shape>>(packed);
  };
  (try_in(std::type_identity<Shapes>{}), ...);
  return made;
}

}  // namespace starling::policy
