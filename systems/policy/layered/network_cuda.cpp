#include "systems/policy/layered/network.hpp"

#include <cuda_runtime.h>

#include <algorithm>

#include "systems/policy/device_memory.hpp"
#include "systems/policy/layered/launch.hpp"
#include "systems/policy/layered/run.hpp"

namespace starling::policy {
namespace {

class LayeredNetwork final : public DeviceNetwork {
 public:
  LayeredNetwork(const LayeredWeights& weights, std::int64_t chunk_rows)
      : shape_(weights.shape),
        chunk_agents_(std::max<std::int64_t>(1, chunk_rows / shape_.tokens)) {
    placed_.panels = arrays_.upload(weights.panels);
    placed_.numbers = arrays_.upload(weights.numbers);
    const std::int64_t rows = chunk_agents_ * shape_.tokens;
    rows_.tokens = arrays_.make_room<float>(rows * shape_.d_model);
    rows_.normal = arrays_.make_room<kernels::Bfloat16>(rows * shape_.d_model);
    rows_.wide = arrays_.make_room<kernels::Bfloat16>(rows * shape_.wide_columns());
    rows_.mask = arrays_.make_room<std::uint8_t>(rows);
  }

  void launch(const ObservedTokens& observed, float* answers, void* stream) const override {
    const LaunchedKernels kernels(static_cast<cudaStream_t>(stream));
    const std::int64_t chunks = (observed.agents + chunk_agents_ - 1) / chunk_agents_;
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
      const std::int64_t first = observed.agents * chunk / chunks;
      const std::int64_t end = observed.agents * (chunk + 1) / chunks;
      const ObservedTokens part = part_of(observed, first, end - first);
      const LayeredRun run(shape_, placed_, rows_, part, kernels);
      run(answers + first * shape_.outputs);
    }
  }
  std::int64_t allocated_bytes() const override { return arrays_.allocated_bytes(); }

 private:
  LayeredShape shape_;
  std::int64_t chunk_agents_;  ///< At most.
  PlacedWeights placed_;
  LayeredRows rows_;
  DeviceArrays arrays_;
};

/// Wide rows, such as those of tokens of thousands of features, are taken fewer at a time.
std::int64_t rows_at_a_time(const LayeredShape& shape, std::int64_t wanted) {
  constexpr std::int64_t most_bytes = std::int64_t{1} << 30;
  return std::min(wanted, most_bytes / shape.row_bytes());
}

}  // namespace

std::unique_ptr<DeviceNetwork> make_layered_network(const Network& network,
                                                    std::int64_t chunk_rows) {
  const LayeredWeights weights = pack_layered(network);
  return std::make_unique<LayeredNetwork>(weights, rows_at_a_time(weights.shape, chunk_rows));
}

}  // namespace starling::policy
