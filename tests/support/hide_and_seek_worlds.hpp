/// Worlds of hide and seek, to be looked at and acted in.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "engine/world_view.hpp"
#include "envs/hide_and_seek/hide_and_seek.hpp"
#include "tests/support/settings.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests::hiding {

namespace hide = envs::hide_and_seek;

/// One world as it is now.
class Arena {
 public:
  Arena(Simulator& simulator, std::int64_t world)
      : snapshot_(simulator.snapshot(world, 1).front()),
        view_(snapshot_, simulator.environment()) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <class Kind, class T>
  std::vector<T> all() const {
    const auto rows = view_.rows<Kind, T>();
    return {rows.begin(), rows.end()};
  }
  template <class T>
  T singleton() const {
    return view_.singleton<T>();
  }
  std::vector<float> self_view(int agent) const {
    const auto floats = view_.strip<hide::Agent, hide::view::Self>(agent);
    return {floats.begin(), floats.end()};
  }

  /// Of bodies that may move, in the order of their numbers.
  template <class T>
  std::vector<T> of_movers() const {
    std::vector<T> movers = all<hide::Agent, T>();
    for (const std::vector<T>& more : {all<hide::Box, T>(), all<hide::Ramp, T>()})
      movers.insert(movers.end(), more.begin(), more.end());
    return movers;
  }
  /// Of all bodies; the ground comes last.
  template <class T>
  std::vector<T> of_bodies() const {
    std::vector<T> bodies = of_movers<T>();
    const std::vector<T> walls = all<hide::Wall, T>();
    bodies.insert(bodies.end(), walls.begin(), walls.end());
    return bodies;
  }
  /// Of boxes, then ramps.
  std::vector<hide::Lock> locks() const {
    std::vector<hide::Lock> locks = all<hide::Box, hide::Lock>();
    for (const hide::Lock& lock : all<hide::Ramp, hide::Lock>())
      locks.push_back(lock);
    return locks;
  }

 private:
  WorldSnapshot snapshot_;
  WorldView<hide::HideAndSeek> view_;
};

inline bool is_there(const systems::Shape& shape) {
  return systems::kind_of(shape) != systems::ShapeKind::None;
}

class Arenas {
 public:
  explicit Arenas(std::int64_t worlds, Actions actions = Actions::Tensor,
                  const OptionTexts& options = {}, std::uint64_t seed = 11)
      : simulator_(settings_of(worlds, actions, options, seed)) {
    if (actions == Actions::Tensor) act(0, {});
  }

  Simulator& simulator() { return simulator_; }
  Arena at(std::int64_t world) { return {simulator_, world}; }

  /// One agent of all worlds does so in the steps to come, until told otherwise; all others as
  /// before.
  void act(std::size_t agent, const hide::Action& action) {
    actions_[agent] = action;
    write("action.x", [](const hide::Action& of) { return of.x; });
    write("action.y", [](const hide::Action& of) { return of.y; });
    write("action.turn", [](const hide::Action& of) { return of.turn; });
    write("action.grab", [](const hide::Action& of) { return of.grab; });
    write("action.lock", [](const hide::Action& of) { return of.lock; });
  }
  void step(int steps = 1) {
    for (int count = 0; count < steps; ++count)
      simulator_.step(1);
  }

  template <class T>
  void set(std::int64_t world, const std::string& path, std::int64_t row, T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    simulator_.edit(world, path, row, bits);
  }
  /// kind: "Agent", "Box", "Ramp" or "Wall".
  void put(std::int64_t world, const std::string& kind, std::int64_t row,
           const systems::Pose& pose) {
    const std::string path = kind + ".Pose.";
    set(world, path + "position_m.x", row, pose.position_m.x);
    set(world, path + "position_m.y", row, pose.position_m.y);
    set(world, path + "position_m.z", row, pose.position_m.z);
    set(world, path + "rotation.w", row, pose.rotation.w);
    set(world, path + "rotation.x", row, pose.rotation.x);
    set(world, path + "rotation.y", row, pose.rotation.y);
    set(world, path + "rotation.z", row, pose.rotation.z);
    if (kind != "Wall") set(world, kind + ".Rest.still_s", row, 0.0F);
  }
  /// Takes all walls but the outer ones away, and puts all bodies along the far edge, one behind
  /// the other, so that the middle is empty.
  void clear_the_middle(std::int64_t world);

 private:
  static Settings settings_of(std::int64_t worlds, Actions actions, const OptionTexts& options,
                              std::uint64_t seed) {
    Settings settings = make_settings("hide_and_seek", worlds);
    settings.actions = actions;
    settings.options = options;
    settings.seed = seed;
    return settings;
  }

  template <class Part>
  void write(const char* name, const Part& part) {
    std::vector<std::int32_t> choices;
    for (std::int64_t world = 0; world < simulator_.settings().worlds; ++world)
      for (const hide::Action& action : actions_)
        choices.push_back(part(action));
    write_slot(simulator_, name, 0, choices);
  }

  Simulator simulator_;
  std::vector<hide::Action> actions_ =
      std::vector<hide::Action>(static_cast<std::size_t>(hide::agents));
};

inline void Arenas::clear_the_middle(std::int64_t world) {
  for (std::int64_t wall = 4; wall < hide::walls; ++wall)
    set(world, "Wall.Shape.kind", wall, static_cast<std::int32_t>(systems::ShapeKind::None));
  const auto far = [](float along_m) {
    return systems::Pose{{along_m, 16.0F, 1.0F}, kernels::identity};
  };
  for (std::int64_t row = 0; row < hide::agents; ++row)
    put(world, "Agent", row, far(-16.0F + 2.5F * static_cast<float>(row)));
  for (std::int64_t row = 0; row < hide::boxes; ++row)
    put(world, "Box", row,
        {{16.0F, -15.0F + 3.0F * static_cast<float>(row), 1.0F},
         kernels::from_axis_angle({0.0F, 0.0F, 1.0F}, 0.0F)});
  for (std::int64_t row = 0; row < hide::ramps; ++row)
    put(world, "Ramp", row,
        {{-16.0F, -15.0F + 4.0F * static_cast<float>(row), 1.0F}, kernels::identity});
}

}  // namespace starling::tests::hiding
