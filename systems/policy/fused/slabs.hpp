/// Weights on their way through shared memory, a slab at a time, in the order of their use.
///
/// Each way is a class with the same functions; every thread of the block makes the same calls:
/// begin() before all, rewind() before each turn through all slabs, next() for each of them, end()
/// after all.
#pragma once

#include <type_traits>

#include "kernels/panel.hpp"
#include "systems/policy/fused/slabs_at_once.hpp"
#include "systems/policy/fused/slabs_by_ring.hpp"
#include "systems/policy/fused/slabs_by_turns.hpp"

namespace starling::policy {

/// Those of a shape.
template <class Shape>
using Slabs = std::conditional_t<
    std::is_same_v<typename Shape::Products, kernels::WarpProducts>, SlabsByTurns<Shape>,
    std::conditional_t<Shape::is_resident, SlabsAtOnce<Shape>, SlabsByRing<Shape>>>;

}  // namespace starling::policy
