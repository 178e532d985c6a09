/// Scenes of rigid bodies, and what physics says of them.
#pragma once

#include "engine/error.hpp"
#include "tests/support/rigid_world.hpp"

namespace starling::tests {

struct RigidBody {
  systems::Shape shape{};
  systems::Pose pose{};
  systems::Mass mass{};  ///< 0 kg: it never moves.
  systems::Surface surface{};
  systems::Motion motion{};
  systems::Load load{};
};

/// A world that bodies are put into: those that move first. What steps them is compiled once, in
/// rigid_scene.cpp: in each file of tests it took 10 s.
class RigidScene {
 public:
  explicit RigidScene(const systems::StepRules& rules = {}) { world_.rules = rules; }

  std::int32_t add(const RigidBody& body) {
    const std::int32_t row = world_.bodies++;
    if (row >= RigidWorld::most_bodies) throw Error(Refusal::Usage, "a scene has too many bodies");
    world_.shape[row] = body.shape;
    world_.pose[row] = body.pose;
    world_.surface[row] = body.surface;
    world_.mass[row] = body.mass;
    world_.motion[row] = body.motion;
    world_.load[row] = body.load;
    if (body.mass.mass_kg > 0.0F) world_.moving = world_.bodies;
    return row;
  }

  /// Anchors are in the frames of the centres of mass and principal axes.
  void join(const systems::Joint& joint) { world_.joint[world_.joints++] = joint; }

  /// One thread steps.
  systems::BodyStep step();
  void run(double seconds) {
    const int steps = steps_in(seconds);
    for (int count = 0; count < steps; ++count)
      step();
  }
  int steps_in(double seconds) const {
    return static_cast<int>(seconds / static_cast<double>(world_.rules.step_s) + 0.5);
  }

  RigidWorld& world() { return world_; }
  double substep_s() const {
    return static_cast<double>(world_.rules.step_s) / world_.rules.substeps;
  }
  kernels::Vec3 position(std::int32_t body) const { return world_.pose[body].position_m; }
  /// Of mass.
  kernels::Vec3 centre(std::int32_t body) const { return spin_of(body).centre_m; }
  kernels::Vec3 velocity(std::int32_t body) const { return world_.motion[body].velocity_mps; }

  kernels::Vec3 momentum() const {
    kernels::Vec3 sum{};
    for (std::int32_t body = 0; body < world_.moving; ++body)
      sum += velocity(body) * world_.mass[body].mass_kg;
    return sum;
  }

  /// About the world's origin.
  kernels::Vec3 angular_momentum() const {
    kernels::Vec3 sum{};
    for (std::int32_t body = 0; body < world_.moving; ++body) {
      const Spin spin = spin_of(body);
      sum += cross(spin.centre_m, velocity(body) * world_.mass[body].mass_kg) + spin.momentum;
    }
    return sum;
  }

  /// Of motion, and of height.
  double energy_j() const {
    double sum = 0;
    for (std::int32_t body = 0; body < world_.moving; ++body) {
      const Spin spin = spin_of(body);
      const auto mass = static_cast<double>(world_.mass[body].mass_kg);
      sum += 0.5 * mass * static_cast<double>(length_squared(velocity(body))) + spin.energy_j;
      sum -= mass * static_cast<double>(dot(world_.rules.gravity_mps2, spin.centre_m));
    }
    return sum;
  }

  /// How far bodies that move reach into others.
  float deepest_m() const;

 private:
  struct Spin {
    kernels::Vec3 centre_m;
    kernels::Vec3 momentum;
    double energy_j;
  };

  Spin spin_of(std::int32_t body) const {
    const systems::MassProperties properties =
        systems::mass_properties_of(world_.shape[body], world_.mass[body].mass_kg);
    const systems::Centre centre = systems::centre_of(world_.pose[body], properties);
    const kernels::Vec3 own = rotate(conjugate(centre.rotation), world_.motion[body].angular_radps);
    const kernels::Vec3 turning = properties.moments_kgm2 * own;
    return {centre.position_m, rotate(centre.rotation, turning),
            0.5 * static_cast<double>(dot(turning, own))};
  }

  RigidWorld world_;
};

}  // namespace starling::tests
