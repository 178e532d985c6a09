/// The grid of a kitchen as systems see it.
#pragma once

#include "envs/overcooked/components.hpp"
#include "envs/overcooked/kitchen.hpp"

namespace starling::envs::overcooked {

struct Place {
  std::int32_t x = 0;
  std::int32_t y = 0;
};

/// The cell next to one, in the direction of a facing.
STARLING_FN Place ahead_of(std::int32_t x, std::int32_t y, std::int32_t facing) {
  const std::int32_t east = facing == 2 ? 1 : facing == 3 ? -1 : 0;
  const std::int32_t south = facing == 1 ? 1 : facing == 0 ? -1 : 0;
  return {x + east, y + south};
}

STARLING_FN bool is_inside(const House& house, Place place) {
  return place.x >= 0 && place.x < house.width && place.y >= 0 && place.y < house.height;
}

STARLING_FN Terrain terrain_at(Shared<const Ground> grounds, const Rules& rules,
                               std::int32_t kitchen, RowIndex square) {
  return static_cast<Terrain>(
      grounds[std::int64_t{kitchen} * rules.squares + static_cast<std::int64_t>(square)].terrain);
}

}  // namespace starling::envs::overcooked
