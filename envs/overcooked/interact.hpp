/// What players do to the squares that they face, one after the other.
#pragma once

#include "envs/overcooked/components.hpp"
#include "envs/overcooked/terrain.hpp"

namespace starling::envs::overcooked {

/// The soups of a world's kitchen.
struct Menu {
  Shared<const MenuItem> items;
  std::int32_t kitchen = 0;

  STARLING_FN MenuItem operator[](const Food& soup) const {
    return items[std::int64_t{kitchen} * recipe_kinds + recipe_index(soup.onions, soup.tomatoes)];
  }
};

/// A world while its players interact.
struct Scene {
  const House& house;
  Menu menu;
  Rows<Hand> hands;
  Rows<Lying> squares;
  Rows<const Food> foods;
  Rows<const Spot> spots;
  Lookup<Food> food_of;
  Lookup<Spot> spot_of;
  Lookup<Timer> timer_of;
  Commands<Thing> things;
  std::int32_t pots_in_use = 0;
};

/// One player's interaction.
struct Deed {
  RowIndex player = 0;
  RowIndex square = 0;
  std::uint8_t x = 0;
  std::uint8_t y = 0;
  Hand hand;
};

STARLING_FN bool is_full(const Food& soup) {
  return soup.onions + soup.tomatoes == most_ingredients;
}

STARLING_FN bool is_ready(const Menu& menu, const Food& soup, Timer timer) {
  return timer.cooked_steps >= 0 && timer.cooked_steps >= menu[soup].cook_steps;
}

/// Pots that cook, are ready, or hold one or two ingredients: a dish will be wanted there.
STARLING_FN std::int32_t count_pots_in_use(Rows<const Food> foods, Rows<const Timer> timers) {
  std::int32_t pots = 0;
  for (RowIndex row = 0; row < foods.size(); ++row) {
    const Food food = foods[row];
    const bool is_used = !is_full(food) || timers[row].cooked_steps >= 0;
    pots += food.in_pot != 0 && is_used ? 1 : 0;
  }
  return pots;
}

/// Whether a dish taken now pays.
STARLING_FN bool is_dish_wanted(const Scene& scene) {
  if (scene.house.players != 2) return false;
  std::int32_t dishes = 0;
  for (RowIndex row = 0; row < scene.foods.size(); ++row) {
    const bool lies = scene.spots[row].holder == Spot::nobody;
    if (lies && scene.foods[row].item == static_cast<std::uint8_t>(Item::Dish)) return false;
  }
  for (RowIndex player = 0; player < scene.house.players; ++player)
    dishes += scene.hands[player].item == static_cast<std::uint32_t>(Item::Dish) ? 1 : 0;
  return dishes < scene.pots_in_use;
}

STARLING_FN void take(Scene& scene, const Deed& deed, Entity thing, Item item) {
  scene.hands.set(deed.player, {thing, static_cast<std::uint32_t>(item)});
  scene.squares.set(deed.square, {});
  scene.spot_of.set(thing, {deed.x, deed.y, static_cast<std::uint8_t>(deed.player), 0});
}

STARLING_FN void take_new(Scene& scene, const Deed& deed, Item item) {
  const auto kind = static_cast<std::uint8_t>(item);
  const Entity thing = scene.things.spawn(
      Food{kind, 0, 0, 0}, Spot{deed.x, deed.y, static_cast<std::uint8_t>(deed.player), 0});
  scene.hands.set(deed.player, {thing, kind});
}

STARLING_FN void use_counter(Scene& scene, const Deed& deed) {
  const Entity lying = scene.squares[deed.square].thing;
  const bool is_empty = lying == Entity{};
  const bool is_empty_handed = deed.hand.item == 0;
  if (is_empty_handed == is_empty) return;
  if (is_empty_handed) {
    take(scene, deed, lying, static_cast<Item>(scene.food_of.get(lying).item));
  } else {
    scene.squares.set(deed.square, {deed.hand.thing});
    scene.spot_of.set(deed.hand.thing, {deed.x, deed.y, Spot::nobody, 0});
    scene.hands.set(deed.player, {});
  }
}

/// An ingredient goes in: the first becomes the soup, the others end in it.
STARLING_FN void add_ingredient(Scene& scene, const Deed& deed, Entity pot, Food soup) {
  const bool is_first = pot == Entity{};
  if (is_first) soup = Food{static_cast<std::uint8_t>(Item::Soup), 0, 0, 1};
  const bool is_onion = deed.hand.item == static_cast<std::uint32_t>(Item::Onion);
  ++(is_onion ? soup.onions : soup.tomatoes);
  const Entity thing = is_first ? deed.hand.thing : pot;
  scene.food_of.set(thing, soup);
  if (is_first) {
    scene.spot_of.set(thing, {deed.x, deed.y, Spot::nobody, 0});
    scene.squares.set(deed.square, {thing});
  } else {
    scene.things.destroy(deed.hand.thing);
  }
  scene.hands.set(deed.player, {});
}

/// Puts what the hand holds into a pot, or takes soup out of it, or starts it. Gives the shaped
/// reward.
STARLING_FN float use_pot(Scene& scene, const Deed& deed) {
  const Entity pot = scene.squares[deed.square].thing;
  const bool is_empty = pot == Entity{};
  Food soup = scene.food_of.get(pot);
  const Timer timer = scene.timer_of.get(pot);
  const bool is_idle = is_empty || timer.cooked_steps < 0;
  const auto item = static_cast<Item>(deed.hand.item);
  if (item == Item::Onion || item == Item::Tomato) {
    if (!is_idle || is_full(soup)) return 0.0F;
    add_ingredient(scene, deed, pot, soup);
    return scene.house.ingredient_in_pot;
  }
  if (is_empty) return 0.0F;
  if (item == Item::Dish && is_ready(scene.menu, soup, timer)) {
    scene.things.destroy(deed.hand.thing);
    soup.in_pot = 0;
    scene.food_of.set(pot, soup);
    take(scene, deed, pot, Item::Soup);
    return scene.house.soup_pickup;
  }
  if (item == Item::None && is_idle && scene.house.starts_itself == 0) scene.timer_of.set(pot, {0});
  return 0.0F;
}

/// What the soup pays.
STARLING_FN float serve(Scene& scene, const Deed& deed) {
  const Food soup = scene.food_of.get(deed.hand.thing);
  scene.things.destroy(deed.hand.thing);
  scene.hands.set(deed.player, {});
  return scene.menu[soup].pay;
}

STARLING_FN Earned interact_with(Scene& scene, const Deed& deed, Terrain terrain) {
  const bool is_empty_handed = deed.hand.item == 0;
  switch (terrain) {
    case Terrain::Floor:
      return {};
    case Terrain::Counter:
      use_counter(scene, deed);
      return {};
    case Terrain::Onions:
      if (is_empty_handed) take_new(scene, deed, Item::Onion);
      return {};
    case Terrain::Tomatoes:
      if (is_empty_handed) take_new(scene, deed, Item::Tomato);
      return {};
    case Terrain::Dishes: {
      if (!is_empty_handed) return {};
      const bool pays = is_dish_wanted(scene);
      take_new(scene, deed, Item::Dish);
      return {0.0F, pays ? scene.house.dish_pickup : 0.0F};
    }
    case Terrain::Pot:
      return {0.0F, use_pot(scene, deed)};
    case Terrain::Serving:
      if (deed.hand.item != static_cast<std::uint32_t>(Item::Soup)) return {};
      return {serve(scene, deed), 0.0F};
  }
  return {};
}

/// All interactions of a step, by player index: later players see what earlier ones did.
STARLING_FN void interact(const Address& address, Shared<const Rules> rules,
                          Shared<const House> houses, Shared<const MenuItem> menu,
                          Shared<const Ground> grounds, Rows<const Action> actions,
                          Rows<const Body> bodies, Rows<Hand> hands, Rows<Lying> squares,
                          Rows<const Food> foods, Rows<const Spot> spots, Rows<const Timer> timers,
                          Lookup<Food> food_of, Lookup<Spot> spot_of, Lookup<Timer> timer_of,
                          Rows<Earned> earned, Commands<Thing> things) {
  const House house = houses[address.kitchen];
  Scene scene{house,
              {menu, address.kitchen},
              hands,
              squares,
              foods,
              spots,
              food_of,
              spot_of,
              timer_of,
              things,
              count_pots_in_use(foods, timers)};
  for (RowIndex player = 0; player < house.players; ++player) {
    if (actions[player].act != static_cast<std::uint8_t>(Act::Interact)) continue;
    const Body body = bodies[player];
    const Place faced = ahead_of(body.x, body.y, body.facing);
    if (!is_inside(house, faced)) continue;
    const auto square = static_cast<RowIndex>(faced.y * house.width + faced.x);
    const Terrain terrain = terrain_at(grounds, *rules, address.kitchen, square);
    const Deed deed{player, square, static_cast<std::uint8_t>(faced.x),
                    static_cast<std::uint8_t>(faced.y), scene.hands[player]};
    earned.set(player, interact_with(scene, deed, terrain));
  }
}

}  // namespace starling::envs::overcooked
