/// How what the solver works on lies in memory.
///
/// What a body and what a contact need lies together, an odd number of words from one to the next:
/// lanes that each take another body or contact of their world meet different banks of a GPU's
/// shared memory.
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

/// Of a body that may move: which others that may move are near it, as bits.
struct NearBodies {
  std::uint32_t bits = 0;
};

namespace detail {

/// Of a body that may move.
struct BodySpace {
  SolverMotion motion;
  Resistance resistance;
  FreeMotion free_motion;
  Moved moved;  ///< Its reach, until contacts are found.
  Pushed pushed;
  Centre centre;
  ColorsUsed used;  ///< Which bodies are near, until contacts are found.
  std::uint32_t unused = 0;
};

struct PointSpace {
  SolverPoint point;
  PointImpulse impulse;
};

struct ContactSpace {
  Contact contact;
  ContactFriction friction;
  FrictionImpulses friction_impulses;
  PointSpace points[contact_points];
  PointFeature features[contact_points];
  ColorOrder<Contact> order;
};

/// Where there is restitution.
struct BounceSpace {
  float restitution = 0.0F;
  PointApproach approaches[contact_points];
};

template <class Space>
inline constexpr std::uint32_t words_of = sizeof(Space) / 4;
static_assert(words_of<BodySpace> % 2 == 1 && words_of<ContactSpace> % 2 == 1, "all banks are met");
static_assert(sizeof(Bounds) == sizeof(Moved) && sizeof(NearBodies) == sizeof(ColorsUsed));

/// Members of a Space of each body or contact, from the word that the first one's begins at.
template <class T, class Space, class Words>
using MembersOf = kernels::WordRows<T, Words, words_of<Space>>;
template <class T, std::uint32_t inside, class Space, class Words>
using ListsOf = kernels::WordLists<T, Words, words_of<Space>, inside>;

}  // namespace detail
}  // namespace starling::systems
