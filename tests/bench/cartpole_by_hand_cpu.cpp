/// CartPole on CPU threads: an array a field, a tile that stays in the cache for all steps of a
/// launch, one loop over it a step that vectorises, and a second over the few episodes that ended.
/// Final observations by step, or from the front, where fewer bytes are touched.
#include <algorithm>
#include <cstring>

#include "engine/thread_pool.hpp"
#include "tests/bench/cartpole_by_hand.hpp"

namespace starling::bench {
namespace {

/// Worlds of a tile: 56 KB of state.
constexpr std::int64_t tile_worlds = 2048;

struct Planes {
  float* x_m;
  float* v_mps;
  float* angle_rad;
  float* spin_radps;
  std::uint32_t* episode;
  std::uint32_t* step;
  float* return_sum;
  std::uint32_t* ended;  ///< Episodes that ended in this launch.
  Tally* tally;

  STARLING_FN CartPoleWorld get(std::ptrdiff_t world) const {
    return {{x_m[world], v_mps[world]},
            {angle_rad[world], spin_radps[world]},
            {episode[world], step[world]},
            {return_sum[world]}};
  }
  STARLING_FN void put_bodies(std::ptrdiff_t world, const CartPoleWorld& state) const {
    x_m[world] = state.cart.x_m;
    v_mps[world] = state.cart.v_mps;
    angle_rad[world] = state.pole.angle_rad;
    spin_radps[world] = state.pole.spin_radps;
    step[world] = state.clock.step;
    return_sum[world] = state.episode_return.sum;
  }
  STARLING_FN void put(std::ptrdiff_t world, const CartPoleWorld& state) const {
    put_bodies(world, state);
    episode[world] = state.clock.episode;
  }
};

/// The exports from `rows` rows further on; final observations stay, since their slot is known
/// late.
CartPoleExports exports_at(const CartPoleExports& exported, std::ptrdiff_t rows) {
  return {exported.action + rows, exported.observation + rows, exported.reward + rows,
          exported.ending + rows, exported.final_observation};
}

/// One step of worlds [begin, end), which vectorises. Exports start at the step's slot.
void step_all(CartPoleKeys keys, const Planes& planes, const CartPoleExports& slot,
              std::ptrdiff_t begin, std::ptrdiff_t end) {
  const Planes at = planes;
  const CartPoleExports out = slot;
#pragma GCC ivdep
  for (std::ptrdiff_t world = begin; world < end; ++world) {
    CartPoleWorld state = at.get(world);
    CartPoleStep step;
    step_world(keys, static_cast<std::uint32_t>(world), state, step);
    at.put_bodies(world, state);
    out.action[world].push = step.action.push;
    out.observation[world].x_m = step.observation.x_m;
    out.observation[world].v_mps = step.observation.v_mps;
    out.observation[world].angle_rad = step.observation.angle_rad;
    out.observation[world].spin_radps = step.observation.spin_radps;
    out.reward[world].value = step.reward.value;
    out.ending[world].terminated = step.ending.terminated;
    out.ending[world].truncated = step.ending.truncated;
  }
}

/// Worlds of a tile that ended, in order.
struct EndedList {
  std::int32_t worlds[tile_worlds];
  std::ptrdiff_t count = 0;
};

/// Without branches, since which worlds end cannot be predicted (a quarter of the whole step's time
/// with them): groups of four endings first, then the worlds of those groups. Computing the
/// restarts of a list in vectors gained nothing more.
void list_ended(const Ending* endings, std::ptrdiff_t begin, std::ptrdiff_t end, EndedList& ended) {
  constexpr std::ptrdiff_t group = 4;
  std::int32_t groups[tile_worlds / group];
  std::ptrdiff_t group_count = 0;
  const std::ptrdiff_t whole = begin + (end - begin) / group * group;
  for (std::ptrdiff_t first = begin; first < whole; first += group) {
    std::uint64_t any = 0;
    std::memcpy(&any, &endings[first], sizeof any);
    groups[group_count] = static_cast<std::int32_t>(first);
    group_count += any != 0 ? 1 : 0;
  }
  ended.count = 0;
  const auto list = [&](std::ptrdiff_t world) {
    ended.worlds[ended.count] = static_cast<std::int32_t>(world);
    ended.count += systems::has_ended(endings[world]) ? 1 : 0;
  };
  for (std::ptrdiff_t index = 0; index < group_count; ++index) {
    for (std::ptrdiff_t member = 0; member < group; ++member)
      list(groups[index] + member);
  }
  for (std::ptrdiff_t world = whole; world < end; ++world)
    list(world);
}

/// `kept`: where the final observation goes.
void restart_one(CartPoleKeys keys, const Planes& planes, const CartPoleExports& slot,
                 std::ptrdiff_t world, cartpole::Observation& kept) {
  CartPoleWorld state = planes.get(world);
  kept = slot.observation[world];
  close_tally(state, planes.tally[world]);
  restart_world(keys, static_cast<std::uint32_t>(world), state);
  planes.put(world, state);
  cartpole::observe(state.cart, state.pole, slot.observation[world]);
}

class CartPoleOnCpu final : public Contestant {
 public:
  CartPoleOnCpu(const Task& task, SlotOrder order)
      : task_(task),
        finals_{order, sizeof(cartpole::Observation)},
        backend_(make_cpu_backend(1)),
        pool_(task.threads),
        floats_(*backend_, 5 * task.worlds),
        counters_(*backend_, 3 * task.worlds),
        tallies_(*backend_, task.worlds),
        exports_(*backend_, task.steps_per_launch, task.worlds, task.worlds, finals_) {
    float* floats = floats_.data();
    std::uint32_t* counters = counters_.data();
    const std::int64_t n = task.worlds;
    planes_ = {floats,       floats + n,     floats + 2 * n,   floats + 3 * n, counters,
               counters + n, floats + 4 * n, counters + 2 * n, tallies_.data()};
  }

  std::string name() const override {
    return finals_.order == SlotOrder::Steps ? "by hand" : "by hand, front";
  }

  void start(std::uint64_t seed) override {
    keys_ = cartpole_keys(seed);
    for (std::int64_t world = 0; world < task_.worlds; ++world) {
      planes_.tally[world] = {};
      CartPoleWorld state;
      restart_world(keys_, static_cast<std::uint32_t>(world), state);
      planes_.put(world, state);
    }
  }
  void reset(std::span<const std::uint8_t> mask) override {
    for (std::int64_t world = 0; world < task_.worlds; ++world) {
      if (mask[static_cast<std::size_t>(world)] == 0) continue;
      CartPoleWorld state = planes_.get(world);
      restart_world(keys_, static_cast<std::uint32_t>(world), state);
      planes_.put(world, state);
    }
  }

  void step(int steps) override {
    steps_ = steps;
    const std::int64_t tiles = (task_.worlds + tile_worlds - 1) / tile_worlds;
    pool_.run(static_cast<std::int32_t>(tiles),
              {[](void* self, std::int32_t tile) { static_cast<CartPoleOnCpu*>(self)->run(tile); },
               this});
  }
  void synchronize() override {}
  void* stream() const override { return nullptr; }

  ExportViews views() override { return exports_.views(); }
  std::vector<std::uint64_t> world_hashes() override {
    std::vector<std::uint64_t> hashes;
    for (std::int64_t world = 0; world < task_.worlds; ++world) {
      hashes.push_back(hash_of(planes_.get(world), planes_.tally[world], exports_.pointers(),
                               finals_, task_.worlds, world, steps_));
    }
    return hashes;
  }

 private:
  void run(std::int32_t tile) {
    const std::int64_t begin = tile * tile_worlds;
    const std::int64_t end = std::min(begin + tile_worlds, task_.worlds);
    std::fill(planes_.ended + begin, planes_.ended + end, 0U);
    for (int step = 0; step < steps_; ++step) {
      const CartPoleExports slot = exports_at(exports_.pointers(), step * task_.worlds);
      step_all(keys_, planes_, slot, begin, end);
      restart_ended(slot, step, begin, end);
    }
  }

  void restart_ended(const CartPoleExports& slot, int step, std::ptrdiff_t begin,
                     std::ptrdiff_t end) {
    EndedList ended;
    list_ended(slot.ending, begin, end, ended);
    for (std::ptrdiff_t index = 0; index < ended.count; ++index) {
      const std::ptrdiff_t world = ended.worlds[index];
      const std::int64_t kept_slot =
          finals_.order == SlotOrder::Steps ? step : std::int64_t{planes_.ended[world]++};
      restart_one(keys_, planes_, slot, world,
                  slot.final_observation[kept_slot * task_.worlds + world]);
    }
  }

  Task task_;
  FinalLayout finals_;
  std::unique_ptr<Backend> backend_;
  ThreadPool pool_;
  Array<float> floats_;
  Array<std::uint32_t> counters_;
  Array<Tally> tallies_;
  ExportArrays<cartpole::Action, cartpole::Observation> exports_;
  Planes planes_{};
  CartPoleKeys keys_{};
  int steps_ = 1;
};

}  // namespace

std::vector<Bar> cartpole_bars_on_cpu(const Task& task) {
  const auto bar = [&](const char* family, SlotOrder order) {
    return Bar{family, "", [task, order] { return std::make_unique<CartPoleOnCpu>(task, order); }};
  };
  if (task.steps_per_launch == 1) return {bar("by hand", SlotOrder::Steps)};
  return {bar("by hand", SlotOrder::Steps), bar("by hand, front", SlotOrder::Episodes)};
}

}  // namespace starling::bench
