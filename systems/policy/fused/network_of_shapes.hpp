/// A fused network on the current device, in one of several shapes of block; only for files that
/// nvcc compiles.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

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
    arguments_.slabs = upload(packed.slabs);
    arguments_.embed = upload(packed.embed);
    arguments_.heads = upload(packed.heads);
    arguments_.biases = upload(packed.biases);
    arguments_.output_biases = upload(packed.output_biases);
  }

  void launch(const ObservedTokens& observed, float* answers, void* stream) const override {
    FusedArguments arguments = arguments_;
    arguments.observed = observed;
    arguments.answers = answers;
    launch_(arguments, static_cast<cudaStream_t>(stream));
  }
  std::int64_t allocated_bytes() const override { return allocated_bytes_; }

 private:
  template <class T>
  const T* upload(const std::vector<T>& numbers) {
    const std::size_t bytes = numbers.size() * sizeof(T);
    memory_.push_back(allocate_on_device(static_cast<std::int64_t>(bytes)));
    allocated_bytes_ += static_cast<std::int64_t>(bytes);
    kernels::cuda_check(
        cudaMemcpy(memory_.back().get(), numbers.data(), bytes, cudaMemcpyHostToDevice),
        "copying a network to the device");
    return reinterpret_cast<const T*>(memory_.back().get());
  }

  FusedLaunch<Shape> launch_;
  FusedArguments arguments_;  ///< But for what a launch is given.
  std::vector<DeviceMemory> memory_;
  std::int64_t allocated_bytes_ = 0;
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
