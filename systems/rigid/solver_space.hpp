/// The memory that a step of a world's bodies works in: no part of the world, gone after the step.
///
/// What a body and what a contact need lies together, an odd number of words from one to the next:
/// lanes that each take another body or contact of their world meet different banks of a GPU's
/// shared memory.
#pragma once

#include <cstddef>

#include "kernels/block_words.hpp"
#include "systems/rigid/solver_rows.hpp"
#include "systems/rigid/world_rows.hpp"

namespace starling::systems {
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

struct ContactSpace {
  Contact contact;
  ContactFriction friction;
  ContactPoints points;
  ContactImpulses impulses;
  ContactFeatures features;
  ColorOrder<Contact> order;
};

inline constexpr std::uint32_t body_words = sizeof(BodySpace) / 4;
inline constexpr std::uint32_t contact_words = sizeof(ContactSpace) / 4;
static_assert(body_words % 2 == 1 && contact_words % 2 == 1, "all banks are met");
static_assert(sizeof(Bounds) == sizeof(Moved) && sizeof(NearBodies) == sizeof(ColorsUsed));

/// Words from one row of T to the next.
template <class T>
inline constexpr std::uint32_t words_apart = sizeof(T) / 4;
template <>
inline constexpr std::uint32_t words_apart<SolverMotion> = body_words;
template <>
inline constexpr std::uint32_t words_apart<Resistance> = body_words;
template <>
inline constexpr std::uint32_t words_apart<FreeMotion> = body_words;
template <>
inline constexpr std::uint32_t words_apart<Moved> = body_words;
template <>
inline constexpr std::uint32_t words_apart<Bounds> = body_words;
template <>
inline constexpr std::uint32_t words_apart<Pushed> = body_words;
template <>
inline constexpr std::uint32_t words_apart<Centre> = body_words;
template <>
inline constexpr std::uint32_t words_apart<ColorsUsed> = body_words;
template <>
inline constexpr std::uint32_t words_apart<NearBodies> = body_words;
template <>
inline constexpr std::uint32_t words_apart<Contact> = contact_words;
template <>
inline constexpr std::uint32_t words_apart<ContactFriction> = contact_words;
template <>
inline constexpr std::uint32_t words_apart<ContactPoints> = contact_words;
template <>
inline constexpr std::uint32_t words_apart<ContactImpulses> = contact_words;
template <>
inline constexpr std::uint32_t words_apart<ContactFeatures> = contact_words;
template <>
inline constexpr std::uint32_t words_apart<ColorOrder<Contact>> = contact_words;

template <class Words>
struct InWords {
  template <class T>
  using Rows = kernels::WordRows<T, Words, words_apart<T>>;
};

}  // namespace detail

/// Room for a step of so many bodies that may move, contacts and joints. Without `bounces_`,
/// nothing may bounce.
template <std::int32_t moving, std::int32_t contacts, std::int32_t joints, bool bounces_ = true>
struct SolverSpace {
  static_assert(moving <= 32, "bodies that may move are numbered by bits");
  static constexpr std::int32_t most_contacts = contacts;
  static constexpr std::int32_t most_near = 2 * contacts;
  static constexpr bool bounces = bounces_;

  static constexpr std::uint32_t first_contact = moving * detail::body_words;
  static constexpr std::uint32_t first_near = first_contact + contacts * detail::contact_words;
  static constexpr std::uint32_t first_end = first_near + most_near;
  static constexpr std::uint32_t first_joint_end = first_end + most_colors;
  static constexpr std::uint32_t first_joint = first_joint_end + most_colors;
  static constexpr std::uint32_t first_bounce = first_joint + joints;
  static constexpr std::uint32_t size =
      first_bounce + (bounces ? contacts * sizeof(ContactBounce) / 4 : 0);

  std::uint32_t words[size];
};

/// The solver's rows in a space. joint, joint_impulses, pose: the world's own.
template <class Words, template <class> class OwnRowsOf, class Space>
STARLING_FN auto solver_rows(Space& space, const OwnRowsOf<Pose>& pose, std::int32_t joints,
                             const OwnRowsOf<const Joint>& joint,
                             const OwnRowsOf<JointImpulses>& joint_impulses) {
  using detail::BodySpace;
  using detail::ContactSpace;
  const Words words(space.words);
  const auto of_body = [](std::size_t offset) { return static_cast<std::uint32_t>(offset / 4); };
  const auto of_contact = [](std::size_t offset) {
    return Space::first_contact + static_cast<std::uint32_t>(offset / 4);
  };
  return SolverRows<detail::InWords<Words>::template Rows, OwnRowsOf>{
      0,
      {words, of_body(offsetof(BodySpace, motion))},
      {words, of_body(offsetof(BodySpace, resistance))},
      {words, of_body(offsetof(BodySpace, free_motion))},
      {words, of_body(offsetof(BodySpace, moved))},
      {words, of_body(offsetof(BodySpace, pushed))},
      {words, of_body(offsetof(BodySpace, centre))},
      {words, of_body(offsetof(BodySpace, used))},
      pose,
      0,
      0,
      {words, of_contact(offsetof(ContactSpace, contact))},
      {words, of_contact(offsetof(ContactSpace, friction))},
      {words, of_contact(offsetof(ContactSpace, points))},
      {words, of_contact(offsetof(ContactSpace, impulses))},
      {words, of_contact(offsetof(ContactSpace, order))},
      {words, Space::first_bounce},
      Space::bounces,
      {words, Space::first_end},
      joints,
      joint,
      joint_impulses,
      {words, Space::first_joint},
      {words, Space::first_joint_end}};
}

/// What contacts are found in. memory: the world's own.
template <class Words, template <class> class OwnRowsOf, class Space>
STARLING_FN auto contact_rows(Space& space, const OwnRowsOf<ContactMemory>& memory) {
  const Words words(space.words);
  constexpr auto reach = static_cast<std::uint32_t>(offsetof(detail::BodySpace, moved) / 4);
  constexpr auto near_bodies = static_cast<std::uint32_t>(offsetof(detail::BodySpace, used) / 4);
  constexpr auto features =
      static_cast<std::uint32_t>(offsetof(detail::ContactSpace, features) / 4);
  return ContactRows<detail::InWords<Words>::template Rows, OwnRowsOf>{
      {words, reach},
      {words, near_bodies},
      Space::most_near,
      {words, Space::first_near},
      Space::most_contacts,
      {words, Space::first_contact + features},
      memory};
}

}  // namespace starling::systems
