/// Recipes of Overcooked: one to three ingredients, each an onion or a tomato, in any order.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace starling::envs::overcooked {

inline constexpr int most_ingredients = 3;
inline constexpr int recipe_kinds = 9;

/// By index: a letter an ingredient, onions first.
inline constexpr std::array<std::string_view, recipe_kinds> recipe_names{
    "o", "t", "oo", "ot", "tt", "ooo", "oot", "ott", "ttt"};

/// The index of a recipe of one to three ingredients: fewer ingredients first, then fewer tomatoes.
constexpr int recipe_index(int onions, int tomatoes) {
  const int ingredients = onions + tomatoes;
  return ingredients * (ingredients + 1) / 2 - 1 + tomatoes;
}

/// How many ingredients of the recipe are `letter`, 'o' or 't'.
constexpr int ingredients_of(std::size_t recipe, char letter) {
  int count = 0;
  for (const char ingredient : recipe_names[recipe])
    count += ingredient == letter ? 1 : 0;
  return count;
}

/// What a soup of one recipe takes and pays.
struct Recipe {
  int value = 20;
  int cook_steps = 20;
  bool ordered = true;  ///< Served, a soup that is not ordered pays 0.
  bool bonus = false;   ///< Its value is multiplied by the order bonus.

  bool operator==(const Recipe&) const = default;
};

}  // namespace starling::envs::overcooked
