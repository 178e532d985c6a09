/// Kitchens, as files have them, become what the worlds of a run share.
#include <algorithm>

#include "envs/overcooked/kitchen.hpp"
#include "envs/overcooked/overcooked.hpp"
#include "envs/overcooked/token_squares.hpp"

namespace starling::envs::overcooked {
namespace {

/// Everything that all worlds read, kitchen after kitchen.
struct Catalogue {
  std::vector<House> houses;
  std::vector<MenuItem> menu;
  std::vector<Ground> grounds;
  std::vector<StartCell> starts;
  std::vector<Stamp> stamps;
  std::vector<Provision> provisions;
  std::vector<Station> stations;
  std::vector<TokenPlace> token_places;
};

std::int32_t count_holding_squares(const Kitchen& kitchen) {
  return static_cast<std::int32_t>(std::count_if(
      kitchen.terrain.begin(), kitchen.terrain.end(),
      [](Terrain terrain) { return terrain == Terrain::Counter || terrain == Terrain::Pot; }));
}

/// The largest of everything.
Rules rules_of(const std::vector<Kitchen>& kitchens, bool merged) {
  Rules rules{.kitchens = static_cast<std::int32_t>(kitchens.size()), .players = 0};
  for (const Kitchen& kitchen : kitchens) {
    const auto players = static_cast<std::int32_t>(kitchen.starts.size());
    rules.players = std::max(rules.players, players);
    rules.width = std::max(rules.width, kitchen.width);
    rules.height = std::max(rules.height, kitchen.height);
    rules.things = std::max(rules.things, players + count_holding_squares(kitchen));
  }
  rules.squares = rules.width * rules.height;
  rules.shown_players = merged ? 2 : rules.players;
  rules.planes = plane_count(rules.shown_players);
  rules.plane_bytes = rules.squares * rules.planes;
  return rules;
}

/// Room for the tokens of every kitchen.
void add_tokens(const std::vector<Kitchen>& kitchens, Rules& rules) {
  std::int32_t counters = 0;
  for (const Kitchen& kitchen : kitchens) {
    const TokenSquares squares = token_squares(kitchen);
    const auto stations = static_cast<std::int32_t>(squares.stations.size());
    rules.station_tokens = std::max(rules.station_tokens, stations);
    counters = std::max(counters, squares.counters);
  }
  rules.tokens = rules.players + rules.station_tokens + counters;
  rules.onlookers = rules.players;
  rules.self_floats = self_features;
  rules.cook_floats = (rules.players - 1) * cook_features;
  rules.station_floats = rules.station_tokens * station_features;
  rules.thing_floats = counters * thing_features;
}

Plane plane_of(Terrain terrain) {
  switch (terrain) {
    case Terrain::Onions:
      return Plane::OnionDispensers;
    case Terrain::Tomatoes:
      return Plane::TomatoDispensers;
    case Terrain::Dishes:
      return Plane::DishDispensers;
    case Terrain::Pot:
      return Plane::Pots;
    case Terrain::Serving:
      return Plane::Serving;
    default:
      return Plane::Counters;
  }
}

Provision provision_of(const Object& object, Cell cell, std::uint8_t holder, bool in_pot) {
  return {{static_cast<std::uint8_t>(object.item), static_cast<std::uint8_t>(object.onions),
           static_cast<std::uint8_t>(object.tomatoes), static_cast<std::uint8_t>(in_pot ? 1 : 0)},
          {static_cast<std::uint8_t>(cell.x), static_cast<std::uint8_t>(cell.y), holder, 0},
          {object.cooked_steps}};
}

void list_squares(const Kitchen& kitchen, const Rules& rules, Catalogue& catalogue) {
  const std::size_t first = catalogue.grounds.size();
  catalogue.grounds.resize(first + static_cast<std::size_t>(rules.squares));
  for (int y = 0; y < kitchen.height; ++y) {
    for (int x = 0; x < kitchen.width; ++x) {
      const std::size_t square = cell_index(kitchen, {x, y});
      const Terrain terrain = kitchen.terrain[square];
      catalogue.grounds[first + square] = {static_cast<std::uint8_t>(terrain)};
      if (terrain != Terrain::Floor) {
        const std::int32_t plane =
            (1 + facings) * rules.shown_players + static_cast<std::int32_t>(plane_of(terrain));
        catalogue.stamps.push_back(
            {static_cast<std::uint32_t>((x * rules.height + y) * rules.planes + plane)});
      }
      const Object& object = kitchen.objects[square];
      if (object.item == Item::None) continue;
      catalogue.provisions.push_back(
          provision_of(object, {x, y}, Spot::nobody, terrain == Terrain::Pot));
    }
  }
}

void list_players(const Kitchen& kitchen, const Rules& rules, Catalogue& catalogue) {
  for (std::size_t player = 0; player < kitchen.starts.size(); ++player) {
    const Cell cell = kitchen.starts[player];
    catalogue.starts.push_back(
        {static_cast<std::uint8_t>(cell.x), static_cast<std::uint8_t>(cell.y)});
    if (kitchen.held[player].item == Item::None) continue;
    catalogue.provisions.push_back(
        provision_of(kitchen.held[player], cell, static_cast<std::uint8_t>(player), false));
  }
  catalogue.starts.resize(catalogue.houses.size() * static_cast<std::size_t>(rules.players));
}

void list_tokens(const Kitchen& kitchen, const Rules& rules, Catalogue& catalogue) {
  const TokenSquares squares = token_squares(kitchen);
  catalogue.stations.insert(catalogue.stations.end(), squares.stations.begin(),
                            squares.stations.end());
  catalogue.token_places.insert(catalogue.token_places.end(), squares.places.begin(),
                                squares.places.end());
  catalogue.token_places.resize(catalogue.houses.size() * static_cast<std::size_t>(rules.squares));
}

House house_of(const Kitchen& kitchen) {
  return {.width = kitchen.width,
          .height = kitchen.height,
          .players = static_cast<std::int32_t>(kitchen.starts.size()),
          .horizon_steps = kitchen.horizon_steps,
          .starts_itself = kitchen.dynamics == Dynamics::Old ? 1 : 0,
          .ingredient_in_pot = static_cast<float>(kitchen.shaping.ingredient_in_pot),
          .dish_pickup = static_cast<float>(kitchen.shaping.dish_pickup),
          .soup_pickup = static_cast<float>(kitchen.shaping.soup_pickup)};
}

MenuItem menu_item(const Recipe& recipe, double order_bonus) {
  const double pay = recipe.bonus ? recipe.value * order_bonus : recipe.value;
  return {recipe.ordered ? static_cast<float>(pay) : 0.0F, recipe.cook_steps};
}

void add_kitchen(const Kitchen& kitchen, const Rules& rules, Catalogue& catalogue) {
  House house = house_of(kitchen);
  house.first_stamp = static_cast<std::int32_t>(catalogue.stamps.size());
  house.first_provision = static_cast<std::int32_t>(catalogue.provisions.size());
  house.first_station = static_cast<std::int32_t>(catalogue.stations.size());
  catalogue.houses.push_back(house);
  for (const Recipe& recipe : kitchen.recipes)
    catalogue.menu.push_back(menu_item(recipe, kitchen.order_bonus));
  list_squares(kitchen, rules, catalogue);
  list_players(kitchen, rules, catalogue);
  list_tokens(kitchen, rules, catalogue);
  House& added = catalogue.houses.back();
  added.stamps = static_cast<std::int32_t>(catalogue.stamps.size()) - added.first_stamp;
  added.provisions = static_cast<std::int32_t>(catalogue.provisions.size()) - added.first_provision;
  added.stations = static_cast<std::int32_t>(catalogue.stations.size()) - added.first_station;
}

}  // namespace

Rules Overcooked::set_up(Options& options, SharedData& data) {
  std::vector<Kitchen> kitchens;
  for (const std::string& layout :
       options.texts("layout",
                     "A kitchen's name or file; given several times, worlds take turns "
                     "(cramped_room unless given)"))
    kitchens.push_back(find_kitchen(layout));
  if (kitchens.empty()) kitchens.push_back(find_kitchen("cramped_room"));
  const bool merged = options.choice("planes", "Whether each other player has planes of its own",
                                     {"apart", "merged"}) == 1;
  const bool shows_entities =
      options.choice("entities", "Whether players see tokens of entities too", {"off", "on"}) == 1;
  Rules rules = rules_of(kitchens, merged);
  if (shows_entities) add_tokens(kitchens, rules);
  Catalogue catalogue;
  for (const Kitchen& kitchen : kitchens)
    add_kitchen(kitchen, rules, catalogue);
  data.put(catalogue.houses);
  data.put(catalogue.menu);
  data.put(catalogue.grounds);
  data.put(catalogue.starts);
  data.put(catalogue.stamps);
  data.put(catalogue.provisions);
  data.put(catalogue.stations);
  data.put(catalogue.token_places);
  return rules;
}

}  // namespace starling::envs::overcooked
