/// One world of rigid bodies in plain arrays, stepped without an engine around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/crew.hpp"
#include "systems/rigid/step_bodies.hpp"

namespace starling::tests {

/// Rows of an array, as the solver takes them.
template <class T>
struct ArrayRows {
  T* data = nullptr;

  T operator[](std::int32_t row) const { return data[row]; }
  void set(std::int32_t row, const T& value) const { data[row] = value; }
};

struct RigidBody {
  systems::Shape shape{};
  systems::Pose pose{};
  systems::Mass mass{};  ///< 0 kg: it never moves.
  systems::Surface surface{};
  systems::Motion motion{};
  systems::Load load{};
};

/// Bodies are numbered as they were added; those that move must come first.
class RigidScene {
 public:
  explicit RigidScene(const systems::StepRules& rules = {}, std::int32_t most_contacts = 64)
      : rules_(rules), most_contacts_(most_contacts) {}

  std::int32_t add(const RigidBody& body) {
    shapes_.push_back(body.shape);
    poses_.push_back(body.pose);
    surfaces_.push_back(body.surface);
    masses_.push_back(body.mass);
    motions_.push_back(body.motion);
    loads_.push_back(body.load);
    if (body.mass.mass_kg > 0.0F) moving_ = static_cast<std::int32_t>(shapes_.size());
    return static_cast<std::int32_t>(shapes_.size()) - 1;
  }

  /// Anchors in the bodies' own frames, whose origins must be their centres of mass.
  void join(const systems::Joint& joint) { joints_.push_back(joint); }

  systems::BodyStep step();
  void run(std::int32_t steps) {
    for (std::int32_t step_index = 0; step_index < steps; ++step_index)
      step();
  }

  const systems::StepRules& rules() const { return rules_; }
  const systems::Shape& shape(std::int32_t body) const { return shapes_[index(body)]; }
  systems::Pose& pose(std::int32_t body) { return poses_[index(body)]; }
  systems::Motion& motion(std::int32_t body) { return motions_[index(body)]; }
  systems::Load& load(std::int32_t body) { return loads_[index(body)]; }
  std::int32_t bodies() const { return static_cast<std::int32_t>(shapes_.size()); }
  std::int32_t moving() const { return moving_; }
  std::int32_t contacts() const { return contacts_; }

  kernels::Vec3 momentum() const;
  /// About the world's origin.
  kernels::Vec3 angular_momentum() const;
  /// Kinetic, and potential above z = 0.
  double energy_j() const;
  /// The deepest overlap of two bodies.
  float deepest_m() const;

 private:
  static std::size_t index(std::int32_t body) { return static_cast<std::size_t>(body); }

  systems::StepRules rules_;
  std::int32_t most_contacts_;
  std::int32_t moving_ = 0;
  std::int32_t contacts_ = 0;
  std::vector<systems::Shape> shapes_;
  std::vector<systems::Pose> poses_;
  std::vector<systems::Surface> surfaces_;
  std::vector<systems::Mass> masses_;
  std::vector<systems::Motion> motions_;
  std::vector<systems::Load> loads_;
  std::vector<systems::Joint> joints_;
  std::vector<systems::JointImpulses> joint_impulses_;
  std::vector<systems::ContactMemory> memory_;
};

}  // namespace starling::tests
