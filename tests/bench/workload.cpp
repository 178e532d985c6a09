#include "tests/bench/workload.hpp"

#include "engine/error.hpp"
#include "tests/bench/arena_by_hand.hpp"
#include "tests/bench/cartpole_by_hand.hpp"
#include "tests/bench/on_cuda.hpp"

namespace starling::bench {
namespace {

template <class... Ts>
constexpr double bytes_of() {
  return static_cast<double>((sizeof(Ts) + ...));
}

/// Philox 60 (ten rounds of two wide products and two exclusive ors, the keys known) and 3 for the
/// choice; sine and cosine 20; the rest of swing 25, judge 7, clock and return 2.
constexpr double cartpole_operations = 60 + 3 + 20 + 25 + 7 + 2;

Workload cartpole_workload() {
  using namespace cartpole;
  return {"cartpole",
          horizon_steps,
          bytes_of<Action, Observation, Reward, Ending>(),
          bytes_of<Observation>() + 2 * bytes_of<Tally>(),
          bytes_of<Cart, Pole, Clock, Return>(),
          bytes_of<Cart, Pole, Clock, Return>(),
          cartpole_operations};
}

/// A pair 9; a row in a substep 4 to apply its push, 2 for drag, 4 to advance, 8 at the walls; sums
/// for the centre 40; an agent 63 for its action, 4 to steer, 6 for reward and return, 80 to
/// observe.
constexpr double arena_operations() {
  using namespace arena;
  constexpr double rows = entities_per_world;
  return substeps * (rows * rows * 9 + rows * 18) + 2 * rows +
         agents_per_world * (63 + 4 + 6 + 4 * rows);
}

Workload arena_workload() {
  using namespace arena;
  constexpr double rows = entities_per_world;
  constexpr double agents = agents_per_world;
  const double moving = rows * bytes_of<Position, Velocity>() + agents * bytes_of<Return>();
  return {"arena",
          horizon_steps,
          agents * bytes_of<Action, Observation, Reward>() + bytes_of<Ending>(),
          agents * (bytes_of<Observation>() + 2 * bytes_of<Tally>()),
          moving + rows * bytes_of<Radius>() + bytes_of<Clock>(),
          moving + bytes_of<Clock, Centre>(),
          arena_operations()};
}

}  // namespace

const Workload& workload_of(const std::string& name) {
  static const Workload cartpole = cartpole_workload();
  static const Workload arena = arena_workload();
  if (name == cartpole.name) return cartpole;
  if (name == arena.name) return arena;
  throw Error(Refusal::Usage, "workload '" + name + "' is none of cartpole and arena");
}

std::vector<Bar> bars_of(const Task& task) {
  const bool is_cartpole = task.workload == "cartpole";
  if (task.device == Device::Cuda) {
    return is_cartpole ? cartpole_bars_on_cuda(task) : arena_bars_on_cuda(task);
  }
  const auto make = is_cartpole ? make_cartpole_by_hand_on_cpu : make_arena_by_hand_on_cpu;
  return {{"by hand", "", [task, make] { return make(task); }}};
}

}  // namespace starling::bench
