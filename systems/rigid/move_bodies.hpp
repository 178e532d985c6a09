/// The node that moves a world's rigid bodies by a step, and the archetypes that it works in.
///
/// An environment gives its bodies [Shape, Pose, Surface], those that may move [Mass, Motion, Load,
/// Joint, JointImpulses, ColorOrder<Joint>] too, and lists those that may move first. It lists the
/// archetypes below behind them, `RememberedContacts` among its singletons, and steps its bodies by
/// `EachWorldTeam<systems::move_bodies<Setup>>`, where `Setup::lanes` is the number of threads that
/// share a world on a GPU and `Setup::rules()` gives its StepRules.
#pragma once

#include "engine/environment.hpp"
#include "systems/rigid/step_bodies.hpp"

namespace starling::systems {

/// A singleton: contacts that are remembered of the step before; 0 where bodies are placed anew.
struct RememberedContacts {
  std::int32_t count = 0;
};

/// Rows as many as there are bodies.
struct BodyCentre : Archetype<Centre> {};
/// Rows as many as bodies that may move.
struct SolverBody : Archetype<SolverMotion, Resistance, FreeMotion, Moved, Pushed, ColorsUsed> {};
/// Rows as many as contacts that there is room for; pairs of bodies whose bounds meet count.
struct SolverContact : Archetype<Contact, ContactFriction, ContactPoints, ContactImpulses,
                                 ColorOrder<Contact>, BodyPair, ContactFeatures, ContactMemory> {};
/// `most_colors` rows.
struct SolverColor : Archetype<ColorEnd<Contact>, ColorEnd<Joint>> {};

/// Of what one archetype has.
template <class T>
using RowsOfOne = Rows<T, native_layout, 1>;

/// Of what bodies have, in as many archetypes as an environment may say.
template <class T>
using RowsOfBodies = Rows<T, native_layout, 6>;

/// Reports TableFull where more pairs of bodies are near than SolverContact has rows, and NotFinite
/// where a body's pose or motion is not a number; then nothing more moves in the world that step.
template <class Setup>
STARLING_FN void move_bodies(
    TeamOf<Setup::lanes> team, Rows<const Shape> shapes, Rows<Pose> poses,
    Rows<const Surface> surfaces, Rows<const Mass> masses, Rows<Motion> motions,
    Rows<const Load> loads, Rows<const Joint> joints, Rows<JointImpulses> joint_impulses,
    Rows<ColorOrder<Joint>> joint_order, Rows<Centre> centres, Rows<SolverMotion> solver_motions,
    Rows<Resistance> resistances, Rows<FreeMotion> free_motions, Rows<Moved> moved,
    Rows<Pushed> pushed, Rows<ColorsUsed> used, Rows<Contact> contacts,
    Rows<ContactFriction> frictions, Rows<ContactPoints> points, Rows<ContactImpulses> impulses,
    Rows<ColorOrder<Contact>> contact_order, Rows<BodyPair> near, Rows<ContactFeatures> features,
    Rows<ContactMemory> memory, Rows<ColorEnd<Contact>> contact_ends,
    Rows<ColorEnd<Joint>> joint_ends, RememberedContacts& remembered, Report& report) {
  const auto count = [](const auto& rows) { return static_cast<std::int32_t>(rows.size()); };
  const auto of_bodies = [](const auto& rows) { return rows.template of_archetypes<6>(); };
  const auto of_one = [](const auto& rows) { return rows.template of_archetypes<1>(); };
  const BodyRows<RowsOfBodies> bodies{count(shapes),      count(masses),       of_bodies(shapes),
                                      of_bodies(poses),   of_bodies(surfaces), of_bodies(masses),
                                      of_bodies(motions), of_bodies(loads)};
  const ContactRows<RowsOfOne> found{count(contacts), of_one(near), of_one(features),
                                     of_one(memory)};
  SolverRows<RowsOfOne> solver{0,
                               of_one(solver_motions),
                               of_one(centres),
                               of_one(resistances),
                               of_one(free_motions),
                               of_one(moved),
                               of_one(pushed),
                               of_one(used),
                               0,
                               of_one(contacts),
                               of_one(frictions),
                               of_one(points),
                               of_one(impulses),
                               of_one(contact_order),
                               of_one(contact_ends),
                               count(joints),
                               of_one(joints),
                               of_one(joint_impulses),
                               of_one(joint_order),
                               of_one(joint_ends)};
  BodyStep step;
  if constexpr (kernels::compiled_for_cuda) {
    step = step_bodies(team, bodies, found, solver, Setup::rules(), remembered.count);
  } else {
    step = step_bodies_out_of_line(team, bodies, found, solver, Setup::rules(), remembered.count);
  }
  const bool is_finite = team.count(!step.is_finite).all == 0;
  if (!step.has_room) report(ErrorKind::TableFull);
  if (!is_finite) report(ErrorKind::NotFinite);
  remembered.count = step.has_room && is_finite ? step.contacts : 0;
}

}  // namespace starling::systems
