/// How the worlds of environments are drawn, by the environment's name.
///
/// A drawing is a function beside its environment, in the environment's namespace:
/// `void draw(Canvas& canvas, const WorldView<CartPole>& world)`. A second one may show what one of
/// its agents senses: `void draw_agent(Canvas&, const WorldView<CartPole>&, const Focus&)`.
#pragma once

#include <map>
#include <span>
#include <string>

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

struct Drawing {
  void (*draw)(Canvas& canvas, const WorldSnapshot& world,
               const PreparedEnvironment& environment) = nullptr;
  /// Null where the environment shows nothing of what an agent senses.
  void (*draw_agent)(Canvas& canvas, const WorldSnapshot& world,
                     const PreparedEnvironment& environment, const Focus& focus) = nullptr;
};

/// All drawings linked into a program, by environment. Filled by static objects before main.
std::map<std::string, Drawing>& drawings();

}  // namespace starling
