/// A kitchen before the first step of an episode.
#pragma once

#include "envs/overcooked/components.hpp"

namespace starling::envs::overcooked {

STARLING_FN void clear_kitchen(Self self, Shared<const Rules> rules, Address& address,
                               Commands<Thing> things) {
  address.kitchen =
      static_cast<std::int32_t>(self.world % static_cast<std::uint32_t>(rules->kitchens));
  things.destroy_all();
}

STARLING_FN void clear_square(Lying& lying) {
  lying = {};
}

STARLING_FN void take_place(Self self, const Address& address, Shared<const Rules> rules,
                            Shared<const House> houses, Shared<const StartCell> starts, Body& body,
                            Hand& hand) {
  const auto player = static_cast<std::int32_t>(self.row);
  const StartCell start = starts[std::int64_t{address.kitchen} * rules->players + player];
  const bool is_present = player < houses[address.kitchen].players;
  body = {start.x, start.y, static_cast<std::uint8_t>(Act::North),
          static_cast<std::uint8_t>(is_present ? 1 : 0)};
  hand = {};
}

/// What is there at the start lies on its squares and in the hands that hold it.
STARLING_FN void provide(const Address& address, Shared<const House> houses,
                         Shared<const Provision> provisions, Rows<Lying> squares, Rows<Hand> hands,
                         Commands<Thing> things) {
  const House house = houses[address.kitchen];
  for (std::int32_t index = 0; index < house.provisions; ++index) {
    const Provision provision = provisions[house.first_provision + index];
    const Spot spot = provision.spot;
    const Entity thing = things.spawn(provision.food, spot, provision.timer);
    if (spot.holder != Spot::nobody) {
      hands.set(spot.holder, {thing, provision.food.item});
    } else {
      squares.set(static_cast<RowIndex>(spot.y * house.width + spot.x), {thing});
    }
  }
}

}  // namespace starling::envs::overcooked
