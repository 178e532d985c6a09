/// How the worlds of environments are drawn, by the environment's name.
///
/// A drawing is a function beside its environment, in the environment's namespace:
/// `void draw(Canvas& canvas, const WorldView<CartPole>& world)`. A second one may show what one of
/// its agents senses: `void draw_agent(Canvas&, const WorldView<CartPole>&, const Focus&)`, and a
/// third which keys act for an agent that a person takes over: `Controls controls(CartPole)`.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/canvas.hpp"
#include "engine/registry.hpp"
#include "engine/world_snapshot.hpp"

namespace starling {

/// The agent that is looked at: a row of those that act, and how much its policy attends to each of
/// its tokens: [tokens], shares of 1; empty where no policy plays.
struct Focus {
  int agent = 0;
  std::span<const float> attention = {};
};

enum class Key : std::uint8_t { Left, Right, Up, Down, Space, Enter };

/// While the key is held, a component of the action is this choice.
struct KeyChoice {
  Key key = Key::Left;
  int component = 0;
  int choice = 0;
};

/// How a person acts for an agent.
struct Controls {
  std::vector<int> idle;  ///< The choice of each component while no key is held.
  std::vector<KeyChoice> keys;
};

struct Drawing {
  void (*draw)(Canvas& canvas, const WorldSnapshot& world,
               const PreparedEnvironment& environment) = nullptr;
  /// Null where the environment shows nothing of what an agent senses.
  void (*draw_agent)(Canvas& canvas, const WorldSnapshot& world,
                     const PreparedEnvironment& environment, const Focus& focus) = nullptr;
  Controls controls = {};  ///< None where the environment names no keys.
};

/// All drawings linked into a program, by environment. Filled by static objects before main.
std::map<std::string, Drawing>& drawings();

}  // namespace starling
