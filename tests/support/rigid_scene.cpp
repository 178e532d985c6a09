#include "tests/support/rigid_scene.hpp"

#include <algorithm>

namespace starling::tests {
namespace {

using kernels::Vec3;

/// Arrays that the solver needs for one step.
struct Scratch {
  Scratch(std::size_t bodies, std::size_t contacts, std::size_t joints)
      : motion(bodies),
        centre(bodies),
        resistance(bodies),
        free_motion(bodies),
        moved(bodies),
        pushed(bodies),
        used(bodies),
        contact(contacts),
        friction(contacts),
        points(contacts),
        impulses(contacts),
        contact_order(contacts),
        contact_end(systems::most_colors),
        joint_order(joints),
        joint_end(systems::most_colors),
        near(contacts),
        features(contacts) {}

  std::vector<systems::Motion> motion;
  std::vector<systems::Centre> centre;
  std::vector<systems::Resistance> resistance;
  std::vector<systems::FreeMotion> free_motion;
  std::vector<systems::Moved> moved;
  std::vector<systems::Pushed> pushed;
  std::vector<systems::ColorsUsed> used;
  std::vector<systems::Contact> contact;
  std::vector<systems::ContactFriction> friction;
  std::vector<systems::ContactPoints> points;
  std::vector<systems::ContactImpulses> impulses;
  std::vector<systems::ColorOrder> contact_order;
  std::vector<systems::ColorEnd> contact_end;
  std::vector<systems::ColorOrder> joint_order;
  std::vector<systems::ColorEnd> joint_end;
  std::vector<systems::BodyPair> near;
  std::vector<systems::ContactFeatures> features;
};

template <class T>
ArrayRows<T> rows(std::vector<T>& values) {
  return {values.data()};
}

/// I w, in double, of a body as it is turned.
struct Spin {
  Vec3 momentum;
  double energy_j;
};

Spin spin_of(const systems::Shape& shape, const systems::Pose& pose, const systems::Mass& mass,
             const systems::Motion& motion) {
  const systems::MassProperties properties = systems::mass_properties_of(shape, mass.mass_kg);
  const systems::Centre centre = systems::centre_of(pose, properties);
  const Vec3 own = rotate(conjugate(centre.rotation), motion.angular_radps);
  const Vec3 turning = properties.moments_kgm2 * own;
  return {rotate(centre.rotation, turning), 0.5 * static_cast<double>(dot(turning, own))};
}

}  // namespace

systems::BodyStep RigidScene::step() {
  const auto contacts = index(most_contacts_);
  memory_.resize(contacts);
  joint_impulses_.resize(joints_.size());
  Scratch scratch(shapes_.size(), contacts, joints_.size());
  const systems::BodyRows<ArrayRows> body_rows{bodies(),       moving_,         rows(shapes_),
                                               rows(poses_),   rows(surfaces_), rows(masses_),
                                               rows(motions_), rows(loads_)};
  const systems::ContactRows<ArrayRows> found{most_contacts_, rows(scratch.near),
                                              rows(scratch.features), rows(memory_)};
  systems::SolverRows<ArrayRows> solver{0,
                                        rows(scratch.motion),
                                        rows(scratch.centre),
                                        rows(scratch.resistance),
                                        rows(scratch.free_motion),
                                        rows(scratch.moved),
                                        rows(scratch.pushed),
                                        rows(scratch.used),
                                        0,
                                        rows(scratch.contact),
                                        rows(scratch.friction),
                                        rows(scratch.points),
                                        rows(scratch.impulses),
                                        rows(scratch.contact_order),
                                        rows(scratch.contact_end),
                                        static_cast<std::int32_t>(joints_.size()),
                                        rows(joints_),
                                        rows(joint_impulses_),
                                        rows(scratch.joint_order),
                                        rows(scratch.joint_end)};
  const systems::BodyStep result =
      systems::step_bodies(kernels::SerialCrew{}, body_rows, found, solver, rules_, contacts_);
  contacts_ = result.has_room ? result.contacts : 0;
  return result;
}

Vec3 RigidScene::momentum() const {
  Vec3 sum{};
  for (std::size_t body = 0; body < index(moving_); ++body)
    sum += motions_[body].velocity_mps * masses_[body].mass_kg;
  return sum;
}

Vec3 RigidScene::angular_momentum() const {
  Vec3 sum{};
  for (std::size_t body = 0; body < index(moving_); ++body) {
    const Vec3 linear = motions_[body].velocity_mps * masses_[body].mass_kg;
    sum += cross(poses_[body].position_m, linear) +
           spin_of(shapes_[body], poses_[body], masses_[body], motions_[body]).momentum;
  }
  return sum;
}

double RigidScene::energy_j() const {
  double sum = 0;
  for (std::size_t body = 0; body < index(moving_); ++body) {
    const Vec3 velocity = motions_[body].velocity_mps;
    const auto mass = static_cast<double>(masses_[body].mass_kg);
    sum += 0.5 * mass * static_cast<double>(length_squared(velocity));
    sum -= mass * static_cast<double>(dot(rules_.gravity_mps2, poses_[body].position_m));
    sum += spin_of(shapes_[body], poses_[body], masses_[body], motions_[body]).energy_j;
  }
  return sum;
}

float RigidScene::deepest_m() const {
  float deepest = 0.0F;
  for (std::size_t a = 0; a < index(moving_); ++a) {
    for (std::size_t b = a + 1; b < shapes_.size(); ++b) {
      const systems::Manifold manifold =
          systems::touch(shapes_[a], poses_[a], shapes_[b], poses_[b], 0.0F);
      for (std::int32_t point = 0; point < manifold.points; ++point)
        deepest = std::max(deepest, -manifold.point[point].separation_m);
    }
  }
  return deepest;
}

}  // namespace starling::tests
