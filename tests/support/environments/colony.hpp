/// A test environment whose worlds grow and shrink: cells of a colony divide and die, remember
/// their mother by handle, and meet in events that live for one step.
#pragma once

#include <cstdint>

#include "engine/environment.hpp"
#include "systems/episode.hpp"

namespace starling::tests::colony {

struct Rules {
  std::int32_t capacity = 24;
  std::int32_t founders = 6;
  std::int32_t feeders = 2;
  std::int32_t horizon_steps = 40;
};

struct Action {
  std::uint8_t portions = 0;
  static constexpr std::array choices = {4};
};

struct Energy {
  float level = 1.0F;
};

struct Age {
  std::uint32_t steps = 0;
};

/// Whose daughter a cell is, and the last that it bore.
struct Kin {
  Entity mother;
  Entity daughter;
};

/// How many of the two still live, and the mother's energy.
struct Family {
  std::uint32_t living = 0;
  float energy = 0.0F;
};

struct Meal {
  float amount = 0.0F;
};

struct Sight {
  float energy = 0.0F;
  std::uint32_t cells = 0;
  std::uint32_t meals = 0;
};

struct Weather {
  float warmth = 0.0F;
};

struct Cell : Archetype<Energy, Age, Kin, Family> {};
struct Feeder : Archetype<Action, Sight, Reward> {};
struct Eaten : Archetype<Meal> {};

STARLING_FN void warm(Random& random, Weather& weather) {
  weather.warmth = random.uniform();
}

STARLING_FN void serve(const Action& action, const Weather& weather, Commands<Eaten> eaten) {
  for (std::uint32_t portion = 0; portion < action.portions; ++portion)
    eaten.spawn(Meal{weather.warmth + static_cast<float>(portion)});
}

STARLING_FN void eat(Random& random, Rows<const Meal> meals, Energy& energy, Age& age) {
  float offered = 0.0F;
  for (const Meal meal : meals)
    offered += meal.amount;
  energy.level += 0.1F * offered * random.uniform() - 0.3F * random.uniform();
  age.steps += 1;
}

STARLING_FN void live(Random& random, Entity self, const Energy& energy, const Age& age, Kin& kin,
                      Commands<Cell> cells) {
  if (energy.level < 0.0F || age.steps > 20 + random.below(10)) {
    cells.destroy(self);
    cells.destroy(self);  // twice is once
    if (random.below(4) == 0) cells.destroy(kin.mother);
  } else if (energy.level > 1.2F && random.below(3) == 0) {
    kin.daughter = cells.spawn(Energy{0.5F * energy.level}, Kin{self, {}});
  }
}

STARLING_FN void visit(const Kin& kin, Lookup<const Energy> energies, Family& family) {
  family.living = (energies.has(kin.mother) ? 1U : 0U) + (energies.has(kin.daughter) ? 1U : 0U);
  family.energy = energies.get(kin.mother).level;
}

STARLING_FN void look(Rows<const Energy> energies, Rows<const Meal> meals, Sight& sight,
                      Reward& reward) {
  sight = {0.0F, static_cast<std::uint32_t>(energies.size()),
           static_cast<std::uint32_t>(meals.size())};
  for (const Energy energy : energies)
    sight.energy += energy.level;
  reward.value = static_cast<float>(sight.cells);
}

STARLING_FN void judge(const Clock& clock, const Population<Cell>& cells, Shared<const Rules> rules,
                       Ending& ending) {
  ending.terminated = cells.rows == 0;
  ending.truncated = clock.step + 1 >= static_cast<std::uint32_t>(rules->horizon_steps);
}

STARLING_FN void disband(Commands<Cell> cells) {
  cells.destroy_all();
}

STARLING_FN void found(Shared<const Rules> rules, Commands<Cell> cells) {
  cells.spawn_rows(static_cast<std::uint32_t>(rules->founders));
}

STARLING_FN void awake(Random& random, Energy& energy) {
  energy.level = random.uniform(0.5F, 1.5F);
}

using Refound = TaskGraph<EachWorld<disband>, Commit, EachWorld<found>, Commit, Each<awake>>;

struct Colony {
  static constexpr auto name = "colony";
  using Rules = colony::Rules;
  using World = Singletons<Weather, Ending>;
  using Archetypes = TypeList<UpTo<Cell, &Rules::capacity>, PerWorld<Feeder, &Rules::feeders>,
                              Temporary<Eaten, 16>>;
  using Step = TaskGraph<EachWorld<warm>, Each<serve>, Commit, Each<eat>, Each<live>, Commit,
                         Each<visit>, EachWorld<judge>, EpisodeOf<Each<look>, Refound>>;
  using Inputs = TypeList<Action>;
  using Outputs = TypeList<Sight, Reward, Ending>;

  static Rules set_up(Options& options, SharedData&) {
    Rules rules;
    const auto number = [&](const char* option, const char* help, std::int32_t& value,
                            std::int64_t lowest, std::int64_t highest) {
      value = static_cast<std::int32_t>(options.number(option, help, lowest, highest, value));
    };
    number("capacity", "Most cells of a colony", rules.capacity, 0, 1 << 20);
    number("founders", "Cells at the start", rules.founders, 0, 1 << 20);
    number("feeders", "Agents", rules.feeders, 0, 64);
    number("horizon", "Steps of an episode", rules.horizon_steps, 1, 1 << 20);
    return rules;
  }
};

}  // namespace starling::tests::colony
