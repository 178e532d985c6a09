/// What parity tests run: environments, some of them with options.
#pragma once

#include <string>
#include <vector>

#include "engine/options.hpp"
#include "envs/overcooked/kitchen.hpp"
#include "tests/support/overcooked_kitchen_files.hpp"
#include "tests/support/overcooked_kitchens.hpp"

namespace starling::tests {

inline const std::vector<std::string> subjects = {
    "cartpole",      "herd",       "zoo",
    "colony",        "crowd",      "escape_room",
    "hide_and_seek", "overcooked", "overcooked_kitchens",
    "murmuration"};

/// Subjects whose worlds spawn and destroy entities.
inline const std::vector<std::string> growing_subjects = {"colony", "crowd", "overcooked",
                                                          "overcooked_kitchens", "murmuration"};

inline std::string environment_of(const std::string& subject) {
  return subject == "overcooked_kitchens" ? "overcooked" : subject;
}

namespace detail {

/// Short episodes, so that every world of a run starts anew.
inline overcooked::Kitchen short_kitchen(const std::string& name) {
  overcooked::Kitchen kitchen = envs::overcooked::find_kitchen(name);
  kitchen.horizon_steps = 70;
  return kitchen;
}

/// The classics, and a few of other sizes.
inline std::vector<overcooked::Kitchen> various_kitchens() {
  std::vector<overcooked::Kitchen> kitchens;
  for (const std::string& name : envs::overcooked::kitchen_names())
    kitchens.push_back(short_kitchen(name));
  overcooked::RandomKitchens random(3);
  for (int turn = 0; turn < 6; ++turn)
    kitchens.push_back(random.make({.most_width = 8, .most_height = 6, .most_players = 3}));
  return kitchens;
}

}  // namespace detail

/// Options of a subject; the files that they name are there as long as the process.
inline OptionTexts options_of(const std::string& subject) {
  if (subject == "overcooked") {
    static const overcooked::KitchenFiles files({detail::short_kitchen("cramped_room")});
    return files.options();
  }
  if (subject == "overcooked_kitchens") {
    static const overcooked::KitchenFiles files(detail::various_kitchens());
    OptionTexts options = files.options();
    options.emplace_back("entities", "on");
    return options;
  }
  if (subject == "murmuration") return {{"birds", "64"}, {"hawks", "2"}};
  return {};
}

}  // namespace starling::tests
