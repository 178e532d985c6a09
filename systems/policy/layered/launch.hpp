/// The kernels of a layered network on a stream; only for files that nvcc compiles.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "kernels/attention.hpp"
#include "kernels/cuda_check.hpp"
#include "kernels/layer_norm_rows.hpp"
#include "kernels/matmul.hpp"
#include "systems/policy/layered/answers.hpp"
#include "systems/policy/layered/features.hpp"

namespace starling::policy {

__global__ __launch_bounds__(features_threads) void features_kernel(
    const __grid_constant__ FeaturesArguments arguments) {
  const std::int64_t index = std::int64_t{blockIdx.x} * features_threads + threadIdx.x;
  if (index < arguments.threads()) write_features(arguments, index);
}

template <int d_model>
__global__ __launch_bounds__(AnswersBlock<d_model>::threads) void answers_kernel(
    const __grid_constant__ AnswersArguments arguments) {
  __shared__ __align__(8) std::byte shared[sizeof(typename AnswersBlock<d_model>::Shared)];
  AnswersBlock<d_model>(arguments, blockIdx.x, shared).run();
}

/// Each begins when the one before has ended.
class LaunchedKernels {
 public:
  explicit LaunchedKernels(cudaStream_t stream) : stream_(stream) {}

  void observe(const FeaturesArguments& arguments) const {
    const auto blocks =
        static_cast<unsigned>((arguments.threads() + features_threads - 1) / features_threads);
    features_kernel<<<blocks, features_threads, 0, stream_>>>(arguments);
    kernels::cuda_check(cudaGetLastError(), "launching a policy's observations");
  }
  void multiply(const kernels::MatmulArguments& arguments) const {
    kernels::launch_matmul(arguments, stream_);
  }
  void normalize(const kernels::LayerNormRowsArguments& arguments) const {
    kernels::launch_layer_norm_rows(arguments, stream_);
  }
  void attend(const kernels::AttentionArguments& arguments) const {
    kernels::launch_attention(arguments, stream_);
  }
  void answer(const AnswersArguments& arguments, std::int64_t d_model) const {
    if (d_model == 32) return answer_of<32>(arguments);
    if (d_model == 64) return answer_of<64>(arguments);
    if (d_model == 128) return answer_of<128>(arguments);
    answer_of<256>(arguments);
  }

 private:
  template <int d_model>
  void answer_of(const AnswersArguments& arguments) const {
    answers_kernel<d_model>
        <<<static_cast<unsigned>(arguments.agents), AnswersBlock<d_model>::threads, 0, stream_>>>(
            arguments);
    kernels::cuda_check(cudaGetLastError(), "launching a policy's answers");
  }

  cudaStream_t stream_;
};

}  // namespace starling::policy
