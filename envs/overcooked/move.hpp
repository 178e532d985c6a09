/// Players walk: all who want to, or nobody.
#pragma once

#include "envs/overcooked/components.hpp"
#include "envs/overcooked/terrain.hpp"

namespace starling::envs::overcooked {

/// Turns to where the action points, and wants to go there if that is floor.
STARLING_FN void aim(const Address& address, Shared<const Rules> rules, Shared<const House> houses,
                     Shared<const Ground> grounds, const Action& action, Body& body, Aim& aim) {
  aim = {body.x, body.y};
  if (action.act >= static_cast<std::uint8_t>(Act::Stay) || body.present == 0) return;
  body.facing = action.act;
  const House house = houses[address.kitchen];
  const Place ahead = ahead_of(body.x, body.y, body.facing);
  if (!is_inside(house, ahead)) return;
  const auto square = static_cast<RowIndex>(ahead.y * house.width + ahead.x);
  if (terrain_at(grounds, *rules, address.kitchen, square) != Terrain::Floor) return;
  aim.x = static_cast<std::uint8_t>(ahead.x);
  aim.y = static_cast<std::uint8_t>(ahead.y);
}

STARLING_FN bool is_same(std::uint8_t x, std::uint8_t y, std::uint8_t other_x,
                         std::uint8_t other_y) {
  return x == other_x && y == other_y;
}

/// Whether this player is one of two who want the same place, or each other's.
STARLING_FN void collide(Self self, const Address& address, Shared<const House> houses,
                         const Body& body, const Aim& wants, Rows<const Body> bodies,
                         Rows<const Aim> aims, Clash& clash) {
  const auto own = static_cast<RowIndex>(self.row);
  clash.clashes = 0;
  for (RowIndex other = 0; other < houses[address.kitchen].players; ++other) {
    if (other == own || body.present == 0) continue;
    const Body their = bodies[other];
    const Aim they_want = aims[other];
    const bool is_swap = is_same(wants.x, wants.y, their.x, their.y) &&
                         is_same(they_want.x, they_want.y, body.x, body.y);
    if (is_swap || is_same(wants.x, wants.y, they_want.x, they_want.y)) clash.clashes = 1;
  }
}

/// Where any two clash, nobody moves.
STARLING_FN void walk(Rows<const Clash> clashes, const Aim& aim, Body& body) {
  bool is_free = true;
  for (const Clash clash : clashes)
    is_free = is_free && clash.clashes == 0;
  if (!is_free) return;
  body.x = aim.x;
  body.y = aim.y;
}

}  // namespace starling::envs::overcooked
