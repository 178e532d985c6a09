#include "envs/overcooked/kitchen_values.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "envs/overcooked/recipe.hpp"

namespace starling::envs::overcooked::detail {
namespace {

constexpr std::size_t most_name_letters = 64;

/// The number, if it is all of the text. Nothing else is read as from_chars reads it, which knows
/// words such as nan for floating point.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  if (text.find_first_not_of("+-.0123456789e") != text.npos) return std::nullopt;
  Number number{};
  const char* end = text.data() + text.size();
  const auto [parsed, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc() || parsed != end) return std::nullopt;
  return number;
}

bool is_name_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '_' || letter == '-';
}

}  // namespace

std::optional<int> whole_number_in(std::string_view text) {
  return number_in<int>(text);
}

const Word& Values::at(std::size_t index, const std::string& allowed) const {
  if (index >= count()) file_.refuse(end_of(line_), "the end of the line", allowed);
  return words_[index + 1];
}

void Values::require_no_more_than(std::size_t most) const {
  if (count() <= most) return;
  const Word& surplus = words_[most + 1];
  file_.refuse(surplus.place, quoted(surplus.text),
               "the line of " + std::string(key().text) + " ends");
}

int Values::whole_number(std::size_t index, std::string_view name, Range range) const {
  const std::string allowed = std::string(name) + " is a whole number from " +
                              std::to_string(range.lowest) + " to " + std::to_string(range.highest);
  const Word& word = at(index, allowed);
  const auto number = whole_number_in(word.text);
  if (!number || *number < range.lowest || *number > range.highest)
    file_.refuse(word.place, quoted(word.text), allowed);
  return *number;
}

double Values::order_bonus() const {
  const std::string allowed = std::string(key().text) + " is a number from 0 to " +
                              std::to_string(highest_order_bonus) + ", or inf";
  const Word& word = at(0, allowed);
  if (word.text == "inf") return std::numeric_limits<double>::infinity();
  const auto number = number_in<double>(word.text);
  if (!number || *number < 0 || *number > highest_order_bonus)
    file_.refuse(word.place, quoted(word.text), allowed);
  return *number;
}

bool Values::is_first_of(std::string_view first, std::string_view second) const {
  const std::string allowed =
      std::string(key().text) + " takes " + std::string(first) + " or " + std::string(second);
  const Word& word = at(0, allowed);
  if (word.text != first && word.text != second)
    file_.refuse(word.place, quoted(word.text), allowed);
  return word.text == first;
}

int Values::recipe(std::size_t index) const {
  const std::string allowed = "a recipe is one of " + listed(recipe_names);
  const Word& word = at(index, allowed);
  const auto found = std::find(recipe_names.begin(), recipe_names.end(), word.text);
  if (found == recipe_names.end()) file_.refuse(word.place, quoted(word.text), allowed);
  return static_cast<int>(found - recipe_names.begin());
}

std::string Values::name() const {
  const std::string allowed = std::string(key().text) + " is at most " +
                              std::to_string(most_name_letters) +
                              " letters, digits, underscores and hyphens";
  const Word& word = at(0, allowed);
  if (word.text.size() > most_name_letters ||
      !std::all_of(word.text.begin(), word.text.end(), is_name_letter)) {
    file_.refuse(word.place, quoted(word.text), allowed);
  }
  return std::string(word.text);
}

}  // namespace starling::envs::overcooked::detail
