/// Handles of entities, and what the engine keeps of a table that grows and shrinks.
#pragma once

#include <cstdint>

#include "engine/archetype.hpp"

namespace starling {

/// A handle: a slot of its world and how often the slot was used before. Once the entity is
/// destroyed, no lookup finds anything by it, also when the slot has a new owner. Generations wrap
/// after 2^32 - 256 uses of a slot.
///
/// Entities of archetypes with a fixed number of rows have handles too, always valid.
struct Entity {
  static constexpr std::uint32_t none = 0xffffffffU;

  std::uint32_t slot = none;
  std::uint32_t generation = 0;

  bool operator==(const Entity&) const = default;
};

/// How many entities of an archetype a world has, in `rows`: a singleton that systems may read. The
/// rest is the engine's, and changes while systems run.
template <class EntityArchetype>
struct Population {
  std::uint32_t rows = 0;
  std::uint32_t asked = 0;   ///< Rows spawned since the last Commit; they wait behind the others.
  std::uint32_t doomed = 0;  ///< Since the last Commit, 1: some rows were destroyed, 2: all.
};

namespace detail {

/// Handles from here up are of entities that wait for the next Commit: their slot is the place in
/// which they wait, behind the living, and their archetype is the generation minus this.
inline constexpr std::uint32_t pending_generation = 0xffffff00U;

/// Rows of `SlotsOf<A>`: which row of archetype A has the handle, and the slot's next or present
/// generation.
struct Slot {
  static constexpr std::uint32_t free = 0xffffffffU;

  std::uint32_t row = free;
  std::uint32_t generation = 0;
};

/// The slots of an archetype's entities: a table beside that of the archetype.
template <class EntityArchetype>
struct SlotsOf : Archetype<Slot> {};

/// What orders rows that wait: node, turn of the loops around, row that asked; from the highest bit
/// down 8, 16 and 40 bits. The calls of a row are made by one thread, so that what they ask for
/// waits in their order.
struct SpawnOrder {
  std::uint64_t key = 0;
};

/// Of a living row: whether it was destroyed. Of a waiting one, during a Commit: its rank.
struct RowFate {
  static constexpr std::uint32_t doomed = 1;

  std::uint32_t value = 0;
};

}  // namespace detail
}  // namespace starling
