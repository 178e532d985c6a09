/// The arena by hand on CUDA as contestants: memory, launches, and what is off the clock.
#include <cuda_runtime.h>

#include "kernels/cuda_check.hpp"
#include "tests/bench/arena_kernel.hpp"
#include "tests/bench/arena_pairs_once.hpp"
#include "tests/bench/on_cuda.hpp"

namespace starling::bench {
namespace arena_cuda {
namespace {

using kernels::cuda_check;

// Off the clock: starts, resets and hashes; a world a thread.

/// mask: [worlds], or null for the first start of all.
__global__ void restart_masked(const __grid_constant__ Launch launch, const std::uint8_t* mask) {
  const auto world = static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (world >= launch.worlds || (mask != nullptr && mask[world] == 0)) return;
  Clock clock;
  if (mask != nullptr) clock = launch.state.clocks[world];
  begin_next(clock);
  launch.state.clocks[world] = clock;
  for (int row = 0; row < entities; ++row) {
    const ArenaEntity start =
        restart_entity(launch.keys, static_cast<std::uint32_t>(world), clock, row);
    const std::int64_t at = std::int64_t{world} * entities + row;
    launch.state.positions[at] = start.position;
    launch.state.velocities[at] = start.velocity;
    launch.state.radii[at] = start.radius;
  }
  for (std::int64_t at = std::int64_t{world} * agents; at < (world + 1) * agents; ++at) {
    launch.state.returns[at] = {};
    if (mask == nullptr) launch.state.tallies[at] = {};
  }
}

__global__ void hash_worlds(const __grid_constant__ Launch launch, std::uint64_t* hashes) {
  const auto world = static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (world >= launch.worlds) return;
  hashes[world] = hash_of(launch.state, world, launch.exported,
                          std::int64_t{launch.steps - 1} * launch.worlds + world);
}

struct Shape {
  void (*kernel)(Launch);
  int worlds_a_block;
  int block_threads;
  std::string family;
  std::string name;
};

class ArenaOnCuda final : public Contestant {
 public:
  ArenaOnCuda(const Task& task, const Shape& shape)
      : task_(task),
        shape_(shape),
        backend_(make_cuda_backend()),
        positions_(*backend_, task.worlds * entities),
        velocities_(*backend_, task.worlds * entities),
        radii_(*backend_, task.worlds * entities),
        returns_(*backend_, task.worlds * agents),
        tallies_(*backend_, task.worlds * agents),
        clocks_(*backend_, task.worlds),
        centres_(*backend_, task.worlds),
        exports_(*backend_, task.steps_per_launch, task.worlds * agents, task.worlds),
        hashes_(*backend_, task.worlds),
        mask_(*backend_, task.worlds) {
    launch_.state = {positions_.data(), velocities_.data(), radii_.data(),  returns_.data(),
                     tallies_.data(),   clocks_.data(),     centres_.data()};
    launch_.exported = exports_.pointers();
    launch_.worlds = static_cast<std::int32_t>(task.worlds);
    launch_.steps = task.steps_per_launch;
  }

  std::string name() const override { return shape_.family + " " + shape_.name; }
  void* stream() const override { return backend_->stream(); }
  void synchronize() override { backend_->synchronize(); }

  void start(std::uint64_t seed) override {
    launch_.keys = arena_keys(seed);
    run(restart_masked, static_cast<const std::uint8_t*>(nullptr));
  }
  void reset(std::span<const std::uint8_t> mask) override {
    backend_->write(mask_.bytes(), reinterpret_cast<const std::byte*>(mask.data()), task_.worlds);
    run(restart_masked, static_cast<const std::uint8_t*>(mask_.data()));
  }
  void step(int steps) override {
    launch_.steps = steps;
    const auto blocks =
        static_cast<unsigned>((task_.worlds + shape_.worlds_a_block - 1) / shape_.worlds_a_block);
    shape_.kernel<<<blocks, static_cast<unsigned>(shape_.block_threads), 0, cuda_stream()>>>(
        launch_);
    cuda_check(cudaGetLastError(), "stepping the arena");
  }

  ExportViews views() override { return exports_.views(); }
  std::vector<std::uint64_t> world_hashes() override {
    run(hash_worlds, hashes_.data());
    std::vector<std::uint64_t> hashes(static_cast<std::size_t>(task_.worlds));
    const std::int64_t bytes = task_.worlds * 8;
    backend_->read(reinterpret_cast<std::byte*>(hashes.data()), hashes_.bytes(), bytes, 1, bytes);
    return hashes;
  }

 private:
  cudaStream_t cuda_stream() const { return static_cast<cudaStream_t>(backend_->stream()); }

  template <class... Parameters, class... Arguments>
  void run(void (*kernel)(Parameters...), Arguments... arguments) {
    const auto blocks = static_cast<unsigned>((task_.worlds + 255) / 256);
    kernel<<<blocks, 256, 0, cuda_stream()>>>(launch_, arguments...);
    cuda_check(cudaGetLastError(), "running the arena by hand");
  }

  Task task_;
  Shape shape_;
  std::unique_ptr<Backend> backend_;
  Array<arena::Position> positions_;
  Array<arena::Velocity> velocities_;
  Array<arena::Radius> radii_;
  Array<Return> returns_;
  Array<Tally> tallies_;
  Array<Clock> clocks_;
  Array<arena::Centre> centres_;
  ExportArrays<arena::Action, arena::Observation> exports_;
  Array<std::uint64_t> hashes_;
  Array<std::uint8_t> mask_;
  Launch launch_{};
};

template <int lanes, int warps, int blocks>
Shape shape_of() {
  return {step_arena<lanes, warps, blocks>, warps * Group<lanes>::worlds_a_warp,
          warps * warp_threads, "by hand",
          std::to_string(lanes) + " lanes " + std::to_string(warps) + "x" + std::to_string(blocks)};
}

}  // namespace
}  // namespace arena_cuda

std::vector<Bar> arena_bars_on_cuda(const Task& task) {
  using namespace arena_cuda;
  const std::array shapes = {
      shape_of<4, 1, 12>(),
      shape_of<4, 4, 4>(),
      shape_of<8, 1, 16>(),
      shape_of<8, 4, 5>(),
      shape_of<10, 1, 16>(),
      shape_of<10, 4, 6>(),
      shape_of<16, 1, 12>(),
      shape_of<16, 4, 8>(),
      shape_of<32, 1, 16>(),
      shape_of<32, 4, 8>(),
      Shape{step_arena_pairs_once, warp_threads, warp_threads, "pairs once", "32 worlds a warp"}};
  std::vector<Bar> bars;
  for (const Shape& shape : shapes) {
    bars.push_back({shape.family, shape.name,
                    [task, shape] { return std::make_unique<ArenaOnCuda>(task, shape); }});
  }
  return bars;
}

}  // namespace starling::bench
