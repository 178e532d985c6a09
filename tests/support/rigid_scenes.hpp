/// The scenes that rigid bodies are held against physics in.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/random.hpp"
#include "tests/support/rigid_scene.hpp"

namespace starling::tests {

inline systems::StepRules weightless() {
  systems::StepRules rules;
  rules.gravity_mps2 = {};
  return rules;
}

/// Fine steps, and contacts as stiff as they allow.
inline systems::StepRules firm() {
  systems::StepRules rules;
  rules.step_s = 1.0F / 60;
  rules.substeps = 8;
  rules.contact_hz = 120.0F;
  return rules;
}

inline systems::Surface rough(float friction) {
  return {friction, friction, 0.0F};
}

/// A ball 100 m above nothing.
inline RigidScene free_fall() {
  RigidScene scene;
  scene.add({systems::sphere(0.5F), {{0, 0, 100}}, {1.0F}});
  return scene;
}

/// A long box, thrown with a spin about no axis of its own.
inline RigidScene thrown() {
  RigidScene scene(weightless());
  scene.add({systems::box({2.0F, 0.5F, 0.25F}), {}, {3.0F}, {}, {{}, {1.0F, 0.5F, 2.0F}}});
  return scene;
}

/// A ball that is dropped from 1 m.
inline RigidScene dropped(float restitution, const systems::StepRules& rules = {}) {
  const systems::Surface surface{0.5F, 0.5F, restitution};
  RigidScene scene(rules);
  scene.add({systems::sphere(0.1F), {{0, 0, 1.1F}}, {1.0F}, surface});
  scene.add({systems::plane(), {}, {}, surface});
  return scene;
}

/// A box on a slope that falls towards x.
inline RigidScene slope(double angle_rad, const systems::Surface& surface) {
  const kernels::Quat turn = kernels::from_axis_angle({0, 1, 0}, static_cast<float>(angle_rad));
  RigidScene scene;
  scene.add({systems::box({0.5F, 0.5F, 0.2F}),
             {rotate(turn, kernels::Vec3{0, 0, 0.2F}), turn},
             {2.0F},
             surface});
  scene.add({systems::plane(), {{}, turn}, {}, surface});
  return scene;
}

/// A box that slides along x at 3 m/s.
inline RigidScene sliding(const systems::Surface& surface) {
  RigidScene scene;
  scene.add({systems::box({0.5F, 0.5F, 0.2F}), {{0, 0, 0.2F}}, {2.0F}, surface, {{3, 0, 0}, {}}});
  scene.add({systems::plane(), {}, {}, surface});
  return scene;
}

/// A small ball on an arm of 1 m, let go at an angle.
inline RigidScene pendulum(systems::JointKind kind, double angle_rad) {
  systems::StepRules rules;
  rules.step_s = 1.0F / 60;
  RigidScene scene(rules);
  const kernels::Vec3 place{static_cast<float>(std::sin(angle_rad)), 0,
                            -static_cast<float>(std::cos(angle_rad))};
  scene.add({systems::sphere(0.05F), {place}, {1.0F}});
  scene.add({systems::sphere(0.01F)});
  systems::Joint joint;
  joint.kind = static_cast<std::int32_t>(kind);
  joint.a = 0;
  joint.b = 1;
  joint.axis_a = {0, 1, 0};
  joint.length_m = 1.0F;
  if (kind != systems::JointKind::Distance) joint.anchor_a_m = -place;
  scene.join(joint);
  return scene;
}

/// Cubes of 1 m, one upon the other.
inline RigidScene tower(const std::vector<float>& masses_kg, const systems::StepRules& rules,
                        float friction = 0.5F) {
  RigidScene scene(rules);
  for (std::size_t index = 0; index < masses_kg.size(); ++index) {
    scene.add({systems::box({0.5F, 0.5F, 0.5F}),
               {{0, 0, 0.5F + static_cast<float>(index)}},
               {masses_kg[index]},
               rough(friction)});
  }
  scene.add({systems::plane(), {}, {}, rough(friction)});
  return scene;
}
inline RigidScene ten_boxes() {
  return tower(std::vector<float>(10, 1.0F), firm());
}
inline RigidScene heavy_on_light() {
  return tower({1.0F, 100.0F}, firm());
}
inline RigidScene slippery_tower() {
  return tower(std::vector<float>(5, 1.0F), {}, 0.001F);
}

/// A box that runs into another and both into a ball.
inline RigidScene collision() {
  RigidScene scene(weightless());
  scene.add({systems::box({0.5F, 0.3F, 0.2F}), {{-2, 0, 0}}, {1.0F}, {}, {{5, 0.2F, 0}, {}}});
  scene.add({systems::box({0.5F, 0.5F, 0.5F}), {{0, 0.2F, 0.1F}}, {3.0F}});
  scene.add({systems::sphere(0.4F), {{1.5F, 0.1F, 0}}, {2.0F}});
  return scene;
}

/// A shape that comes from x = start at 50 m/s towards a wall of 5 cm, with so much of it along y.
inline RigidScene thin_wall(const systems::Shape& shape, float start_m, float slant) {
  RigidScene scene(weightless());
  scene.add({shape, {{start_m, -start_m * slant, 0}}, {1.0F}, {}, {{50, 50 * slant, 0}, {}}});
  scene.add({systems::box({0.025F, 40, 40})});
  return scene;
}

/// Boxes, wedges and balls that fall into a walled pit.
inline RigidScene pit(std::uint64_t seed) {
  RigidScene scene;
  kernels::Random random(kernels::make_key(seed, 1), 0, 0, 0, 0);
  for (int body = 0; body < 12; ++body) {
    const kernels::Vec3 place{static_cast<float>(body % 3) * 1.2F - 1.2F,
                              static_cast<float>(body / 3 % 2) * 1.2F - 0.6F,
                              1.5F + static_cast<float>(body / 6) * 1.5F};
    const float size_m = random.uniform(0.25F, 0.5F);
    const systems::Shape shape = body % 4 == 3   ? systems::sphere(size_m)
                                 : body % 4 == 2 ? systems::wedge({size_m, 0.5F, 0.4F})
                                                 : systems::box({size_m, 0.4F, 0.3F});
    scene.add({shape,
               {place},
               {random.uniform(0.5F, 3.0F)},
               {},
               {{random.uniform(-3, 3), random.uniform(-3, 3), 0},
                {random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)}}});
  }
  scene.add({systems::plane()});
  for (const float side : {-1.0F, 1.0F}) {
    scene.add({systems::box({0.1F, 3, 3}), {{side * 2.5F, 0, 3}}});
    scene.add({systems::box({3, 0.1F, 3}), {{0, side * 2.0F, 3}}});
  }
  return scene;
}

}  // namespace starling::tests
