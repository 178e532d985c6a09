/// Worlds of hide and seek, to be looked at and acted in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulator.hpp"
#include "engine/world_view.hpp"
#include "envs/hide_and_seek/hide_and_seek.hpp"
#include "systems/rigid/touch.hpp"
#include "tests/support/settings.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests::hiding {

namespace game = envs::hide_and_seek;

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
  template <class Kind, class T>
  T of(std::size_t row) const {
    return view_.rows<Kind, T>()[row];
  }
  template <class T>
  T agent(std::size_t row) const {
    return of<game::Agent, T>(row);
  }
  template <class T>
  T box(std::size_t row) const {
    return of<game::Box, T>(row);
  }
  template <class T>
  T ramp(std::size_t row) const {
    return of<game::Ramp, T>(row);
  }
  template <class T>
  T singleton() const {
    return view_.singleton<T>();
  }
  std::vector<float> self(int agent) const {
    const auto floats = view_.strip<game::Agent, game::view::Self>(agent);
    return {floats.begin(), floats.end()};
  }
  game::Rules rules() const { return view_.rules(); }

  /// Of all bodies, in the order of their numbers.
  template <class T>
  std::vector<T> of_bodies() const {
    std::vector<T> bodies = of_movers<T>();
    const std::vector<T> walls = all<game::Wall, T>();
    bodies.insert(bodies.end(), walls.begin(), walls.end());
    return bodies;
  }
  template <class T>
  std::vector<T> of_movers() const {
    std::vector<T> bodies = all<game::Agent, T>();
    for (const std::vector<T>& more : {all<game::Box, T>(), all<game::Ramp, T>()})
      bodies.insert(bodies.end(), more.begin(), more.end());
    return bodies;
  }

 private:
  WorldSnapshot snapshot_;
  WorldView<game::HideAndSeek> view_;
};

inline bool is_there(const systems::Shape& shape) {
  return systems::kind_of(shape) != systems::ShapeKind::None;
}
template <class Kind>
int count(const Arena& arena) {
  const std::vector<systems::Shape> shapes = arena.all<Kind, systems::Shape>();
  return static_cast<int>(std::count_if(shapes.begin(), shapes.end(), is_there));
}

class Worlds {
 public:
  explicit Worlds(std::int64_t worlds, const OptionTexts& options = {},
                  Actions actions = Actions::Tensor, std::uint64_t seed = 7)
      : simulator_(settings_of(worlds, options, actions, seed)),
        actions_(static_cast<std::size_t>(worlds * game::agents)) {
    if (actions == Actions::Tensor) write_actions();
  }

  Simulator& simulator() { return simulator_; }
  Arena at(std::int64_t world) { return {simulator_, world}; }

  /// All agents of all worlds do so in the steps to come.
  void act(const game::Action& action) {
    std::fill(actions_.begin(), actions_.end(), action);
    write_actions();
  }
  /// One does.
  void act(std::size_t agent, const game::Action& action, std::size_t world = 0) {
    actions_[world * game::agents + agent] = action;
    write_actions();
  }
  void step(int steps = 1) {
    for (int count = 0; count < steps; ++count)
      simulator_.step(1);
  }
  /// A step of nobody's doing, after which agents know what is before them.
  void look() {
    act({});
    step();
  }

  template <class T>
  T told(const char* name, std::size_t agent = 0) {
    return read_newest<T>(simulator_, name)[agent];
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
  /// Of a world whose next step is that one of its episode.
  void set_clock(std::int64_t world, std::uint32_t step) {
    set(world, "world.Clock.step", 0, step);
  }

 private:
  static Settings settings_of(std::int64_t worlds, const OptionTexts& options, Actions actions,
                              std::uint64_t seed) {
    Settings settings = make_settings("hide_and_seek", worlds);
    settings.options = options;
    settings.actions = actions;
    settings.seed = seed;
    return settings;
  }
  void write_actions() {
    const auto write = [&](const char* name, std::int32_t game::Action::*part) {
      std::vector<std::int32_t> choices;
      for (const game::Action& action : actions_)
        choices.push_back(action.*part);
      write_slot(simulator_, name, 0, choices);
    };
    write("action.x", &game::Action::x);
    write("action.y", &game::Action::y);
    write("action.turn", &game::Action::turn);
    write("action.grab", &game::Action::grab);
    write("action.lock", &game::Action::lock);
  }

  Simulator simulator_;
  std::vector<game::Action> actions_;
};

/// Options of an arena without inner walls, with so many of each.
inline OptionTexts open_arena(int hiders, int seekers, int cubes, int ramps) {
  const auto text = [](int number) { return std::to_string(number); };
  return {{"most-connections", "0"},       {"most-doors", "0"},
          {"most-hiders", text(hiders)},   {"fewest-hiders", text(hiders)},
          {"most-seekers", text(seekers)}, {"fewest-seekers", text(seekers)},
          {"most-boxes", text(cubes)},     {"fewest-boxes", text(cubes)},
          {"most-long-boxes", "0"},        {"most-ramps", text(ramps)},
          {"fewest-ramps", text(ramps)}};
}

inline systems::Pose upright(kernels::Vec3 position_m, float yaw_rad = 0.0F) {
  return {position_m, kernels::from_axis_angle({0, 0, 1}, yaw_rad)};
}

inline constexpr std::size_t first_seeker = 3;
inline constexpr std::int32_t nobody = 0, hiders = 1, seekers = 2;  ///< As Roles and Locks say.

/// How deep two bodies are in each other, 0 where they are not.
inline float depth_m(const systems::Shape& a, const systems::Pose& pose_a, const systems::Shape& b,
                     const systems::Pose& pose_b) {
  const systems::Manifold manifold = systems::touch(a, pose_a, b, pose_b, 0);
  float deepest_m = 0.0F;
  for (std::int32_t point = 0; point < manifold.points; ++point)
    deepest_m = std::max(deepest_m, -manifold.point[point].separation_m);
  return deepest_m;
}

}  // namespace starling::tests::hiding
