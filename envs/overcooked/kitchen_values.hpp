/// The value of a kitchen file's key: a word, checked against what it may be.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "envs/overcooked/kitchen_file.hpp"

namespace starling::envs::overcooked::detail {

/// Whole numbers that a key takes, both ends included.
struct Range {
  int lowest;
  int highest;
};

inline constexpr Range reward_range{-1'000'000, 1'000'000};
inline constexpr Range cook_range{0, 10'000};
/// Of one ingredient, so that the sum over a recipe's keeps the range of a recipe.
inline constexpr Range ingredient_reward_range{-333'333, 333'333};
inline constexpr Range ingredient_cook_range{0, 3'333};
inline constexpr Range horizon_range{1, 1'000'000'000};
inline constexpr int highest_order_bonus = 1'000'000;

/// The number, if all of the text is one in decimal digits.
std::optional<int> whole_number_in(std::string_view text);

/// A line of the form KEY VALUE..., and what its values may be.
class Values {
 public:
  /// `words`: the key and its values.
  Values(const KitchenFile& file, const Line& line, std::vector<Word> words)
      : file_(file), line_(line), words_(std::move(words)) {}

  const Word& key() const { return words_.front(); }
  std::size_t count() const { return words_.size() - 1; }

  /// The value at `index`, from 0; `allowed` is said where there is none.
  const Word& at(std::size_t index, const std::string& allowed) const;

  /// Refuses what follows `count` values.
  void require_no_more_than(std::size_t count) const;

  /// The value at `index` as a number; `name` is what it is called in a refusal.
  int whole_number(std::size_t index, std::string_view name, Range range) const;

  /// The first value, from 0 to highest_order_bonus, or infinite.
  double order_bonus() const;

  /// True if the first value is `first`, false if it is `second`.
  bool is_first_of(std::string_view first, std::string_view second) const;

  /// The value at `index` as a recipe's index.
  int recipe(std::size_t index) const;

  /// The first value: at most 64 letters, digits, underscores and hyphens.
  std::string name() const;

 private:
  const KitchenFile& file_;
  const Line& line_;
  std::vector<Word> words_;
};

/// Names in the order given, with ", " between them.
template <class Names>
std::string listed(const Names& names) {
  std::string list;
  for (const auto& name : names) {
    if (!list.empty()) list += ", ";
    list += name;
  }
  return list;
}

}  // namespace starling::envs::overcooked::detail
