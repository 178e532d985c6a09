/// The arena as a CUDA kernel: a warp owns some worlds, a few lanes each; rows live in registers
/// for all steps of a launch, and shared memory holds what the entities of a world see of each
/// other. CUDA files only.
#pragma once

#include "tests/bench/arena_on_device.hpp"

namespace starling::bench::arena_cuda {

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
      for (int slot = 0; slot < rows_a_lane; ++slot) {
        arena::add_push(
            arena::contact_of(own[slot].position, own[slot].radius, {it.x, it.y}, {it.z}),
            push[slot]);
      }
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
      observe<worlds_a_warp>(seen_by_warp, ended_worlds,
                             launch.exported.final_observation + warp_agents);
      if (ended) restart();
      show();
    }
    observe<worlds_a_warp>(seen_by_warp, worlds_where(true),
                           launch.exported.observation + warp_agents);
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

}  // namespace starling::bench::arena_cuda
