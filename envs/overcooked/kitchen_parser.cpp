/// parse_kitchen: lines of a key and its values, and a grid.
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "envs/overcooked/kitchen.hpp"
#include "envs/overcooked/kitchen_file.hpp"
#include "envs/overcooked/kitchen_grid.hpp"
#include "envs/overcooked/kitchen_objects.hpp"
#include "envs/overcooked/kitchen_recipes.hpp"
#include "envs/overcooked/kitchen_values.hpp"

namespace starling::envs::overcooked {
namespace {

using namespace detail;

constexpr std::array keys{"grid",
                          "name",
                          "horizon",
                          "dynamics",
                          "orders",
                          "bonus_orders",
                          "order_bonus",
                          "recipe",
                          "onion_value",
                          "tomato_value",
                          "onion_time",
                          "tomato_time",
                          "reward_ingredient_in_pot",
                          "reward_dish_pickup",
                          "reward_soup_pickup",
                          "start_object",
                          "start_held"};
constexpr std::array repeated_keys{"recipe", "start_object", "start_held"};

bool is_one_of(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Parser {
 public:
  explicit Parser(const KitchenFile& file) : file_(file), recipes_(file), objects_(file) {}

  Kitchen parse() {
    for (std::size_t index = 0; index < file_.lines().size();)
      index = read_line(index);
    if (kitchen_.height == 0) {
      file_.refuse({.line = static_cast<int>(file_.lines().size()) + 1}, "the end of the file",
                   "a line 'grid' is still to come, and the rows after it");
    }
    recipes_.finish(kitchen_);
    objects_.finish(kitchen_);
    return std::move(kitchen_);
  }

 private:
  /// Gives the index of the line to go on with.
  std::size_t read_line(std::size_t index) {
    const Line& line = file_.lines()[index];
    std::vector<Word> words = words_of(line);
    if (words.empty()) return index + 1;
    const Values values(file_, line, std::move(words));
    require_known_and_new(values.key());
    const std::string_view key = values.key().text;
    if (key == "grid") {
      values.require_no_more_than(0);
      return read_grid(file_, index, kitchen_);
    }
    if (key == "start_object") {
      objects_.read_start_object(values);
    } else if (key == "start_held") {
      objects_.read_start_held(values);
    } else if (key == "recipe") {
      recipes_.read_recipe(values);
    } else if (key == "orders") {
      recipes_.read_orders(values);
    } else if (key == "bonus_orders") {
      recipes_.read_bonus_orders(values);
    } else {
      read_one_value(key, values);
      values.require_no_more_than(1);
    }
    return index + 1;
  }

  void require_known_and_new(const Word& key) {
    if (!is_one_of(keys, key.text))
      file_.refuse(key.place, quoted(key.text), "a key is one of " + listed(keys));
    const auto [first, is_new] = lines_.emplace(key.text, key.place.line);
    if (is_new || is_one_of(repeated_keys, key.text)) return;
    file_.refuse(key.place, quoted(key.text) + " again after line " + std::to_string(first->second),
                 "a key is given once");
  }

  void read_one_value(std::string_view key, const Values& values) {
    if (key == "name") {
      kitchen_.name = values.name();
    } else if (key == "dynamics") {
      kitchen_.dynamics = values.is_first_of("old", "default") ? Dynamics::Old : Dynamics::Default;
    } else if (key == "order_bonus") {
      kitchen_.order_bonus = values.order_bonus();
    } else if (key == "horizon") {
      kitchen_.horizon_steps = values.whole_number(0, key, horizon_range);
    } else if (key.starts_with("reward_")) {
      shaping(key) = values.whole_number(0, key, reward_range);
    } else {
      const bool is_value = key.ends_with("_value");
      const Range range = is_value ? ingredient_reward_range : ingredient_cook_range;
      const int number = values.whole_number(0, key, range);
      RecipeNumbers& numbers = is_value ? recipes_.values : recipes_.times;
      (key.starts_with("onion") ? numbers.onion : numbers.tomato) =
          IngredientNumber{number, values.key().place};
    }
  }

  int& shaping(std::string_view key) {
    if (key == "reward_ingredient_in_pot") return kitchen_.shaping.ingredient_in_pot;
    if (key == "reward_dish_pickup") return kitchen_.shaping.dish_pickup;
    return kitchen_.shaping.soup_pickup;
  }

  const KitchenFile& file_;
  Kitchen kitchen_;
  RecipeLines recipes_;
  ObjectLines objects_;
  std::map<std::string_view, int> lines_;  ///< Of the keys so far.
};

}  // namespace

Kitchen parse_kitchen(std::string_view text, const std::string& file) {
  return Parser(KitchenFile(text, file)).parse();
}

}  // namespace starling::envs::overcooked
