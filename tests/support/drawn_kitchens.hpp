/// Kitchens of the program and kitchens that nobody would design, played at random and drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "envs/overcooked/overcooked.hpp"
#include "tests/support/drawn_worlds.hpp"
#include "tests/support/overcooked_kitchen_files.hpp"
#include "tests/support/overcooked_kitchens.hpp"
#include "tests/support/settings.hpp"

namespace starling::tests {

/// A world a kitchen. They differ in size and in players, so that in most some are not there.
class DrawnKitchens {
 public:
  explicit DrawnKitchens(bool shows_entities)
      : files_(kitchens()), worlds(settings(files_.options(), shows_entities)) {}

  /// Steps, and calls `look(world, canvas)` for every world after every step.
  template <class Look>
  void play(int steps, Look look) {
    for (int step = 0; step < steps; ++step) {
      worlds.simulator.step();
      for (const WorldSnapshot& snapshot :
           worlds.simulator.snapshot(0, worlds.simulator.settings().worlds)) {
        look(WorldView<envs::overcooked::Overcooked>(snapshot, worlds.environment),
             worlds.draw(snapshot));
      }
    }
  }

 private:
  static std::vector<envs::overcooked::Kitchen> kitchens() {
    std::vector<envs::overcooked::Kitchen> kitchens;
    for (const std::string& name : envs::overcooked::kitchen_names())
      kitchens.push_back(envs::overcooked::find_kitchen(name));
    overcooked::RandomKitchens random(4);
    for (int made = 0; made < 6; ++made)
      kitchens.push_back(random.make({.most_players = 8}));
    return kitchens;
  }

  static Settings settings(OptionTexts options, bool shows_entities) {
    Settings settings = make_settings("overcooked", 11);
    settings.options = std::move(options);
    settings.options.emplace_back("entities", shows_entities ? "on" : "off");
    settings.seed = 9;
    settings.actions = Actions::Random;
    return settings;
  }

  overcooked::KitchenFiles files_;

 public:
  DrawnWorlds worlds;
};

}  // namespace starling::tests
