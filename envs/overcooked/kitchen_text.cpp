/// to_text: a kitchen as a file that parse_kitchen reads.
#include <array>
#include <charconv>

#include "envs/overcooked/kitchen.hpp"
#include "envs/overcooked/kitchen_grid.hpp"
#include "envs/overcooked/kitchen_objects.hpp"

namespace starling::envs::overcooked {
namespace {

/// The shortest decimal number that reads as the same one; inf for infinity.
std::string shortest(double number) {
  std::array<char, 32> letters;
  const auto end = std::to_chars(letters.data(), letters.data() + letters.size(), number).ptr;
  return {letters.data(), end};
}

/// A line of the recipes for which the member holds; none where there are none.
std::string names_line(const Kitchen& kitchen, const std::string& key, bool Recipe::*member) {
  std::string names;
  for (std::size_t index = 0; index < kitchen.recipes.size(); ++index) {
    if (kitchen.recipes[index].*member) names.append(" ").append(recipe_names[index]);
  }
  return names.empty() ? "" : key + names + "\n";
}

std::string recipe_lines(const Kitchen& kitchen) {
  std::string lines;
  for (std::size_t index = 0; index < kitchen.recipes.size(); ++index) {
    const Recipe& recipe = kitchen.recipes[index];
    lines += "recipe " + std::string(recipe_names[index]) + " value " +
             std::to_string(recipe.value) + " time " + std::to_string(recipe.cook_steps) + "\n";
  }
  return lines;
}

}  // namespace

std::string to_text(const Kitchen& kitchen) {
  const auto line = [](const std::string& key, const std::string& value) {
    return key + " " + value + "\n";
  };
  const Shaping& shaping = kitchen.shaping;
  return (kitchen.name.empty() ? "" : line("name", kitchen.name)) +
         line("horizon", std::to_string(kitchen.horizon_steps)) +
         line("dynamics", kitchen.dynamics == Dynamics::Old ? "old" : "default") +
         names_line(kitchen, "orders", &Recipe::ordered) +
         names_line(kitchen, "bonus_orders", &Recipe::bonus) +
         line("order_bonus", shortest(kitchen.order_bonus)) + recipe_lines(kitchen) +
         line("reward_ingredient_in_pot", std::to_string(shaping.ingredient_in_pot)) +
         line("reward_dish_pickup", std::to_string(shaping.dish_pickup)) +
         line("reward_soup_pickup", std::to_string(shaping.soup_pickup)) +
         detail::object_lines(kitchen) + "grid\n" + detail::grid_text(kitchen);
}

}  // namespace starling::envs::overcooked
