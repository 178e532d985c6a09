/// CartPole as CUDA kernels: a world, or two, in the registers of a thread for all steps of a
/// launch; every export stored in one instruction, a warp's side by side.
#include <cuda_runtime.h>

#include <array>

#include "kernels/cuda_check.hpp"
#include "tests/bench/cartpole_by_hand.hpp"
#include "tests/bench/on_cuda.hpp"
#include "tests/bench/wide.hpp"

namespace starling::bench {
namespace {

using kernels::cuda_check;

constexpr int warp_threads = 32;
constexpr int most_block_threads = 256;
constexpr unsigned whole_warp = 0xffffffffU;

struct Body {
  cartpole::Cart cart;
  cartpole::Pole pole;
};

/// One world after the other. [worlds]
struct State {
  Body* body;
  Clock* clock;
  Return* episode_return;
  Tally* tally;

  __device__ CartPoleWorld load(std::int64_t world) const {
    const Body at = load_wide(body + world);
    return {at.cart, at.pole, load_wide(clock + world), load_wide(episode_return + world)};
  }
  __device__ void store(std::int64_t world, const CartPoleWorld& state) const {
    store_wide(body + world, Body{state.cart, state.pole});
    store_wide(clock + world, state.clock);
    store_wide(episode_return + world, state.episode_return);
  }
};

/// How final observations, some in a hundred, are handed on.
enum class FinalForm {
  Slots,  ///< Each in its slot, alone.
  Pairs,  ///< Each in its slot, with its neighbour's: whole sectors of 32 bytes.
  Packed  ///< One behind the other, a list a warp, with the place that each belongs to.
};

/// Lists of a launch; warp w's begins at w * 32 * steps. [warps]
struct PackedFinals {
  cartpole::Observation* value;
  std::uint32_t* place;  ///< step * 32 + lane
  std::int32_t* count;
};

struct Launch {
  State state;
  CartPoleExports exported;
  PackedFinals packed;
  CartPoleKeys keys;
  std::int32_t worlds;
  std::int32_t steps;
};

/// The final observations of a warp's worlds in one step, a world a thread.
template <FinalForm form>
struct Finals {
  const Launch& launch;
  unsigned lanes;  ///< That have a world.
  std::int32_t count = 0;

  __device__ void store(std::int64_t row, std::int32_t step, bool ended,
                        const cartpole::Observation& observation) {
    const unsigned lane = threadIdx.x % warp_threads;
    if constexpr (form == FinalForm::Slots) {
      if (ended) store_wide(&launch.exported.final_observation[row].value, observation);
    } else if constexpr (form == FinalForm::Pairs) {
      const unsigned all = __ballot_sync(lanes, ended);
      if ((all >> (lane & ~1U) & 3U) != 0) {
        store_wide(&launch.exported.final_observation[row].value, observation);
      }
    } else {
      const unsigned all = __ballot_sync(lanes, ended);
      if (ended) {
        const std::int64_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / warp_threads;
        const std::int64_t at =
            warp * warp_threads * launch.steps + count + __popc(all & ((1U << lane) - 1U));
        store_wide(launch.packed.value + at, observation);
        launch.packed.place[at] = static_cast<std::uint32_t>(step) * warp_threads + lane;
      }
      count += __popc(all);
    }
  }
  __device__ void finish() const {
    if (form == FinalForm::Packed && threadIdx.x % warp_threads == 0) {
      launch.packed.count[(blockIdx.x * blockDim.x + threadIdx.x) / warp_threads] = count;
    }
  }
};

__device__ void store_step(const CartPoleExports& exported, std::int64_t row,
                           const CartPoleStep& step) {
  store_wide(exported.action + row, step.action);
  store_wide(exported.observation + row, step.observation);
  store_wide(exported.reward + row, step.reward);
  store_wide(exported.ending + row, step.ending);
}

/// A world a thread. `hold_tally`: the tally, which only the end of an episode touches, is in
/// registers too; with one step a launch it is better left where it is.
template <FinalForm form, bool hold_tally>
__global__ void __launch_bounds__(most_block_threads)
    step_one_each(const __grid_constant__ Launch launch) {
  const auto world = static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  Finals<form> finals{launch, __ballot_sync(whole_warp, world < launch.worlds)};
  if (world >= launch.worlds) return;
  const auto number = static_cast<std::uint32_t>(world);
  CartPoleWorld state = launch.state.load(world);
  Tally tally;
  if constexpr (hold_tally) tally = launch.state.tally[world];
  std::int64_t row = world;
  for (std::int32_t index = 0; index < launch.steps; ++index, row += launch.worlds) {
    CartPoleStep step;
    step_world(launch.keys, number, state, step);
    const bool ended = systems::has_ended(step.ending);
    finals.store(row, index, ended, step.observation);
    if (ended) {
      if constexpr (!hold_tally) tally = launch.state.tally[world];
      close_tally(state, tally);
      if constexpr (!hold_tally) launch.state.tally[world] = tally;
      restart_world(launch.keys, number, state);
      cartpole::observe(state.cart, state.pole, step.observation);
    }
    store_step(launch.exported, row, step);
  }
  finals.finish();
  launch.state.store(world, state);
  if constexpr (hold_tally) launch.state.tally[world] = tally;
}

/// Two neighbouring worlds a thread, an even number in all: wider stores, and two chains of
/// arithmetic to hide each other's latency.
template <FinalForm form, bool hold_tally>
__global__ void __launch_bounds__(most_block_threads)
    step_two_each(const __grid_constant__ Launch launch) {
  const auto first = 2 * static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (first >= launch.worlds) return;
  std::array<CartPoleWorld, 2> state{launch.state.load(first), launch.state.load(first + 1)};
  std::array<Tally, 2> tally;
  if constexpr (hold_tally) tally = {launch.state.tally[first], launch.state.tally[first + 1]};
  std::int64_t row = first;
  for (std::int32_t index = 0; index < launch.steps; ++index, row += launch.worlds) {
    std::array<CartPoleStep, 2> step;
    STARLING_UNROLL
    for (int which = 0; which < 2; ++which) {
      step_world(launch.keys, static_cast<std::uint32_t>(first + which), state[which], step[which]);
    }
    const std::array ended{systems::has_ended(step[0].ending), systems::has_ended(step[1].ending)};
    STARLING_UNROLL
    for (int which = 0; which < 2; ++which) {
      if (form == FinalForm::Pairs ? ended[0] || ended[1] : ended[which]) {
        store_wide(&launch.exported.final_observation[row + which].value, step[which].observation);
      }
    }
    STARLING_UNROLL
    for (int which = 0; which < 2; ++which) {
      if (!ended[which]) continue;
      const std::int32_t world = first + which;
      if constexpr (!hold_tally) tally[which] = launch.state.tally[world];
      close_tally(state[which], tally[which]);
      if constexpr (!hold_tally) launch.state.tally[world] = tally[which];
      restart_world(launch.keys, static_cast<std::uint32_t>(world), state[which]);
      cartpole::observe(state[which].cart, state[which].pole, step[which].observation);
    }
    const CartPoleExports& out = launch.exported;
    store_wide(reinterpret_cast<std::array<cartpole::Action, 2>*>(out.action + row),
               {step[0].action, step[1].action});
    store_wide(out.observation + row, step[0].observation);
    store_wide(out.observation + row + 1, step[1].observation);
    store_wide(reinterpret_cast<std::array<Reward, 2>*>(out.reward + row),
               {step[0].reward, step[1].reward});
    store_wide(reinterpret_cast<std::array<Ending, 2>*>(out.ending + row),
               {step[0].ending, step[1].ending});
  }
  STARLING_UNROLL
  for (int which = 0; which < 2; ++which) {
    launch.state.store(first + which, state[which]);
    if constexpr (hold_tally) launch.state.tally[first + which] = tally[which];
  }
}

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

__global__ void unpack_finals(const __grid_constant__ Launch launch) {
  const std::int32_t world = world_of_thread();
  if (world >= launch.worlds) return;
  const std::int64_t warp = world / warp_threads;
  const std::int64_t begin = warp * warp_threads * launch.steps;
  for (std::int32_t index = world % warp_threads; index < launch.packed.count[warp];
       index += warp_threads) {
    const std::uint32_t place = launch.packed.place[begin + index];
    const std::int64_t row = std::int64_t{place / warp_threads} * launch.worlds +
                             warp * warp_threads + place % warp_threads;
    launch.exported.final_observation[row].value = launch.packed.value[begin + index];
  }
}

__global__ void hash_worlds(const __grid_constant__ Launch launch, std::uint64_t* hashes) {
  const std::int32_t world = world_of_thread();
  if (world >= launch.worlds) return;
  hashes[world] = hash_of(launch.state.load(world), launch.state.tally[world], launch.exported,
                          std::int64_t{launch.steps - 1} * launch.worlds + world);
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
        exports_(*backend_, rows(), rows(), rows()),
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

  std::string name() const override { return shape_.family + ", " + shape_.name; }
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
  std::vector<std::uint64_t> world_hashes() override {
    run(hash_worlds, hashes_.data());
    std::vector<std::uint64_t> hashes(static_cast<std::size_t>(task_.worlds));
    const std::int64_t bytes = task_.worlds * 8;
    backend_->read(reinterpret_cast<std::byte*>(hashes.data()), hashes_.bytes(), bytes, 1, bytes);
    return hashes;
  }

 private:
  std::int64_t rows() const { return task_.steps_per_launch * task_.worlds; }
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

template <FinalForm form>
void add_shapes(std::vector<Shape>& shapes, const char* family, int block_threads) {
  const std::string threads = std::to_string(block_threads);
  shapes.push_back({form, step_one_each<form, false>, step_one_each<form, true>, 1, block_threads,
                    family, "1 each x " + threads});
  if constexpr (form != FinalForm::Packed) {
    shapes.push_back({form, step_two_each<form, false>, step_two_each<form, true>, 2, block_threads,
                      family, "2 each x " + threads});
  }
}

}  // namespace

std::vector<Bar> cartpole_bars_on_cuda(const Task& task) {
  std::vector<Shape> shapes;
  for (const int block_threads : {64, 128, 256}) {
    add_shapes<FinalForm::Slots>(shapes, "by hand", block_threads);
    add_shapes<FinalForm::Pairs>(shapes, "by hand, finals by pairs", block_threads);
    add_shapes<FinalForm::Packed>(shapes, "by hand, finals packed", block_threads);
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
