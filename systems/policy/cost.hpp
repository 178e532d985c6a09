/// What a network costs, by its shapes alone.
#pragma once

#include "systems/policy/architecture.hpp"

namespace starling::policy {

/// Of one agent.
struct Cost {
  double flops;  ///< Of matrix products: a multiplication and an addition are two.
  double bytes;  ///< Observations of present tokens and answers, in float32: what must move.
};

/// `present`: of the tokens of each kind, the share that is there; the first token is, always.
Cost cost_of(const Architecture& shape, double present = 1.0);

}  // namespace starling::policy
