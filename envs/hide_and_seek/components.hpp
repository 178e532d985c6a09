/// What the entities of hide and seek are made of.
///
/// The task is that of B. Baker and others, Emergent Tool Use From Multi-Agent Autocurricula
/// (2020), with the counts and sizes of gpu_hideseek: z is up, metres. A world has rows for all
/// that it may have; what an episode leaves out has no shape.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"
#include "systems/rigid/move_bodies.hpp"

namespace starling::envs::hide_and_seek {

using kernels::Vec2;
using kernels::Vec3;
using systems::Load;
using systems::Mass;
using systems::Motion;
using systems::Pose;
using systems::Rest;
using systems::Shape;
using systems::Surface;

inline constexpr std::int32_t most_of_a_team = 3;
inline constexpr std::int32_t agents = 2 * most_of_a_team;  ///< Hiders, then seekers.
inline constexpr std::int32_t boxes = 9;
inline constexpr std::int32_t ramps = 2;
inline constexpr std::int32_t things = boxes + ramps;
inline constexpr std::int32_t movers = agents + things;
inline constexpr std::int32_t most_connecting = 5;
inline constexpr std::int32_t most_doors = 6;
/// The outer ones, three parts of each that connects, and one more for each door.
inline constexpr std::int32_t walls = 4 + 3 * most_connecting + most_doors;

/// Bodies are numbered in this order, and the ground comes last.
inline constexpr std::int32_t first_box = agents;
inline constexpr std::int32_t first_ramp = first_box + boxes;
inline constexpr std::int32_t first_wall = movers;
inline constexpr std::int32_t ground = first_wall + walls;
inline constexpr std::int32_t bodies = ground + 1;

enum class Party : std::int32_t { None, Hiders, Seekers };

/// A component of agents.
struct Role {
  std::int32_t team = 0;  ///< A Party; None: the episode is without this agent.
};

/// A component of boxes and ramps.
struct Lock {
  std::int32_t team = 0;  ///< That locked it, a Party.
  float mass_kg = 0.0F;   ///< When it is not locked; 0: the episode is without it.
};

/// 5 of each is none.
struct Action {
  std::int32_t x = 5;     ///< Force to the right,
  std::int32_t y = 5;     ///< and forward.
  std::int32_t turn = 5;  ///< Counter-clockwise.
  std::int32_t grab = 0;  ///< 1 takes hold, or lets go.
  std::int32_t lock = 0;  ///< 1 locks, or unlocks.
  static constexpr std::array choices = {11, 11, 11, 2, 2};
};

/// A component of agents: what it sees, and what is at hand.
struct Sight {
  std::uint32_t bodies = 0;   ///< Of those that may move, as bits.
  std::int32_t at_hand = -1;  ///< The box or ramp that its hand would meet, or -1,
  float at_hand_m = 0.0F;     ///< so far forward.
};

/// A component of walls: which one it is.
struct Section {
  std::int32_t number = 0;
};

inline constexpr std::int32_t rays = 30;
inline constexpr std::int32_t own_features = 14;

/// What agents are told, named as policies name their tokens. In the observing agent's frame,
/// lengths as shares of half the arena, speeds of its length a second.
namespace view {

/// Place in the arena x, y (1 at its border), velocity x, y, sine and cosine of yaw, yaw rate,
/// height of the foot, team (1 seekers), grabbing, share of preparation left, share of the episode
/// left, inside the play area, seen (a hider by a seeker; a seeker: that it sees a hider); then
/// what the lidar finds: 30 distances, counter-clockwise from forward, as shares of the range.
struct Self {
  using Element = float;
  static constexpr int length = own_features + rays;
  static constexpr int features = length;
};

struct AgentToken {
  Vec3 position{};
  Vec2 velocity{};
  float sine = 0.0F;  ///< Of the yaw against the own.
  float cosine = 0.0F;
  float team = 0.0F;    ///< 1: seekers.
  float frozen = 0.0F;  ///< In preparation.
};
struct Agent {
  std::array<AgentToken, static_cast<std::size_t>(agents - 1)> seen{};
  static constexpr int features = 9;
};

struct BoxToken {
  Vec3 position{};
  Vec2 velocity{};
  float sine = 0.0F;
  float cosine = 0.0F;
  Vec3 half{};
  float locked_by_own = 0.0F;
  float locked_by_other = 0.0F;
};
struct Box {
  std::array<BoxToken, static_cast<std::size_t>(boxes)> seen{};
  static constexpr int features = 12;
};

struct RampToken {
  Vec3 position{};
  Vec2 velocity{};
  float sine = 0.0F;
  float cosine = 0.0F;
  float locked_by_own = 0.0F;
  float locked_by_other = 0.0F;
};
struct Ramp {
  std::array<RampToken, static_cast<std::size_t>(ramps)> seen{};
  static constexpr int features = 9;
};

}  // namespace view

/// Which tokens there are and are seen: the agent itself, other agents, boxes, ramps.
struct Presence {
  std::array<std::uint8_t, static_cast<std::size_t>(movers)> tokens{};
};

/// A singleton: whether a seeker saw a hider in this step.
struct Hunt {
  std::int32_t is_seen = 0;
};

struct Agent : Archetype<Shape, Pose, Surface, Mass, Motion, Load, Rest, systems::Joint,
                         systems::JointImpulses, Role, Action, Sight, view::Self, view::Agent,
                         view::Box, view::Ramp, Presence, Reward> {};
struct Box : Archetype<Shape, Pose, Surface, Mass, Motion, Load, Rest, Lock> {};
struct Ramp : Archetype<Shape, Pose, Surface, Mass, Motion, Load, Rest, Lock> {};
struct Wall : Archetype<Shape, Pose, Surface, Section> {};

}  // namespace starling::envs::hide_and_seek
