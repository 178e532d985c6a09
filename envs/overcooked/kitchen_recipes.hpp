/// What a kitchen file says of recipes, gathered line by line: they come in any order.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "envs/overcooked/kitchen.hpp"
#include "envs/overcooked/kitchen_file.hpp"
#include "envs/overcooked/kitchen_values.hpp"

namespace starling::envs::overcooked::detail {

/// A number that the file gives an ingredient, and where.
struct IngredientNumber {
  int number;
  Place place;
};

/// One number of all recipes, their values or their cooking times.
struct RecipeNumbers {
  /// Of each ingredient; a recipe's is the sum over what is in it.
  std::optional<IngredientNumber> onion;
  std::optional<IngredientNumber> tomato;
  /// Of each recipe, by its own line, which comes before the sum.
  std::array<std::optional<int>, recipe_kinds> own{};
};

class RecipeLines {
 public:
  explicit RecipeLines(const KitchenFile& file) : file_(file) {}

  RecipeNumbers values;
  RecipeNumbers times;

  /// recipe NAME, then value NUMBER, time NUMBER or both.
  void read_recipe(const Values& line);

  /// orders NAME...
  void read_orders(const Values& line) { orders_ = read_names(line); }

  /// bonus_orders NAME...
  void read_bonus_orders(const Values& line) { bonus_orders_ = read_names(line); }

  /// Gives the kitchen, whose order bonus is set, its recipes.
  void finish(Kitchen& kitchen) const;

 private:
  struct NamedRecipe {
    std::size_t recipe;
    Word word;
  };

  std::vector<NamedRecipe> read_names(const Values& line) const;
  void set_numbers(const RecipeNumbers& numbers, const std::string& part, int Recipe::*member,
                   Kitchen& kitchen) const;
  void set_orders(Kitchen& kitchen) const;
  void set_bonus_orders(Kitchen& kitchen) const;

  const KitchenFile& file_;
  std::vector<NamedRecipe> orders_;
  std::vector<NamedRecipe> bonus_orders_;
};

}  // namespace starling::envs::overcooked::detail
