/// Test environment: a world that nobody lives in. Its agents have zero rows.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"
#include "systems/episode.hpp"

namespace starling::tests::desert {

struct Action {
  std::int32_t dig = 0;
  static constexpr std::array choices = {2};
};
struct View {
  float dunes = 0.0F;
};
struct Sand {
  float height_m = 0.0F;
};

STARLING_FN void blow(Random& random, Sand& sand) {
  sand.height_m += random.uniform();
}

STARLING_FN void dig(const Action& action, Reward& reward) {
  reward.value = static_cast<float>(action.dig);
}

STARLING_FN void judge(const Clock& clock, Ending& ending) {
  ending.truncated = clock.step + 1 >= 10;
}

STARLING_FN void look(const Sand& sand, const Reward&, View& view) {
  view.dunes = sand.height_m;
}

STARLING_FN void arrive(const Action&, View& view) {
  view.dunes = 0.0F;
}

struct Nomad : Archetype<Action, View, Reward> {};

struct Desert {
  static constexpr auto name = "desert";
  using World = Singletons<Sand, Ending>;
  using Archetypes = TypeList<PerWorld<Nomad, 0>>;
  using Step = TaskGraph<EachWorld<blow>, Each<dig>, EachWorld<judge>, Episode<look, arrive>>;
  using Inputs = TypeList<Action>;
  using Outputs = TypeList<View, Reward, Ending>;
};

}  // namespace starling::tests::desert
