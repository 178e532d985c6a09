/// CartPole by hand on CUDA as contestants: memory, launches, and what is off the clock.
#include <cuda_runtime.h>

#include "kernels/cuda_check.hpp"
#include "tests/bench/cartpole_kernels.hpp"
#include "tests/bench/on_cuda.hpp"

namespace starling::bench {
namespace cartpole_cuda {
namespace {

using kernels::cuda_check;

// Off the clock: starts, resets, unpacking, hashes; a world a thread.

__device__ std::int32_t world_of_thread() {
  return static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
}

/// mask: [worlds], or null for the first start of all.
__global__ void restart_masked(const __grid_constant__ Launch launch, const std::uint8_t* mask) {
  const std::int32_t world = world_of_thread();
  if (world >= launch.worlds || (mask != nullptr && mask[world] == 0)) return;
  CartPoleWorld state;
  if (mask != nullptr) {
    state = launch.state.load(world);
  } else {
    launch.state.tally[world] = {};
  }
  restart_world(launch.keys, static_cast<std::uint32_t>(world), state);
  launch.state.store(world, state);
}

/// To the slots of their steps. A list that nobody filled holds poison: it must not lead astray.
__global__ void unpack_finals(const __grid_constant__ Launch launch) {
  const std::int32_t world = world_of_thread();
  if (world >= launch.worlds) return;
  const std::int64_t warp = world / warp_threads;
  const std::int64_t begin = warp * warp_threads * launch.steps;
  const std::int32_t left = launch.worlds - static_cast<std::int32_t>(warp) * warp_threads;
  const std::int32_t lanes = left < warp_threads ? left : warp_threads;
  const std::int32_t room = warp_threads * launch.steps;
  const std::int32_t given = launch.packed.count[warp];
  const std::int32_t count = given < room ? given : room;
  for (std::int32_t index = world % warp_threads; index < count; index += lanes) {
    const std::uint32_t place = launch.packed.place[begin + index];
    if (place >= static_cast<std::uint32_t>(room)) continue;
    const std::int64_t row = std::int64_t{place / warp_threads} * launch.worlds +
                             warp * warp_threads + place % warp_threads;
    launch.exported.final_observation[row] = launch.packed.value[begin + index];
  }
}

__global__ void hash_worlds(const __grid_constant__ Launch launch, FinalLayout finals,
                            std::uint64_t* hashes) {
  const std::int32_t world = world_of_thread();
  if (world >= launch.worlds) return;
  hashes[world] = hash_of(launch.state.load(world), launch.state.tally[world], launch.exported,
                          finals, launch.worlds, world, launch.steps);
}

using StepKernel = void (*)(Launch);

/// What a shape is: kernels without and with the tally held, worlds and threads.
struct Shape {
  FinalForm form;
  StepKernel step;
  StepKernel step_holding_tally;
  int worlds_each;
  int block_threads;
  std::string family;
  std::string name;
};

class CartPoleOnCuda final : public Contestant {
 public:
  CartPoleOnCuda(const Task& task, const Shape& shape)
      : task_(task),
        shape_(shape),
        backend_(make_cuda_backend()),
        bodies_(*backend_, task.worlds),
        clocks_(*backend_, task.worlds),
        returns_(*backend_, task.worlds),
        tallies_(*backend_, task.worlds),
        exports_(*backend_, task.steps_per_launch, task.worlds, task.worlds, layout_of(shape.form)),
        packed_values_(*backend_, packed_rows()),
        packed_places_(*backend_, packed_rows()),
        packed_counts_(*backend_, warps()),
        hashes_(*backend_, task.worlds),
        mask_(*backend_, task.worlds) {
    launch_.state = {bodies_.data(), clocks_.data(), returns_.data(), tallies_.data()};
    launch_.exported = exports_.pointers();
    launch_.packed = {packed_values_.data(), packed_places_.data(), packed_counts_.data()};
    launch_.worlds = static_cast<std::int32_t>(task.worlds);
    launch_.steps = task.steps_per_launch;
  }

  std::string name() const override { return shape_.family + " " + shape_.name; }
  void* stream() const override { return backend_->stream(); }
  void synchronize() override { backend_->synchronize(); }

  void start(std::uint64_t seed) override {
    launch_.keys = cartpole_keys(seed);
    run(restart_masked, static_cast<const std::uint8_t*>(nullptr));
  }
  void reset(std::span<const std::uint8_t> mask) override {
    backend_->write(mask_.bytes(), reinterpret_cast<const std::byte*>(mask.data()), task_.worlds);
    run(restart_masked, static_cast<const std::uint8_t*>(mask_.data()));
  }
  void step(int steps) override {
    launch_.steps = steps;
    const StepKernel kernel = steps > 1 ? shape_.step_holding_tally : shape_.step;
    const std::int64_t worlds_a_block = std::int64_t{shape_.block_threads} * shape_.worlds_each;
    const auto blocks = static_cast<unsigned>((task_.worlds + worlds_a_block - 1) / worlds_a_block);
    kernel<<<blocks, static_cast<unsigned>(shape_.block_threads), 0, cuda_stream()>>>(launch_);
    cuda_check(cudaGetLastError(), "stepping CartPole");
  }

  ExportViews views() override {
    if (shape_.form == FinalForm::Packed) run(unpack_finals);
    synchronize();
    return exports_.views();
  }
  std::vector<ExportView> outputs() override {
    const ExportViews all = exports_.views();
    std::vector<ExportView> outputs(all.begin(), all.end());
    if (shape_.form == FinalForm::Packed) {
      outputs.push_back(list_of(packed_values_, packed_rows()));
      outputs.push_back(list_of(packed_places_, packed_rows()));
      outputs.push_back(list_of(packed_counts_, warps()));
    }
    return outputs;
  }
  std::vector<std::uint64_t> world_hashes() override {
    if (shape_.form == FinalForm::Packed) run(unpack_finals);
    run(hash_worlds, layout_of(shape_.form), hashes_.data());
    std::vector<std::uint64_t> hashes(static_cast<std::size_t>(task_.worlds));
    const std::int64_t bytes = task_.worlds * 8;
    backend_->read(reinterpret_cast<std::byte*>(hashes.data()), hashes_.bytes(), bytes, 1, bytes);
    return hashes;
  }

 private:
  template <class T>
  static ExportView list_of(const Array<T>& array, std::int64_t rows) {
    return {array.bytes(), 1, rows, sizeof(T), sizeof(T)};
  }
  std::int64_t warps() const { return (task_.worlds + warp_threads - 1) / warp_threads; }
  std::int64_t packed_rows() const {
    return shape_.form == FinalForm::Packed ? warps() * warp_threads * task_.steps_per_launch : 0;
  }
  cudaStream_t cuda_stream() const { return static_cast<cudaStream_t>(backend_->stream()); }

  template <class... Parameters, class... Arguments>
  void run(void (*kernel)(Parameters...), Arguments... arguments) {
    const auto blocks = static_cast<unsigned>((task_.worlds + 255) / 256);
    kernel<<<blocks, 256, 0, cuda_stream()>>>(launch_, arguments...);
    cuda_check(cudaGetLastError(), "running CartPole by hand");
  }

  Task task_;
  Shape shape_;
  std::unique_ptr<Backend> backend_;
  Array<Body> bodies_;
  Array<Clock> clocks_;
  Array<Return> returns_;
  Array<Tally> tallies_;
  ExportArrays<cartpole::Action, cartpole::Observation> exports_;
  Array<cartpole::Observation> packed_values_;
  Array<std::uint32_t> packed_places_;
  Array<std::int32_t> packed_counts_;
  Array<std::uint64_t> hashes_;
  Array<std::uint8_t> mask_;
  Launch launch_{};
};

/// Steps for which the starts of episodes are drawn ahead: what the shortest episodes last.
constexpr int draw_period = 8;

template <FinalForm form>
void add_shapes(std::vector<Shape>& shapes, const Task& task, const char* family,
                int block_threads) {
  const std::string threads = std::to_string(block_threads);
  shapes.push_back({form, step_one_each<form, false, 0>, step_one_each<form, true, 0>, 1,
                    block_threads, family, "1x" + threads});
  if (task.steps_per_launch > draw_period) {
    shapes.push_back({form, step_one_each<form, false, 0>, step_one_each<form, true, draw_period>,
                      1, block_threads, family, "1x" + threads + " drawn ahead"});
  }
  if constexpr (form != FinalForm::Packed) {
    shapes.push_back({form, step_two_each<form, false>, step_two_each<form, true>, 2, block_threads,
                      family, "2x" + threads});
  }
}

}  // namespace
}  // namespace cartpole_cuda

std::vector<Bar> cartpole_bars_on_cuda(const Task& task) {
  using namespace cartpole_cuda;
  std::vector<Shape> shapes;
  for (const int block_threads : {64, 128, 256}) {
    add_shapes<FinalForm::Slots>(shapes, task, "slots", block_threads);
    add_shapes<FinalForm::Pairs>(shapes, task, "pairs", block_threads);
    add_shapes<FinalForm::Packed>(shapes, task, "packed", block_threads);
    add_shapes<FinalForm::Front>(shapes, task, "front", block_threads);
  }
  std::vector<Bar> bars;
  for (const Shape& shape : shapes) {
    if (task.worlds % shape.worlds_each != 0) continue;
    bars.push_back({shape.family, shape.name,
                    [task, shape] { return std::make_unique<CartPoleOnCuda>(task, shape); }});
  }
  return bars;
}

}  // namespace starling::bench
