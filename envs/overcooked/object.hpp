/// What players carry, and what lies on counters and in pots.
#pragma once

#include <cstdint>

namespace starling::envs::overcooked {

enum class Item : std::uint8_t { None, Onion, Tomato, Dish, Soup };

struct Object {
  Item item = Item::None;
  int onions = 0;    ///< Of a soup.
  int tomatoes = 0;  ///< Of a soup.
  int cooked_steps =
      -1;  ///< Of a soup; negative before it cooks, its cooking time once it is ready.

  bool operator==(const Object&) const = default;
};

}  // namespace starling::envs::overcooked
