/// The rows of one world that rigid bodies are made of, and those in which contacts are found.
#pragma once

#include "systems/rigid/body.hpp"
#include "systems/rigid/solver_layout.hpp"
#include "systems/shapes/pose.hpp"
#include "systems/shapes/shape.hpp"

namespace starling::systems {

/// Bodies are numbered by row: those that may move first, those that never do behind them.
/// RowsOf<T>: rows of T with `rows[index]` and, where T is not const, `rows.set(index, value)`.
template <template <class> class RowsOf>
struct BodyRows {
  std::int32_t bodies = 0;
  std::int32_t moving = 0;  ///< The first of them, at most 32; the others have no rows of:
  RowsOf<const Mass> mass;
  RowsOf<Motion> motion;
  RowsOf<const Load> load;
  RowsOf<Rest> rest;

  RowsOf<const Shape> shape;
  RowsOf<Pose> pose;
  RowsOf<const Surface> surface;
};

/// In what contacts are found. Words: memory of the step. OwnRowsOf<T>: of the world's components.
template <class Words, template <class> class OwnRowsOf>
struct ContactRows {
  /// Where a body may be in the step; rows as bodies may move, gone when contacts are written.
  detail::MembersOf<Bounds, detail::ReachSpace, Words> reach;
  std::int32_t most_near = 0;                  ///< Rows of:
  kernels::WordRows<BodyPair, Words, 1> near;  ///< Bounds meet.
  std::int32_t most_contacts = 0;              ///< And as many of them,
  std::int32_t most_points = 0;                ///< with so many points, are found.
  OwnRowsOf<ContactMemory> memory;             ///< Of the step before.
};

}  // namespace starling::systems
