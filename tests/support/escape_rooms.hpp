/// Worlds of the escape room, to be looked at and acted in.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulator.hpp"
#include "engine/world_view.hpp"
#include "envs/escape_room/escape_room.hpp"
#include "tests/support/settings.hpp"
#include "tests/support/slots.hpp"

namespace starling::tests::escape {

namespace room = envs::escape_room;

/// One world as it is now.
class Room {
 public:
  Room(Simulator& simulator, std::int64_t world)
      : snapshot_(simulator.snapshot(world, 1).front()),
        view_(snapshot_, simulator.environment()) {}
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

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
  T singleton() const {
    return view_.singleton<T>();
  }
  std::vector<float> lidar(int agent) const {
    const auto floats = view_.strip<room::Agent, room::LidarView>(agent);
    return {floats.begin(), floats.end()};
  }

  /// Of all bodies, in the order of their numbers.
  template <class T>
  std::vector<T> of_bodies() const {
    std::vector<T> bodies = all<room::Agent, T>();
    for (const std::vector<T>& more :
         {all<room::Cube, T>(), all<room::Door, T>(), all<room::Wall, T>()})
      bodies.insert(bodies.end(), more.begin(), more.end());
    return bodies;
  }

 private:
  WorldSnapshot snapshot_;
  WorldView<room::EscapeRoom> view_;
};

class Rooms {
 public:
  explicit Rooms(std::int64_t worlds, Actions actions = Actions::Tensor, std::uint64_t seed = 7)
      : simulator_(settings_of(worlds, actions, seed)) {}

  Simulator& simulator() { return simulator_; }
  Room at(std::int64_t world) { return {simulator_, world}; }

  /// All agents of all worlds do so in the steps to come.
  void act(const room::Action& action) {
    const Settings& settings = simulator_.settings();
    const auto rows = static_cast<std::size_t>(settings.worlds * room::agents);
    const auto write = [&](const char* name, std::int32_t choice) {
      write_slot(simulator_, name, 0, std::vector<std::int32_t>(rows, choice));
    };
    write("action.amount", action.amount);
    write("action.angle", action.angle);
    write("action.turn", action.turn);
    write("action.grab", action.grab);
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
  /// kind: "Agent" or "Cube".
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
    set(world, kind + ".Rest.still_s", row, 0.0F);
  }

 private:
  static Settings settings_of(std::int64_t worlds, Actions actions, std::uint64_t seed) {
    Settings settings = make_settings("escape_room", worlds);
    settings.actions = actions;
    settings.seed = seed;
    return settings;
  }

  Simulator simulator_;
};

}  // namespace starling::tests::escape
