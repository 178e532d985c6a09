#include "envs/overcooked/kitchen_recipes.hpp"

#include <algorithm>
#include <cmath>

namespace starling::envs::overcooked::detail {
namespace {

constexpr const char* parts_in_words =
    "a recipe is followed by value, time or both, each with its number";

void require_both(const KitchenFile& file, const RecipeNumbers& numbers, const std::string& part) {
  if (numbers.onion.has_value() == numbers.tomato.has_value()) return;
  const std::string given = (numbers.onion ? "onion_" : "tomato_") + part;
  const std::string absent = (numbers.onion ? "tomato_" : "onion_") + part;
  file.refuse((numbers.onion ? numbers.onion : numbers.tomato)->place, given + " but no " + absent,
              "both or neither are given");
}

}  // namespace

void RecipeLines::read_recipe(const Values& line) {
  const auto recipe = static_cast<std::size_t>(line.recipe(0));
  const Word& name = line.at(0, "");
  if (values.own[recipe] || times.own[recipe])
    file_.refuse(name.place, quoted(name.text) + " again", "a recipe has one line");
  for (std::size_t next = 1; next < std::max<std::size_t>(line.count(), 2); next += 2) {
    const Word& part = line.at(next, parts_in_words);
    const bool is_value = part.text == "value";
    if (!is_value && part.text != "time")
      file_.refuse(part.place, quoted(part.text), parts_in_words);
    std::optional<int>& number = (is_value ? values : times).own[recipe];
    if (number) file_.refuse(part.place, quoted(part.text) + " again", parts_in_words);
    number = line.whole_number(next + 1, "a recipe's " + std::string(part.text),
                               is_value ? reward_range : cook_range);
  }
}

std::vector<RecipeLines::NamedRecipe> RecipeLines::read_names(const Values& line) const {
  std::vector<NamedRecipe> names;
  for (std::size_t index = 0; index < std::max<std::size_t>(line.count(), 1); ++index) {
    const auto recipe = static_cast<std::size_t>(line.recipe(index));
    const Word& word = line.at(index, "");
    for (const NamedRecipe& before : names) {
      if (before.recipe == recipe)
        file_.refuse(word.place, quoted(word.text) + " again", "a recipe is named once");
    }
    names.push_back({recipe, word});
  }
  return names;
}

void RecipeLines::finish(Kitchen& kitchen) const {
  set_numbers(values, "value", &Recipe::value, kitchen);
  set_numbers(times, "time", &Recipe::cook_steps, kitchen);
  set_orders(kitchen);
  set_bonus_orders(kitchen);
}

void RecipeLines::set_numbers(const RecipeNumbers& numbers, const std::string& part,
                              int Recipe::*member, Kitchen& kitchen) const {
  require_both(file_, numbers, part);
  for (std::size_t index = 0; index < kitchen.recipes.size(); ++index) {
    int& number = kitchen.recipes[index].*member;
    if (numbers.onion) {
      number = ingredients_of(index, 'o') * numbers.onion->number +
               ingredients_of(index, 't') * numbers.tomato->number;
    }
    number = numbers.own[index].value_or(number);
  }
}

void RecipeLines::set_orders(Kitchen& kitchen) const {
  if (orders_.empty()) return;
  for (Recipe& recipe : kitchen.recipes)
    recipe.ordered = false;
  for (const NamedRecipe& order : orders_)
    kitchen.recipes[order.recipe].ordered = true;
}

void RecipeLines::set_bonus_orders(Kitchen& kitchen) const {
  for (const NamedRecipe& order : bonus_orders_) {
    Recipe& recipe = kitchen.recipes[order.recipe];
    if (!recipe.ordered) {
      file_.refuse(order.word.place, "bonus order " + quoted(order.word.text),
                   "a bonus order is one of the orders");
    }
    if (recipe.value == 0 && std::isinf(kitchen.order_bonus)) {
      file_.refuse(order.word.place, "bonus order " + quoted(order.word.text) + " of value 0",
                   "an infinite order_bonus multiplies another value");
    }
    recipe.bonus = true;
  }
}

}  // namespace starling::envs::overcooked::detail
