/// The two ways to put the whole grid in step between passes: a barrier in one kernel, or a kernel
/// a pass in a CUDA graph. Each pass is the engine's RowPass on one tile that holds all worlds.
/// CUDA files only.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "kernels/cuda_check.hpp"
#include "tests/bench/reference_passes.hpp"

namespace starling::bench {

using detail::RowPass;

inline constexpr int block_threads = 256;

/// All threads of the grid, in step.
struct GridCrew {
  __device__ std::ptrdiff_t rank() const {
    return static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  }
  __device__ std::ptrdiff_t size() const {
    return static_cast<std::ptrdiff_t>(gridDim.x) * blockDim.x;
  }
  __device__ void sync() const { cooperative_groups::this_grid().sync(); }
};

/// One pass by the whole grid, then a barrier.
template <bool fused>
struct PassAndBarrier {
  const typename Passes<fused>::Tile& tile;

  template <int begin, int end>
  __device__ void operator()(StepTurn at) const {
    const GridCrew crew;
    RowPass<typename Passes<fused>::Program, begin, end>::run(tile, crew, at);
    crew.sync();
  }
};

template <bool fused>
__global__ void __launch_bounds__(block_threads)
    run_with_barriers(const __grid_constant__ Launch launch) {
  using P = Passes<fused>;
  const typename P::Tile tile = detail::tile_at<Arena>(launch, 0);
  for (std::int32_t step = 0; step < launch.steps; ++step)
    P::template for_each<0, P::Program::size>(PassAndBarrier<fused>{tile}, StepTurn{step});
}

template <bool fused, int begin, int end>
__global__ void __launch_bounds__(block_threads)
    run_pass(const __grid_constant__ Launch launch, StepTurn at) {
  const auto tile = detail::tile_at<Arena>(launch, 0);
  RowPass<typename Passes<fused>::Program, begin, end>::run(tile, GridCrew{}, at);
}

/// Queues the kernel of a pass; a thread for every row of the largest table that it runs over.
template <bool fused>
struct QueuePass {
  const Launch& launch;
  cudaStream_t stream;

  template <int begin, int end>
  void operator()(StepTurn at) const {
    using Pass = RowPass<typename Passes<fused>::Program, begin, end>;
    std::int64_t rows = launch.worlds;
    if (!Pass::rows_of.world_space) {
      for (int table = 1; table < detail::Schema<Arena>::tables; ++table) {
        const bool runs = (Pass::rows_of.tables >> table & 1U) != 0;
        const int rows_per_world = runs ? detail::Tile<Arena>::S::rows_per_world[table] : 0;
        rows = std::max(rows, launch.worlds * rows_per_world);
      }
    }
    const auto blocks = static_cast<unsigned>((rows + block_threads - 1) / block_threads);
    run_pass<fused, begin, end><<<blocks, block_threads, 0, stream>>>(launch, at);
    kernels::cuda_check(cudaGetLastError(), "queueing a pass");
  }
};

/// A CUDA graph of all passes of a launch.
class PassGraph {
 public:
  template <bool fused>
  static PassGraph capture(const Launch& launch) {
    using P = Passes<fused>;
    cudaStream_t stream = nullptr;
    kernels::cuda_check(cudaStreamCreate(&stream), "creating a stream to capture");
    kernels::cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal),
                        "capturing");
    for (std::int32_t step = 0; step < launch.steps; ++step)
      P::template for_each<0, P::Program::size>(QueuePass<fused>{launch, stream}, StepTurn{step});
    cudaGraph_t graph = nullptr;
    kernels::cuda_check(cudaStreamEndCapture(stream, &graph), "ending the capture");
    PassGraph passes;
    kernels::cuda_check(cudaGraphInstantiate(&passes.graph_, graph, 0), "making a graph");
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return passes;
  }
  PassGraph() = default;
  PassGraph(PassGraph&& other) noexcept { std::swap(graph_, other.graph_); }
  PassGraph& operator=(PassGraph&& other) noexcept {
    std::swap(graph_, other.graph_);
    return *this;
  }
  ~PassGraph() {
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
  }

  void launch(cudaStream_t stream) const {
    kernels::cuda_check(cudaGraphLaunch(graph_, stream), "launching a graph");
  }

 private:
  cudaGraphExec_t graph_ = nullptr;
};

}  // namespace starling::bench
