/// The state of an Overcooked world as golden files print it.
#pragma once

#include <string>
#include <string_view>

#include "tests/support/overcooked_model.hpp"

namespace starling::tests::overcooked {

using envs::overcooked::object_text;

inline constexpr std::string_view facing_letters = "NSEW";
inline constexpr std::string_view action_letters = "NSEW.*";

inline std::string to_text(Cell cell) {
  return std::to_string(cell.x) + "," + std::to_string(cell.y);
}

/// "x,y,facing,held;...|x,y:item;...", objects by x, then y.
inline std::string to_text(const Kitchen& kitchen, const World& world) {
  std::string text;
  const auto separate = [&text] {
    if (!text.empty() && text.back() != '|') text += ';';
  };
  for (const Player& player : world.players) {
    separate();
    text += to_text(player.cell) + ',' + facing_letters[static_cast<std::size_t>(player.facing)] +
            ',' + object_text(kitchen, player.held);
  }
  text += '|';
  for (int x = 0; x < kitchen.width; ++x) {
    for (int y = 0; y < kitchen.height; ++y) {
      const Object& object = world.objects[cell_index(kitchen, {x, y})];
      if (object.item == Item::None) continue;
      separate();
      text += to_text({x, y}) + ':' + object_text(kitchen, object);
    }
  }
  return text;
}

}  // namespace starling::tests::overcooked
