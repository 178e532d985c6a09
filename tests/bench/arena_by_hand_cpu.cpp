/// The arena on CPU threads: an array a field and world, padded to whole vectors, so that each loop
/// over the entities of a world vectorises.
#include <algorithm>

#include "engine/thread_pool.hpp"
#include "tests/bench/arena_by_hand.hpp"

namespace starling::bench {
namespace {

/// Worlds of a tile: 10 KB of state.
constexpr std::int64_t tile_worlds = 16;

/// Rows of a world: its entities, then some that take part in nothing.
constexpr int padded_rows = 24;

struct alignas(32) WorldState {
  float x_m[padded_rows];
  float y_m[padded_rows];
  float x_mps[padded_rows];
  float y_mps[padded_rows];
  float radius_m[padded_rows];
  Return episode_return[arena::agents_per_world];
  Clock clock;
  arena::Centre centre;
  Tally tally[arena::agents_per_world];

  STARLING_FN arena::Position position(int row) const { return {x_m[row], y_m[row]}; }
  STARLING_FN arena::Velocity velocity(int row) const { return {x_mps[row], y_mps[row]}; }
};

void collide_all(WorldState& world) {
#pragma GCC ivdep
  for (int row = 0; row < padded_rows; ++row) {
    arena::Push push;
#pragma GCC unroll 20
    for (int other = 0; other < arena::entities_per_world; ++other) {
      arena::add_push(arena::contact_of(world.position(row), {world.radius_m[row]},
                                        world.position(other), {world.radius_m[other]}),
                      push);
    }
    arena::Velocity velocity = world.velocity(row);
    arena::apply_push(push, velocity);
    arena::drag(velocity);
    world.x_mps[row] = velocity.x_mps;
    world.y_mps[row] = velocity.y_mps;
  }
}

void move_all(WorldState& world) {
#pragma GCC ivdep
  for (int row = 0; row < padded_rows; ++row) {
    arena::Position position = world.position(row);
    arena::Velocity velocity = world.velocity(row);
    arena::advance(velocity, position);
    arena::bounce(position, velocity);
    world.x_m[row] = position.x_m;
    world.y_m[row] = position.y_m;
    world.x_mps[row] = velocity.x_mps;
    world.y_mps[row] = velocity.y_mps;
  }
}

void observe_all(const WorldState& world, arena::Observation* of_agents) {
  for (int agent = 0; agent < arena::agents_per_world; ++agent) {
    const int self = arena::bodies_per_world + agent;
    arena::Observation& observation = of_agents[agent];
    for (int row = 0; row < arena::entities_per_world; ++row) {
      observation.entities[static_cast<std::size_t>(row)] =
          arena::sight(world.position(self), world.velocity(self), world.position(row),
                       world.velocity(row), row == self);
    }
  }
}

void restart_all(const ArenaKeys& keys, std::uint32_t index, WorldState& world) {
  begin_next(world.clock);
  for (int row = 0; row < arena::entities_per_world; ++row) {
    const ArenaEntity entity = restart_entity(keys, index, world.clock, row);
    world.x_m[row] = entity.position.x_m;
    world.y_m[row] = entity.position.y_m;
    world.x_mps[row] = entity.velocity.x_mps;
    world.y_mps[row] = entity.velocity.y_mps;
    world.radius_m[row] = entity.radius.length_m;
  }
  for (Return& episode_return : world.episode_return)
    episode_return.sum = 0.0F;
}

/// One step of world `index`; exports start at the step's slot.
void step_world(const ArenaKeys& keys, std::int64_t index, WorldState& world,
                const ArenaExports& slot) {
  const auto number = static_cast<std::uint32_t>(index);
  const std::int64_t first_agent = index * arena::agents_per_world;
  for (int agent = 0; agent < arena::agents_per_world; ++agent) {
    const int row = arena::bodies_per_world + agent;
    const arena::Action action = draw_move(keys, number, world.clock, agent);
    arena::Velocity velocity = world.velocity(row);
    arena::steer(action, velocity);
    world.x_mps[row] = velocity.x_mps;
    world.y_mps[row] = velocity.y_mps;
    slot.action[first_agent + agent] = action;
  }
  for (int substep = 0; substep < arena::substeps; ++substep) {
    collide_all(world);
    move_all(world);
  }
  float sum_x_m = 0.0F;
  float sum_y_m = 0.0F;
  for (int row = 0; row < arena::entities_per_world; ++row) {
    sum_x_m += world.x_m[row];
    sum_y_m += world.y_m[row];
  }
  world.centre = arena::centre_of(sum_x_m, sum_y_m);
  Ending& ending = slot.ending[index];
  arena::judge(world.centre, world.clock, ending);
  world.clock.step += 1;
  for (int agent = 0; agent < arena::agents_per_world; ++agent) {
    Reward& reward = slot.reward[first_agent + agent];
    arena::earn(world.position(arena::bodies_per_world + agent), world.centre, reward);
    world.episode_return[agent].sum += reward.value;
  }
  if (systems::has_ended(ending)) {
    for (int agent = 0; agent < arena::agents_per_world; ++agent)
      close_tally(world.clock, world.episode_return[agent], world.tally[agent]);
    observe_all(world, slot.final_observation + first_agent);
    restart_all(keys, number, world);
  }
  observe_all(world, &slot.observation[first_agent]);
}

/// The worlds as their hash wants them.
struct WorldsView {
  const WorldState* worlds;

  ArenaEntity entity(std::int64_t world, int row) const {
    return {
        worlds[world].position(row), worlds[world].velocity(row), {worlds[world].radius_m[row]}};
  }
  const arena::Centre& centre(std::int64_t world) const { return worlds[world].centre; }
  const Clock& clock(std::int64_t world) const { return worlds[world].clock; }
  const Return& episode_return(std::int64_t world, int agent) const {
    return worlds[world].episode_return[agent];
  }
  const Tally& tally(std::int64_t world, int agent) const { return worlds[world].tally[agent]; }
};

class ArenaOnCpu final : public Contestant {
 public:
  explicit ArenaOnCpu(const Task& task)
      : task_(task),
        backend_(make_cpu_backend(1)),
        pool_(task.threads),
        worlds_(*backend_, task.worlds),
        exports_(*backend_, task.steps_per_launch, task.worlds * arena::agents_per_world,
                 task.worlds) {}

  std::string name() const override { return "by hand"; }

  void start(std::uint64_t seed) override {
    keys_ = arena_keys(seed);
    for (std::int64_t world = 0; world < task_.worlds; ++world) {
      worlds_.data()[world] = {};
      worlds_.data()[world].clock = {};
      restart_all(keys_, static_cast<std::uint32_t>(world), worlds_.data()[world]);
    }
  }
  void reset(std::span<const std::uint8_t> mask) override {
    for (std::int64_t world = 0; world < task_.worlds; ++world) {
      if (mask[static_cast<std::size_t>(world)] == 0) continue;
      restart_all(keys_, static_cast<std::uint32_t>(world), worlds_.data()[world]);
    }
  }

  void step(int steps) override {
    steps_ = steps;
    const std::int64_t tiles = (task_.worlds + tile_worlds - 1) / tile_worlds;
    pool_.run(
        static_cast<std::int32_t>(tiles),
        {[](void* self, std::int32_t tile) { static_cast<ArenaOnCpu*>(self)->run(tile); }, this});
  }
  void synchronize() override {}
  void* stream() const override { return nullptr; }

  ExportViews views() override { return exports_.views(); }
  std::vector<std::uint64_t> world_hashes() override {
    std::vector<std::uint64_t> hashes;
    for (std::int64_t world = 0; world < task_.worlds; ++world) {
      hashes.push_back(hash_of(WorldsView{worlds_.data()}, world, exports_.pointers(),
                               (steps_ - 1) * task_.worlds + world));
    }
    return hashes;
  }

 private:
  void run(std::int32_t tile) {
    const std::int64_t begin = tile * tile_worlds;
    const std::int64_t end = std::min(begin + tile_worlds, task_.worlds);
    for (int step = 0; step < steps_; ++step) {
      const ArenaExports all = exports_.pointers();
      const std::int64_t before = step * task_.worlds;
      const std::int64_t agents_before = before * arena::agents_per_world;
      const ArenaExports slot = {all.action + agents_before, all.observation + agents_before,
                                 all.reward + agents_before, all.ending + before,
                                 all.final_observation + agents_before};
      for (std::int64_t world = begin; world < end; ++world)
        step_world(keys_, world, worlds_.data()[world], slot);
    }
  }

  Task task_;
  std::unique_ptr<Backend> backend_;
  ThreadPool pool_;
  Array<WorldState> worlds_;
  ExportArrays<arena::Action, arena::Observation> exports_;
  ArenaKeys keys_{};
  int steps_ = 1;
};

}  // namespace

std::unique_ptr<Contestant> make_arena_by_hand_on_cpu(const Task& task) {
  return std::make_unique<ArenaOnCpu>(task);
}

}  // namespace starling::bench
