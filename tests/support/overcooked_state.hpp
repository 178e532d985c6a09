/// The state of a simulated world of Overcooked as the plain model has it.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulator.hpp"
#include "envs/overcooked/components.hpp"
#include "tests/support/overcooked_model.hpp"

namespace starling::tests::overcooked {

/// The scalars of one world by path and row.
class Scalars {
 public:
  explicit Scalars(const std::vector<FieldValue>& scalars) {
    for (const FieldValue& scalar : scalars)
      bits_[{scalar.path, scalar.row}] = scalar.bits;
  }

  int operator()(const std::string& path, std::size_t row = 0) const {
    return static_cast<int>(static_cast<std::uint32_t>(
        bits_.at({path, static_cast<std::int64_t>(row)})));  // throws where there is none
  }

 private:
  std::map<std::pair<std::string, std::int64_t>, std::uint64_t> bits_;
};

namespace detail {

inline Object object_of(const Scalars& scalars, std::size_t thing) {
  return {.item = static_cast<Item>(scalars("Thing.Food.item", thing)),
          .onions = scalars("Thing.Food.onions", thing),
          .tomatoes = scalars("Thing.Food.tomatoes", thing),
          .cooked_steps = scalars("Thing.Timer.cooked_steps", thing)};
}

/// Whether the handle at a path is that of a row of things.
inline bool names(const Scalars& scalars, const std::string& handle, std::size_t row,
                  std::size_t thing) {
  for (const std::string part : {"slot", "generation"}) {
    if (scalars(handle + "." + part, row) != scalars("Thing.Entity." + part, thing)) return false;
  }
  return true;
}

/// Puts a thing where it is. Throws std::runtime_error unless who has it knows it.
inline void add_thing(const Kitchen& kitchen, const Scalars& scalars, std::size_t thing,
                      World& world) {
  const auto spot = [&](const char* field) {
    return scalars(std::string("Thing.Spot.") + field, thing);
  };
  const Object object = object_of(scalars, thing);
  const bool is_held = spot("holder") != envs::overcooked::Spot::nobody;
  const Cell cell{spot("x"), spot("y")};
  const std::size_t row =
      is_held ? static_cast<std::size_t>(spot("holder")) : cell_index(kitchen, cell);
  Object& where = is_held ? world.players.at(row).held : world.objects.at(row);
  const bool is_known = is_held
                            ? names(scalars, "Player.Hand.thing", row, thing) &&
                                  scalars("Player.Hand.item", row) == static_cast<int>(object.item)
                            : names(scalars, "Square.Lying.thing", row, thing);
  const bool is_in_pot = !is_held && kitchen.terrain[row] == Terrain::Pot;
  if (where.item != Item::None || !is_known ||
      is_in_pot != (scalars("Thing.Food.in_pot", thing) != 0)) {
    throw std::runtime_error("thing " + std::to_string(thing) + " is not where it says");
  }
  where = object;
}

}  // namespace detail

/// The world whose scalars Simulator::inspect gave. Throws std::runtime_error where what it says
/// in two places differs.
inline World world_of(const Kitchen& kitchen, const std::vector<FieldValue>& inspected) {
  const Scalars scalars(inspected);
  World world{.players = {},
              .objects = std::vector<Object>(kitchen.terrain.size()),
              .steps = scalars("world.Clock.step")};
  for (std::size_t player = 0; player < kitchen.starts.size(); ++player) {
    world.players.push_back(
        {.cell = {scalars("Player.Body.x", player), scalars("Player.Body.y", player)},
         .facing = static_cast<Facing>(scalars("Player.Body.facing", player)),
         .held = {}});
  }
  const auto things = static_cast<std::size_t>(scalars("world.ThingPopulation.rows"));
  for (std::size_t thing = 0; thing < things; ++thing)
    detail::add_thing(kitchen, scalars, thing, world);
  for (std::size_t player = 0; player < world.players.size(); ++player) {
    if (scalars("Player.Hand.item", player) != static_cast<int>(world.players[player].held.item))
      throw std::runtime_error("player " + std::to_string(player) + " holds what is not there");
  }
  return world;
}

}  // namespace starling::tests::overcooked
