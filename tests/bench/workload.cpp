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

/// Random::bits where one word of the four is used: in eight of Philox's ten rounds two wide
/// products and two exclusive ors of three, in the ninth two products and one, in the last one and
/// one.
constexpr double draw_operations = 8 * 4 + 3 + 2;

/// One division, rounded as IEEE asks: reciprocal, six fused multiply-adds, a check of the range.
constexpr double division_operations = 8;

/// What a step of a world takes at least, one for each instruction of a lane that some program must
/// issue: products, sums, fused multiply-adds, comparisons, selections, shifts. Loads, stores,
/// addresses and loops count nothing.
constexpr double cartpole_operations() {
  constexpr double action = draw_operations + 2;  // the highest bit is the action; the force by it
  constexpr double sine_and_cosine = 5 + 8 + 7;   // quarters and rest; two series; signs and swap
  constexpr double thrust = 3 + 2;
  constexpr double lever = 2 + 1 + 1;
  constexpr double rates = 3 + division_operations + 3;
  constexpr double euler_step = 4 * 2;
  constexpr double ending = 2 + 1 + 2;  // two absolute values and a count compared, joined
  constexpr double clock_and_return = 2;
  return action + sine_and_cosine + thrust + lever + rates + euler_step + ending + clock_and_return;
}

Workload cartpole_workload() {
  using namespace cartpole;
  return {"cartpole",
          horizon_steps,
          bytes_of<Action, Observation, Reward, Ending>(),
          bytes_of<Observation>(),
          bytes_of<Final<Observation>>(),
          bytes_of<Cart, Pole, Clock, Return>(),
          bytes_of<Cart, Pole, Clock, Return>(),
          bytes_of<Tally>(),
          cartpole_operations()};
}

/// As cartpole_operations. The systems ask for 400 contacts a substep, but a program may compute
/// each of the 190 pairs once, for both, and leave out an entity's contact with itself.
constexpr double arena_operations() {
  using namespace arena;
  constexpr double rows = entities_per_world;
  constexpr double pairs = rows * (rows - 1) / 2;
  constexpr double contact = 2 + 1 + 2 + 1 + 1;  // offset, reach, squared distance, overlap, max
  constexpr double pushes = 2 * 2;
  constexpr double row = 4 + 2 + 4 + 8;  // push applied, drag, advance, bounce
  constexpr double substep = pairs * (contact + pushes) + rows * row;
  constexpr double centre = 2 * rows;
  constexpr double action = draw_operations + 1 + 4;  // choice among five, thrust in two directions
  constexpr double reward_and_return = 8;
  constexpr double sightings = 4 * rows;
  return substeps * substep + centre + agents_per_world * (action + reward_and_return + sightings);
}

Workload arena_workload() {
  using namespace arena;
  constexpr double rows = entities_per_world;
  constexpr double agents = agents_per_world;
  const double moving = rows * bytes_of<Position, Velocity>() + agents * bytes_of<Return>();
  return {"arena",
          horizon_steps,
          agents * bytes_of<Action, Observation, Reward>() + bytes_of<Ending>(),
          agents * bytes_of<Observation>(),
          agents * bytes_of<Final<Observation>>(),
          moving + rows * bytes_of<Radius>() + bytes_of<Clock>(),
          moving + bytes_of<Clock, Centre>(),
          agents * bytes_of<Tally>(),
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
  if (is_cartpole) return cartpole_bars_on_cpu(task);
  return {{"by hand", "", [task] { return make_arena_by_hand_on_cpu(task); }}};
}

}  // namespace starling::bench
