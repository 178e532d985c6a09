/// The rows of one world that rigid bodies are made of.
#pragma once

#include "systems/rigid/body.hpp"
#include "systems/rigid/contact_memory.hpp"
#include "systems/rigid/solver_rows.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems {

/// Bodies are numbered by row: those that may move first, those that never do behind them.
/// RowsOf<T>: rows of T with `rows[index]` and, where T is not const, `rows.set(index, value)`.
template <template <class> class RowsOf>
struct BodyRows {
  std::int32_t bodies = 0;
  std::int32_t moving =
      0;  ///< The first of them; the others have no rows of mass, motion and load.
  RowsOf<const Shape> shape;
  RowsOf<Pose> pose;
  RowsOf<const Surface> surface;
  RowsOf<const Mass> mass;
  RowsOf<Motion> motion;
  RowsOf<const Load> load;
};

/// What the contacts of a world are found with and kept in. Each has `most_contacts` rows.
/// MemoryRowsOf<T> are those of the world's components.
template <template <class> class RowsOf, template <class> class MemoryRowsOf = RowsOf>
struct ContactRows {
  std::int32_t most_contacts = 0;
  RowsOf<BodyPair> near;  ///< Pairs whose bounds meet.
  RowsOf<ContactFeatures> features;
  MemoryRowsOf<ContactMemory> memory;  ///< Of the step before.
};

}  // namespace starling::systems
