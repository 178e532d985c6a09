/// How what the solver works on lies in memory.
///
/// What a body, a contact and a point need lies together, an odd number of words from one to the
/// next: lanes that each take another of their world meet different banks of a GPU's shared memory.
#pragma once

#include <cstddef>

#include "kernels/block_words.hpp"
#include "systems/rigid/bounds.hpp"
#include "systems/rigid/colors.hpp"
#include "systems/rigid/contact.hpp"
#include "systems/rigid/contact_memory.hpp"
#include "systems/rigid/joint.hpp"
#include "systems/rigid/solver_body.hpp"

namespace starling::systems {

/// The body that a row of the solver is of.
struct BodyNumber {
  std::int32_t number = 0;
};

namespace detail {

/// Of a body that is awake.
struct BodySpace {
  SolverMotion motion;
  Resistance resistance;
  FreeMotion free_motion;
  Moved moved;
  Pushed pushed;
  Centre centre;
  ColorsUsed used;
  BodyNumber body;
};

/// Of a body that may move, before there are contacts.
struct ReachSpace {
  Bounds reach;
  std::uint32_t unused = 0;
};

struct ContactSpace {
  Contact contact;
  ContactFriction friction;
  FrictionImpulses friction_impulses;
  ColorOrder<Contact> order;
  std::uint32_t unused = 0;
};

struct PointSpace {
  SolverPoint point;
  PointImpulse impulse;
  PointFeature feature;
};

template <class Space>
inline constexpr std::uint32_t words_of = sizeof(Space) / 4;
static_assert(words_of<BodySpace> % 2 == 1 && words_of<ReachSpace> % 2 == 1 &&
                  words_of<ContactSpace> % 2 == 1 && words_of<PointSpace> % 2 == 1,
              "all banks are met");

/// A member of a Space, from the word that the first one's begins at.
template <class T, class Space, class Words>
using MembersOf = kernels::WordRows<T, Words, words_of<Space>>;

}  // namespace detail
}  // namespace starling::systems
