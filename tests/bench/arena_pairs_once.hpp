/// The arena as a CUDA kernel with a world a lane and each pair of entities computed once, for
/// both. CUDA files only.
///
/// Fewer operations than the systems ask for: 190 contacts instead of 400. The sums are in the same
/// order all the same: an entity meets those before it, then those behind. It does not meet itself,
/// which would add a zero. All of a world lives in registers; for many worlds only.
#pragma once

#include <array>

#include "tests/bench/arena_on_device.hpp"

namespace starling::bench::arena_cuda {

/// A warp's 32 worlds, a lane each.
struct LaneOfWorlds {
  const Launch& launch;
  SeenWorld* seen;       ///< [32]
  arena::Radius* radii;  ///< [entities], on their way to one lane
  std::int32_t first_world;
  int lane;
  bool has_world;

  ArenaEntity own[entities];
  Return episode_return[agents];
  Clock clock;
  arena::Centre centre;

  __device__ LaneOfWorlds(const Launch& given, SeenWorld* shared, arena::Radius* shared_radii)
      : launch(given),
        seen(shared),
        radii(shared_radii),
        first_world(static_cast<std::int32_t>(blockIdx.x) * warp_threads),
        lane(static_cast<int>(threadIdx.x)),
        has_world(first_world + lane < given.worlds) {}

  __device__ std::int32_t world() const { return first_world + lane; }

  __device__ void load() {
    seen[lane].rows[nobody] = {};
    if (!has_world) return;
    clock = launch.state.clock(world());
    STARLING_UNROLL
    for (int row = 0; row < entities; ++row)
      own[row] = launch.state.entity(world(), row);
    STARLING_UNROLL
    for (int agent = 0; agent < agents; ++agent)
      episode_return[agent] = launch.state.episode_return(world(), agent);
  }
  __device__ void store() const {
    if (!has_world) return;
    STARLING_UNROLL
    for (int row = 0; row < entities; ++row) {
      const std::int64_t at = std::int64_t{world()} * entities + row;
      store_wide(launch.state.positions + at, own[row].position);
      store_wide(launch.state.velocities + at, own[row].velocity);
      store_wide(launch.state.radii + at, own[row].radius);
    }
    STARLING_UNROLL
    for (int agent = 0; agent < agents; ++agent)
      launch.state.returns[std::int64_t{world()} * agents + agent] = episode_return[agent];
    store_wide(launch.state.clocks + world(), clock);
    store_wide(launch.state.centres + world(), centre);
  }

  __device__ void steer(std::int64_t slot_world) {
    std::array<arena::Action, agents> actions;
    STARLING_UNROLL
    for (int agent = 0; agent < agents; ++agent) {
      actions[agent] = draw_move(launch.keys, static_cast<std::uint32_t>(world()), clock, agent);
      arena::steer(actions[agent], own[bodies + agent].velocity);
    }
    if (!has_world) return;
    store_wide(
        reinterpret_cast<std::array<arena::Action, agents>*>(launch.exported.action) + slot_world,
        actions);
  }

  __device__ void substep() {
    arena::Push push[entities];
    STARLING_UNROLL
    for (int one = 0; one < entities; ++one) {
      STARLING_UNROLL
      for (int other = one + 1; other < entities; ++other) {
        const arena::Contact contact = arena::contact_of(own[one].position, own[one].radius,
                                                         own[other].position, own[other].radius);
        arena::add_push(contact, push[one]);
        arena::add_push({-contact.x_m, -contact.y_m, contact.overlap_m2}, push[other]);
      }
    }
    STARLING_UNROLL
    for (int row = 0; row < entities; ++row) {
      arena::apply_push(push[row], own[row].velocity);
      arena::drag(own[row].velocity);
      arena::advance(own[row].velocity, own[row].position);
      arena::bounce(own[row].position, own[row].velocity);
    }
  }

  /// Ends with a barrier.
  __device__ void show() const {
    STARLING_UNROLL
    for (int row = 0; row < entities; ++row) {
      seen[lane].rows[row] = {own[row].position.x_m, own[row].position.y_m, own[row].velocity.x_mps,
                              own[row].velocity.y_mps};
    }
    __syncwarp();
  }

  __device__ Ending judge() {
    float sum_x_m = 0.0F;
    float sum_y_m = 0.0F;
    STARLING_UNROLL
    for (int row = 0; row < entities; ++row) {
      sum_x_m += own[row].position.x_m;
      sum_y_m += own[row].position.y_m;
    }
    centre = arena::centre_of(sum_x_m, sum_y_m);
    Ending ending;
    arena::judge(centre, clock, ending);
    clock.step += 1;
    return ending;
  }

  __device__ void earn(std::int64_t slot_world) {
    std::array<Reward, agents> rewards;
    STARLING_UNROLL
    for (int agent = 0; agent < agents; ++agent) {
      arena::earn(own[bodies + agent].position, centre, rewards[agent]);
      episode_return[agent].sum += rewards[agent].value;
    }
    if (!has_world) return;
    store_wide(reinterpret_cast<std::array<Reward, agents>*>(launch.exported.reward) + slot_world,
               rewards);
  }

  /// World by world, each lane an entity; what is seen is the new episode then.
  __device__ void restart(unsigned ended_worlds) {
    for (; ended_worlds != 0; ended_worlds &= ended_worlds - 1) {
      const int which = __ffs(static_cast<int>(ended_worlds)) - 1;
      const std::uint32_t episode = __shfl_sync(0xffffffffU, clock.episode, which);
      if (lane < entities) {
        const ArenaEntity start =
            restart_entity(launch.keys, static_cast<std::uint32_t>(first_world + which),
                           Clock{episode + 1, 0}, lane);
        seen[which].rows[lane] = {start.position.x_m, start.position.y_m, start.velocity.x_mps,
                                  start.velocity.y_mps};
        radii[lane] = start.radius;
      }
      __syncwarp();
      if (lane == which) take_start();
      __syncwarp();
    }
  }
  __device__ void take_start() {
    STARLING_UNROLL
    for (int agent = 0; agent < agents; ++agent) {
      close_tally(clock, episode_return[agent],
                  launch.state.tallies[std::int64_t{world()} * agents + agent]);
    }
    begin_next(clock);
    STARLING_UNROLL
    for (int row = 0; row < entities; ++row) {
      const Seen start = seen[lane].rows[row];
      own[row] = {{start.x, start.y}, {start.z, start.w}, radii[row]};
    }
  }

  __device__ void step(std::int64_t slot_first_world) {
    const std::int64_t slot_world = slot_first_world + world();
    const std::int64_t warp_agents = (slot_first_world + first_world) * agents;
    steer(slot_world);
#pragma unroll 1
    for (int index = 0; index < arena::substeps; ++index)
      substep();
    show();
    const Ending ending = judge();
    earn(slot_world);
    if (has_world) store_wide(launch.exported.ending + slot_world, ending);
    const unsigned ended_worlds =
        __ballot_sync(0xffffffffU, has_world && systems::has_ended(ending));
    if (ended_worlds != 0) {
      observe<warp_threads>(seen, ended_worlds, launch.exported.final_observation + warp_agents);
      restart(ended_worlds);
    }
    observe<warp_threads>(seen, __ballot_sync(0xffffffffU, has_world),
                          launch.exported.observation + warp_agents);
  }
};

/// A warp a block; 8 of them on an SM.
__global__ void __launch_bounds__(warp_threads, 8)
    step_arena_pairs_once(const __grid_constant__ Launch launch) {
  __shared__ SeenWorld seen[warp_threads];
  __shared__ arena::Radius radii[entities];
  LaneOfWorlds lane(launch, seen, radii);
  lane.load();
  for (std::int32_t step = 0; step < launch.steps; ++step)
    lane.step(std::int64_t{step} * launch.worlds);
  lane.store();
}

}  // namespace starling::bench::arena_cuda
