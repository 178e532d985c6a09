/// Which squares of a kitchen have tokens in the observation of entities.
#pragma once

#include <vector>

#include "envs/overcooked/components.hpp"
#include "envs/overcooked/kitchen.hpp"

namespace starling::envs::overcooked {

/// Of squares that somebody could face: those beside floor. By row, then column.
struct TokenSquares {
  std::vector<Station> stations;  ///< All but counters.
  std::vector<TokenPlace>
      places;  ///< [height, width]: the token of a station, or of a thing there.
  std::int32_t counters = 0;
};

TokenSquares token_squares(const Kitchen& kitchen);

}  // namespace starling::envs::overcooked
