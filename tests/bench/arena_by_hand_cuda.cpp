/// The arena as a CUDA kernel: a warp owns some worlds, a few lanes each; rows live in registers
/// for all steps of a launch, and shared memory holds what the entities of a world see of each
/// other.
#include <cuda_runtime.h>

#include "kernels/cuda_check.hpp"
#include "tests/bench/arena_by_hand.hpp"
#include "tests/bench/on_cuda.hpp"
#include "tests/bench/wide.hpp"

namespace starling::bench {
namespace {

using kernels::cuda_check;

constexpr int warp_threads = 32;
constexpr int bodies = arena::bodies_per_world;
constexpr int agents = arena::agents_per_world;
constexpr int entities = arena::entities_per_world;

/// Entities lie one after the other, world by world. [worlds, entities] and [worlds, agents]
struct State {
  arena::Position* positions;
  arena::Velocity* velocities;
  arena::Radius* radii;
  Return* returns;
  Tally* tallies;
  Clock* clocks;
  arena::Centre* centres;

  __device__ ArenaEntity entity(std::int64_t world, int row) const {
    const std::int64_t at = world * entities + row;
    return {load_wide(positions + at), load_wide(velocities + at), load_wide(radii + at)};
  }
  __device__ const Return& episode_return(std::int64_t world, int agent) const {
    return returns[world * agents + agent];
  }
  __device__ const Tally& tally(std::int64_t world, int agent) const {
    return tallies[world * agents + agent];
  }
  __device__ const Clock& clock(std::int64_t world) const { return clocks[world]; }
  __device__ const arena::Centre& centre(std::int64_t world) const { return centres[world]; }
};

struct Launch {
  State state;
  ArenaExports exported;
  ArenaKeys keys;
  std::int32_t worlds;
  std::int32_t steps;
};

/// What others see of an entity. In substeps x, y and radius; to observe, position and velocity.
struct alignas(16) Seen {
  float x;
  float y;
  float z;
  float w;
};

/// The row behind a world's entities is zero: what an agent is seen relative to by itself. It also
/// shifts the banks, so that eight worlds are read at once.
constexpr int nobody = entities;

struct SeenWorld {
  Seen rows[entities + 1];
};

/// A group of `lanes` threads steps a world; lane l has the rows l, l + lanes, l + 2 lanes ...
template <int lanes>
struct Group {
  static constexpr int worlds_a_warp = warp_threads / lanes;
  static constexpr int rows_a_lane = (entities + lanes - 1) / lanes;

  /// Whether the rows of a slot are agents: no lane's, some lanes' or every lane's.
  static constexpr bool may_be_agent(int slot) { return slot * lanes + lanes > bodies; }
  static constexpr bool may_be_missing(int slot) { return slot * lanes + lanes > entities; }

  const Launch& launch;
  SeenWorld* seen_by_warp;   ///< [worlds_a_warp]
  std::int32_t first_world;  ///< Of the warp.
  int group;                 ///< Which of the warp's worlds.
  int lane;                  ///< Within the group.
  std::int32_t world;
  bool has_world;

  ArenaEntity own[rows_a_lane];
  Return episode_return[rows_a_lane];
  Clock clock;
  arena::Centre centre;

  __device__ Group(const Launch& given, SeenWorld* shared, int thread, std::int32_t warp)
      : launch(given),
        seen_by_warp(shared),
        first_world(warp * worlds_a_warp),
        group(thread / lanes < worlds_a_warp ? thread / lanes : worlds_a_warp - 1),
        lane(thread / lanes < worlds_a_warp ? thread % lanes : lanes),
        world(first_world + group),
        has_world(lane < lanes && world < given.worlds) {}

  __device__ int row_of(int slot) const { return slot * lanes + lane; }
  __device__ bool has_row(int slot) const {
    return has_world && (!may_be_missing(slot) || row_of(slot) < entities);
  }
  __device__ bool has_agent(int slot) const {
    return may_be_agent(slot) && has_row(slot) && row_of(slot) >= bodies;
  }
  /// Where an agent's exports lie in their slot.
  __device__ std::int64_t agent_at(int slot, std::int64_t slot_world) const {
    return slot_world * agents + (row_of(slot) - bodies);
  }
  __device__ Seen& seen(int row) const { return seen_by_warp[group].rows[row]; }

  __device__ void load() {
    seen(nobody) = {};
    if (has_world) clock = launch.state.clock(world);
    STARLING_UNROLL
    for (int slot = 0; slot < rows_a_lane; ++slot) {
      if (has_row(slot)) own[slot] = launch.state.entity(world, row_of(slot));
      if (has_agent(slot)) {
        episode_return[slot] = launch.state.episode_return(world, row_of(slot) - bodies);
      }
    }
  }
  __device__ void store() const {
    STARLING_UNROLL
    for (int slot = 0; slot < rows_a_lane; ++slot) {
      if (!has_row(slot)) continue;
      const std::int64_t at = std::int64_t{world} * entities + row_of(slot);
      store_wide(launch.state.positions + at, own[slot].position);
      store_wide(launch.state.velocities + at, own[slot].velocity);
      store_wide(launch.state.radii + at, own[slot].radius);
      if (has_agent(slot)) {
        store_wide(launch.state.returns + agent_at(slot, world), episode_return[slot]);
      }
    }
    if (has_world && lane == 0) {
      store_wide(launch.state.clocks + world, clock);
      store_wide(launch.state.centres + world, centre);
    }
  }

  __device__ void steer(std::int64_t slot_world) {
    STARLING_UNROLL
    for (int slot = 0; slot < rows_a_lane; ++slot) {
      if (!has_agent(slot)) continue;
      const arena::Action action =
          draw_move(launch.keys, static_cast<std::uint32_t>(world), clock, row_of(slot) - bodies);
      store_wide(launch.exported.action + agent_at(slot, slot_world), action);
      arena::steer(action, own[slot].velocity);
    }
  }

  /// Two barriers: what is seen has been written, and what is seen next may be.
  __device__ void collide() {
    STARLING_UNROLL
    for (int slot = 0; slot < rows_a_lane; ++slot) {
      const ArenaEntity& entity = own[slot];
      if (!has_row(slot)) continue;
      seen(row_of(slot)) = {entity.position.x_m, entity.position.y_m, entity.radius.length_m, 0.0F};
    }
    __syncwarp();
    arena::Push push[rows_a_lane];
    STARLING_UNROLL
    for (int other = 0; other < entities; ++other) {
      const Seen it = seen(other);
      STARLING_UNROLL
      for (int slot = 0; slot < rows_a_lane; ++slot)
        arena::add_push(own[slot].position, own[slot].radius, {it.x, it.y}, {it.z}, push[slot]);
    }
    __syncwarp();
    STARLING_UNROLL
    for (int slot = 0; slot < rows_a_lane; ++slot)
      arena::apply_push(push[slot], own[slot].velocity);
  }

  __device__ void move() {
    STARLING_UNROLL
    for (int slot = 0; slot < rows_a_lane; ++slot) {
      arena::drag(own[slot].velocity);
      arena::advance(own[slot].velocity, own[slot].position);
      arena::bounce(own[slot].position, own[slot].velocity);
    }
  }

  /// Ends with a barrier; the reader sets one before the next write.
  __device__ void show() const {
    STARLING_UNROLL
    for (int slot = 0; slot < rows_a_lane; ++slot) {
      const ArenaEntity& entity = own[slot];
      if (!has_row(slot)) continue;
      seen(row_of(slot)) = {entity.position.x_m, entity.position.y_m, entity.velocity.x_mps,
                            entity.velocity.y_mps};
    }
    __syncwarp();
  }

  __device__ Ending judge() {
    float sum_x_m = 0.0F;
    float sum_y_m = 0.0F;
    STARLING_UNROLL
    for (int row = 0; row < entities; ++row) {
      sum_x_m += seen(row).x;
      sum_y_m += seen(row).y;
    }
    centre = arena::centre_of(sum_x_m, sum_y_m);
    Ending ending;
    arena::judge(centre, clock, ending);
    clock.step += 1;
    return ending;
  }

  __device__ void earn(std::int64_t slot_world) {
    STARLING_UNROLL
    for (int slot = 0; slot < rows_a_lane; ++slot) {
      if (!has_agent(slot)) continue;
      Reward reward;
      arena::earn(own[slot].position, centre, reward);
      store_wide(launch.exported.reward + agent_at(slot, slot_world), reward);
      episode_return[slot].sum += reward.value;
    }
  }

  /// The warp's observations, sighting by sighting, so that 512 bytes side by side are one store.
  /// Five stores of a warp are two worlds, so what a lane looks at recurs every two worlds.
  /// worlds: a bit for each of the warp's to write; to: the warp's first in the step's slot.
  template <bool all_worlds>
  __device__ void write_sightings(unsigned worlds, arena::Sighting* to) const {
    constexpr int of_world = agents * entities;
    STARLING_UNROLL
    for (int turn = 0; turn * warp_threads < 2 * of_world; ++turn) {
      const int index = turn * warp_threads + static_cast<int>(threadIdx.x % warp_threads);
      const int odd = index / of_world;
      const int row = index % entities;
      const int self = bodies + index / entities % agents;
      const Seen* entity_at = &seen_by_warp[odd].rows[row];
      const Seen* agent_at = &seen_by_warp[odd].rows[row == self ? nobody : self];
      STARLING_UNROLL
      for (int first = 0; first < worlds_a_warp; first += 2) {
        if (first + 1 == worlds_a_warp && odd == 1) continue;
        if (!all_worlds && (worlds >> (first + odd) & 1U) == 0) continue;
        const Seen entity = entity_at[first * (entities + 1)];
        const Seen agent = agent_at[first * (entities + 1)];
        store_wide(to + first * of_world + index,
                   arena::sight({agent.x, agent.y}, {agent.z, agent.w}, {entity.x, entity.y},
                                {entity.z, entity.w}, false));
      }
    }
  }
  __device__ void observe(unsigned worlds, arena::Observation* to) const {
    auto* sightings = reinterpret_cast<arena::Sighting*>(to);
    if (worlds == (1U << worlds_a_warp) - 1U) {
      write_sightings<true>(worlds, sightings);
    } else {
      write_sightings<false>(worlds, sightings);
    }
    __syncwarp();
  }

  __device__ void restart() {
    STARLING_UNROLL
    for (int slot = 0; slot < rows_a_lane; ++slot) {
      if (!has_agent(slot)) continue;
      close_tally(clock, episode_return[slot], launch.state.tallies[agent_at(slot, world)]);
    }
    begin_next(clock);
    STARLING_UNROLL
    for (int slot = 0; slot < rows_a_lane; ++slot) {
      if (!has_row(slot)) continue;
      own[slot] =
          restart_entity(launch.keys, static_cast<std::uint32_t>(world), clock, row_of(slot));
    }
  }

  /// A bit for each of the warp's worlds for which `claim` holds.
  __device__ unsigned worlds_where(bool claim) const {
    unsigned worlds = 0;
    const unsigned threads = __ballot_sync(0xffffffffU, claim && has_world);
    STARLING_UNROLL
    for (int index = 0; index < worlds_a_warp; ++index)
      worlds |= (threads >> (index * lanes) & 1U) << index;
    return worlds;
  }

  __device__ void step(std::int64_t slot_first_world) {
    const std::int64_t slot_world = slot_first_world + world;
    const std::int64_t warp_agents = (slot_first_world + first_world) * agents;
    steer(slot_world);
    for (int substep = 0; substep < arena::substeps; ++substep) {
      collide();
      move();
    }
    show();
    const Ending ending = judge();
    earn(slot_world);
    if (has_world && lane == 0) store_wide(launch.exported.ending + slot_world, ending);
    const bool ended = systems::has_ended(ending);
    const unsigned ended_worlds = worlds_where(ended);
    if (ended_worlds != 0) {
      observe(ended_worlds, &launch.exported.final_observation[warp_agents].value);
      if (ended) restart();
      show();
    }
    observe(worlds_where(true), launch.exported.observation + warp_agents);
  }
};

/// `lanes` threads a world, `warps` warps a block, of which an SM shall hold `blocks`; warps need
/// nothing of each other.
template <int lanes, int warps, int blocks>
__global__ void __launch_bounds__(warps* warp_threads, blocks)
    step_arena(const __grid_constant__ Launch launch) {
  __shared__ SeenWorld seen[warps][Group<lanes>::worlds_a_warp];
  const int warp = static_cast<int>(threadIdx.x) / warp_threads;
  Group<lanes> group(launch, seen[warp], static_cast<int>(threadIdx.x) % warp_threads,
                     static_cast<std::int32_t>(blockIdx.x) * warps + warp);
  if (group.first_world >= launch.worlds) return;
  group.load();
  for (std::int32_t step = 0; step < launch.steps; ++step)
    group.step(std::int64_t{step} * launch.worlds);
  group.store();
}

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
        exports_(*backend_, slot_worlds() * agents, slot_worlds(), slot_worlds() * agents),
        hashes_(*backend_, task.worlds),
        mask_(*backend_, task.worlds) {
    launch_.state = {positions_.data(), velocities_.data(), radii_.data(),  returns_.data(),
                     tallies_.data(),   clocks_.data(),     centres_.data()};
    launch_.exported = exports_.pointers();
    launch_.worlds = static_cast<std::int32_t>(task.worlds);
    launch_.steps = task.steps_per_launch;
  }

  std::string name() const override { return "by hand, " + shape_.name; }
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
  std::int64_t slot_worlds() const { return task_.steps_per_launch * task_.worlds; }
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
  return {
      step_arena<lanes, warps, blocks>, warps * Group<lanes>::worlds_a_warp, warps * warp_threads,
      std::to_string(lanes) + " lanes, " + std::to_string(warps) + " x " + std::to_string(blocks)};
}

}  // namespace

std::vector<Bar> arena_bars_on_cuda(const Task& task) {
  std::vector<Bar> bars;
  for (const Shape& shape :
       {shape_of<4, 1, 15>(), shape_of<4, 4, 4>(), shape_of<8, 1, 19>(), shape_of<8, 4, 5>(),
        shape_of<8, 4, 6>(), shape_of<10, 1, 16>(), shape_of<10, 4, 6>(), shape_of<16, 1, 16>(),
        shape_of<16, 4, 8>(), shape_of<32, 1, 32>(), shape_of<32, 4, 8>()}) {
    bars.push_back({"by hand", shape.name,
                    [task, shape] { return std::make_unique<ArenaOnCuda>(task, shape); }});
  }
  return bars;
}

}  // namespace starling::bench
