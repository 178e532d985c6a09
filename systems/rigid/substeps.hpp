/// A step of rigid bodies: contacts and joints are solved in several substeps, softly and then
/// without what is soft, so that what mends overlaps adds no speed.
///
/// One turn over the constraints a substep is worth more than many turns a step (M. Macklin and
/// others, Small Steps in Physics Simulation, 2019; E. Catto, Solver2D, 2024). All threads of a
/// team call these functions for one world; results do not depend on how many there are.
#pragma once

#include "systems/rigid/contact_solver.hpp"
#include "systems/rigid/free_motion.hpp"
#include "systems/rigid/joint_solver.hpp"
#include "systems/rigid/solver_rows.hpp"

namespace starling::systems {

namespace detail {

/// The rows of a joint's bodies.
struct JointEnds {
  std::int32_t a = no_row;
  std::int32_t b = no_row;
  bool holds = false;
};
STARLING_FN constexpr bool is_active(const JointEnds& ends) {
  return ends.holds;
}

template <class Rows>
struct JointEndRows {
  const Rows& rows;

  STARLING_FN JointEnds operator[](std::int32_t row) const {
    const Joint joint = rows.joint[row];
    return {row_of(rows, joint.a), row_of(rows, joint.b), systems::is_active(joint)};
  }
};

}  // namespace detail

template <class Rows, class Team>
class Substeps {
 public:
  STARLING_FN Substeps(const Rows& rows, const Team& team, const SubstepRules& rules)
      : rows_(rows), team_(team), rules_(rules) {}

  /// From contacts that have been found, impulses of the step before in them, to where bodies are a
  /// step later.
  STARLING_FN void run() {
    color_all();
    begin_step();
    for (std::int32_t substep = 0; substep < rules_.substeps; ++substep) {
      fall();
      push_joints_again();
      if (substep == 0) push_contacts_again();
      // a loop, so that a program has one copy of a pass; with two, of twice the code, an H200
      // makes 32.3 in place of 31.9 million world-steps/s of the escape room
      STARLING_ROLLED
      for (std::int32_t pass = 0; pass < 2; ++pass) {
        const bool is_soft = pass == 0;
        solve(is_soft);
        if (is_soft) travel_all();
      }
      keep_pushed();
    }
    if (rows_.bounces) bounce_all();
  }

 private:
  STARLING_FN void color_all() {
    if (team_.rank() == 0) {
      contact_colors_ = color(rows_.contacts, rows_.bodies, rows_.contact, rows_.used,
                              rows_.contact_order, rows_.contact_end);
      joint_colors_ = color(rows_.joints, rows_.bodies, detail::JointEndRows<Rows>{rows_},
                            rows_.used, rows_.joint_order, rows_.joint_end);
    }
    contact_colors_ = team_.from(contact_colors_, 0);
    joint_colors_ = team_.from(joint_colors_, 0);
    team_.sync();
  }

  template <class Do>
  STARLING_FN void for_each_body(const Do& act) {
    const auto rank = static_cast<std::int32_t>(team_.rank());
    const auto size = static_cast<std::int32_t>(team_.size());
    for (std::int32_t body = rank; body < rows_.bodies; body += size)
      act(body);
    team_.sync();
  }

  STARLING_FN void begin_step() {
    const auto size = static_cast<std::int32_t>(team_.size());
    for (auto body = static_cast<std::int32_t>(team_.rank()); body < rows_.bodies; body += size) {
      rows_.moved.set(body, Moved{});
      rows_.pushed.set(body, Pushed{});
    }
    team_.sync();
    for_each_joint([](const Joint&, JointImpulses& impulses, const JointSides&) {
      impulses.applied_a = {};
      impulses.applied_b = {};
    });
  }

  /// Leaves in `pushed` the motion that constraints begin to change.
  STARLING_FN void fall() {
    for_each_body([&](std::int32_t body) {
      const Motion start = fallen(rows_.motion[body].of, rows_.free_motion[body],
                                  rows_.centre[body].rotation, rules_.substep_s);
      const Pushed pushed = rows_.pushed[body];
      rows_.motion.set(body, {{start.velocity_mps + pushed.velocity_mps,
                               start.angular_radps + pushed.angular_radps}});
      rows_.pushed.set(body, {start.velocity_mps, start.angular_radps});
    });
  }

  STARLING_FN void keep_pushed() {
    for_each_body([&](std::int32_t body) {
      const Motion motion = rows_.motion[body].of;
      const Pushed start = rows_.pushed[body];
      rows_.pushed.set(body, {motion.velocity_mps - start.velocity_mps,
                              motion.angular_radps - start.angular_radps});
    });
  }

  STARLING_FN void travel_all() {
    for_each_body([&](std::int32_t body) {
      Centre centre = rows_.centre[body];
      Moved moved = rows_.moved[body];
      travel(rows_.motion[body].of, centre, moved, rules_.substep_s);
      rows_.centre.set(body, centre);
      rows_.moved.set(body, moved);
    });
  }

  STARLING_FN Moved moved(std::int32_t body) const {
    if (body >= rows_.bodies) return {};
    return rows_.moved[body];
  }
  STARLING_FN void store(std::int32_t body, const Side& side) const {
    if (body < rows_.bodies) rows_.motion.set(body, {side.motion});
  }

  STARLING_FN auto points_of(const Contact& contact) const {
    return rows_.points.from(contact.first_point);
  }
  STARLING_FN auto impulses_of(const Contact& contact) const {
    return rows_.impulses.from(contact.first_point);
  }

  template <class Solve>
  STARLING_FN void for_each_contact(const Solve& solve_one) {
    for_each_by_color(team_, contact_colors_, rows_.contact_order, rows_.contact_end,
                      [&](std::int32_t row) {
                        const Contact contact = rows_.contact[row];
                        ContactSides sides{side_of(rows_, contact.a), side_of(rows_, contact.b)};
                        solve_one(row, contact, sides);
                        store(contact.a, sides.a);
                        store(contact.b, sides.b);
                      });
  }

  /// Keeps what a joint does to its bodies in the substep.
  template <class Solve>
  STARLING_FN void for_each_joint(const Solve& solve_one) {
    for_each_by_color(
        team_, joint_colors_, rows_.joint_order, rows_.joint_end, [&](std::int32_t row) {
          const Joint joint = rows_.joint[row];
          const std::int32_t a = row_of(rows_, joint.a);
          const std::int32_t b = row_of(rows_, joint.b);
          JointSides sides{side_of(rows_, a), side_of(rows_, b), centre_of(rows_, joint.a),
                           centre_of(rows_, joint.b)};
          JointImpulses impulses = rows_.joint_impulses[row];
          const JointSides before = sides;
          solve_one(joint, impulses, sides);
          impulses.applied_a = added(impulses.applied_a, before.a.motion, sides.a.motion);
          impulses.applied_b = added(impulses.applied_b, before.b.motion, sides.b.motion);
          rows_.joint_impulses.set(row, impulses);
          store(a, sides.a);
          store(b, sides.b);
        });
  }
  STARLING_FN static Motion added(const Motion& so_far, const Motion& before, const Motion& after) {
    return {so_far.velocity_mps + (after.velocity_mps - before.velocity_mps),
            so_far.angular_radps + (after.angular_radps - before.angular_radps)};
  }

  STARLING_FN void push_contacts_again() {
    for_each_contact([&](std::int32_t row, const Contact& contact, ContactSides& sides) {
      apply_again(contact, rows_.friction[row], rows_.friction_impulses[row], points_of(contact),
                  impulses_of(contact), sides);
    });
  }

  /// The joints' part of what is pushed again turns with the bodies: where it pushed as it did a
  /// substep before, a pendulum gained energy with every swing.
  STARLING_FN void push_joints_again() {
    for_each_joint([&](const Joint& joint, JointImpulses& impulses, JointSides& sides) {
      sides.a.motion = added(sides.a.motion, impulses.applied_a, {});
      sides.b.motion = added(sides.b.motion, impulses.applied_b, {});
      apply_again(joint, impulses, sides);
    });
  }

  STARLING_FN void solve(bool is_soft) {
    const Softness contact_softness = is_soft ? rules_.contact : Softness{};
    const Softness joint_softness = is_soft ? rules_.joint : Softness{};
    for_each_joint([&](const Joint& joint, JointImpulses& impulses, JointSides& sides) {
      solve_joint(joint, impulses, sides, joint_softness);
    });
    for_each_contact([&](std::int32_t row, const Contact& contact, ContactSides& sides) {
      FrictionImpulses friction = rows_.friction_impulses[row];
      // where overlaps are mended, friction would act against the mending: towers of boxes shook
      if (!is_soft) {
        const float pressed = kernels::max(friction.pressed_ns, pressed_now(contact));
        solve_friction(contact, rows_.friction[row], pressed, friction, sides);
      }
      const float pressed_ns = solve_normals(
          contact, points_of(contact), impulses_of(contact), sides, moved(contact.a),
          moved(contact.b), contact_softness, rules_,
          [&](std::int32_t point, const Levers& levers) { note_meeting(contact, point, levers); });
      if (is_soft) return;
      friction.pressed_ns = pressed_ns;
      rows_.friction_impulses.set(row, friction);
    });
  }

  /// Springs have let go of some of what pressed.
  STARLING_FN float pressed_now(const Contact& contact) const {
    const auto impulses = impulses_of(contact);
    float pressed_ns = 0.0F;
    STARLING_ROLLED
    for (std::int32_t point = 0; point < contact.points; ++point)
      pressed_ns += impulses[point].normal_ns;
    return pressed_ns;
  }

  /// By the motion that the bodies had before the substep: with what gravity adds in it, energy
  /// would grow.
  STARLING_FN void note_meeting(const Contact& contact, std::int32_t point,
                                const Levers& levers) const {
    if (!rows_.bounces) return;
    const float speed_mps =
        parting_mps(contact, levers, motion_before(contact.a), motion_before(contact.b));
    const auto approaches = rows_.approaches.from(contact.first_point);
    approaches.set(point, {kernels::min(approaches[point].speed_mps, speed_mps)});
  }

  /// A body's motion before this substep.
  STARLING_FN Motion motion_before(std::int32_t body) const {
    if (body >= rows_.bodies) return {};
    const Pushed start = rows_.pushed[body];
    const FreeMotion free = rows_.free_motion[body];
    return {kernels::fused_add(start.velocity_mps, free.acceleration_mps2, -rules_.substep_s),
            kernels::fused_add(start.angular_radps, free.angular_radps2, -rules_.substep_s)};
  }

  STARLING_FN void bounce_all() {
    for_each_contact([&](std::int32_t row, const Contact& contact, ContactSides& sides) {
      const float restitution = rows_.restitution[row];
      if (restitution > 0.0F)
        push_back(contact, restitution, points_of(contact), impulses_of(contact),
                  rows_.approaches.from(contact.first_point), sides, rules_);
    });
  }

  const Rows& rows_;
  const Team& team_;
  SubstepRules rules_;
  std::int32_t contact_colors_ = 0;
  std::int32_t joint_colors_ = 0;
};

}  // namespace starling::systems
