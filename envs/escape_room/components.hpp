/// What the entities of an escape room are made of, and the numbers of the task.
///
/// The task is that of madrona_escape_room (B. Shacklett and others, An Extensible, Data-Oriented
/// Architecture for High-Performance, Many-World Simulation, 2023): z is up, +y forward, metres.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"
#include "systems/rigid/move_bodies.hpp"

namespace starling::envs::escape_room {

using kernels::Vec2;
using kernels::Vec3;
using systems::Load;
using systems::Mass;
using systems::Motion;
using systems::Pose;
using systems::Rest;
using systems::Shape;
using systems::Surface;

inline constexpr std::uint32_t horizon_steps = 200;
inline constexpr float width_m = 20.0F;  ///< x within half of it to either side.
inline constexpr float length_m = 40.0F;
inline constexpr std::int32_t rooms = 3;
inline constexpr float room_m = length_m / 3.0F;  ///< Along y.
inline constexpr std::int32_t agents = 2;
inline constexpr std::int32_t cubes = 5;
inline constexpr std::int32_t borders = 3;
inline constexpr std::int32_t walls = borders + 2 * rooms;
inline constexpr std::int32_t doors = rooms;
/// Bodies are numbered in this order, and the ground comes last.
inline constexpr std::int32_t first_cube = agents;
inline constexpr std::int32_t first_door = first_cube + cubes;
inline constexpr std::int32_t first_wall = first_door + doors;
inline constexpr std::int32_t ground = first_wall + walls;
inline constexpr std::int32_t buttons = 6;
inline constexpr std::int32_t buttons_a_room = 2;
inline constexpr float agent_half_m = 1.0F;
inline constexpr float eye_m = 0.5F - agent_half_m;  ///< Of an agent, above its middle.
inline constexpr float cube_half_m = 1.5F;
inline constexpr float wall_height_m = 4.375F;
inline constexpr float door_width_m = 5.333F;
inline constexpr Vec3 button_half_m{0.65F, 0.65F, 0.125F};

/// What a ray hits, or an agent is told of.
enum class Kind : std::int32_t { None, Button, Cube, Wall, Agent, Door };
inline constexpr float kinds = 6.0F;

/// A component of all that is seen.
struct Label {
  std::int32_t kind = 0;  ///< A Kind.
  std::int32_t room = 0;  ///< That it is in, or at whose end it stands.
};

struct Action {
  std::int32_t amount = 0;  ///< Of force.
  std::int32_t angle = 0;   ///< Of the force, in eighths of a turn clockwise from forward.
  std::int32_t turn = 2;    ///< 2 does not.
  std::int32_t grab = 0;    ///< 1 takes hold, or lets go.
  static constexpr std::array choices = {4, 8, 5, 2};
};

struct Progress {
  float largest_y_m = 0.0F;
};

/// A part of a button: whether something lies on it.
struct Press {
  std::int32_t is_down = 0;
};

/// A component of walls alone, which tells them apart from all else that has a shape and a pose.
struct Section {
  std::int32_t part = 0;
};

struct Gate {
  std::int32_t is_open = 0;
  std::int32_t stays_open = 0;  ///< Once opened.
  std::int32_t is_moving = 0;
};

/// The observing agent.
struct SelfView {
  float room_x = 0.0F;  ///< x / 10,
  float room_y = 0.0F;  ///< y in the room / its length,
  float x = 0.0F;       ///< and x, y, z / 40: of the agent's foot.
  float y = 0.0F;
  float z = 0.0F;
  float largest_y = 0.0F;  ///< / 40
  float yaw = 0.0F;        ///< / pi
  float is_grabbing = 0.0F;
  float steps_left = 0.0F;
};

/// Seen from an agent: how far, / 40, and how far clockwise from its forward, / pi.
struct Polar {
  float distance = 0.0F;
  float angle = 0.0F;
};

struct PartnerView {
  Polar at;
  float is_grabbing = 0.0F;
};

struct EntityView {
  Polar at{0.0F, 1.0F};
  float kind = 0.0F;  ///< / 6
};

/// Buttons and cubes of the agent's room.
inline constexpr std::size_t entities_seen = 6;
struct EntitiesView {
  std::array<EntityView, entities_seen> entities{};
  static constexpr int features = 3;
};

struct DoorView {
  Polar at;
  float is_open = 0.0F;
};

inline constexpr std::int32_t rays = 30;
inline constexpr float range_m = 200.0F;

struct Depth {
  float distance = 0.0F;  ///< / 40; 0 where nothing was hit.
  float kind = 0.0F;      ///< / 6
};
/// By ray, as Depth.
struct LidarView {
  using Element = float;
  static constexpr int length = 2 * rays;
  static constexpr int features = length;
};

/// Which tokens there are: self, lidar, partner, entities, door.
struct Presence {
  std::array<std::uint8_t, 4 + entities_seen> tokens{};
};

struct Agent : Archetype<Label, Shape, Pose, Surface, Mass, Motion, Load, Rest, systems::Joint,
                         systems::JointImpulses, Action, Progress, SelfView, LidarView, PartnerView,
                         EntitiesView, DoorView, Presence, Reward> {};
struct Cube : Archetype<Label, Shape, Pose, Surface, Mass, Motion, Load, Rest> {};
struct Door : Archetype<Label, Shape, Pose, Surface, Gate> {};
struct Wall : Archetype<Label, Shape, Pose, Surface, Section> {};
struct Place {
  Vec3 centre_m{};
};
struct Button : Archetype<Label, Place, Press> {};

}  // namespace starling::envs::escape_room
