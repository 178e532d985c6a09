/// Test environment: animals and their keeper. It has a field of every type and shape that a
/// component may have, a tag, an archetype without rows, and systems that report errors.
#pragma once

#include <array>
#include <cstdint>

#include "engine/environment.hpp"
#include "systems/episode.hpp"

namespace starling::tests::zoo {

inline constexpr int animals_per_world = 3;
inline constexpr std::uint32_t horizon_steps = 30;

enum class Mood : std::int8_t { Sulky = -1, Calm = 0, Wild = 1 };

struct Body {
  double weight_kg = 0.0;
  std::int64_t heartbeats = 0;
  std::uint64_t genes = 0;
  kernels::Vec3 place;
  float height_m = 0.0F;
};
struct Mind {
  Mood mood = Mood::Calm;
  bool awake = false;
  std::array<std::uint8_t, 2> fears{};
  std::int8_t trust = 0;
  std::uint8_t hunger = 0;
  std::int16_t tricks = 0;
  std::uint16_t visitors = 0;
};
/// What an animal does: food is taken or left; noise has five levels.
struct Action {
  std::int32_t eat = 0;
  std::int32_t noise = 0;
  static constexpr std::array choices = {2, 5};
};
struct Senses {
  std::array<float, 3> smells{};
  float daylight = 0.0F;
};
/// A tag: who has it is walked round.
struct OnDuty {};
struct Weather {
  double temperature_k = 0.0;
  std::int32_t day = 0;
  std::uint32_t clouds = 0;
};
struct Rounds {
  std::int64_t done = 0;
};

STARLING_FN void change_weather(Random& random, Weather& weather) {
  weather.temperature_k = 273.15 + static_cast<double>(random.uniform(-20.0F, 20.0F));
  weather.day += 1;
  weather.clouds = random.below(9);
}

STARLING_FN void live(const Action& action, const Weather& weather, Self self, Random& random,
                      Body& body, Mind& mind) {
  body.weight_kg += action.eat == 1 ? 0.5 : -0.25;
  body.heartbeats += 60 + action.noise;
  body.genes = body.genes * 6364136223846793005U + 1442695040888963407U;
  body.place.x += random.uniform(-1.0F, 1.0F);
  body.place.y += static_cast<float>(self.row);
  body.height_m += 0.01F;
  const std::uint32_t luck = random.below(3);
  mind.mood = luck == 0 ? Mood::Sulky : luck == 1 ? Mood::Calm : Mood::Wild;
  mind.awake = weather.clouds < 5;
  mind.fears[luck % 2] = static_cast<std::uint8_t>(mind.fears[luck % 2] + 1);
  mind.trust = static_cast<std::int8_t>(action.noise - 2);
  mind.hunger = static_cast<std::uint8_t>(action.eat == 1 ? 0 : mind.hunger + 1);
  mind.tricks = static_cast<std::int16_t>(mind.tricks - 1);
  mind.visitors = static_cast<std::uint16_t>(weather.day * 100);
}

/// No animal goes hungry for a day and a half without this being an error.
STARLING_FN void watch(const Mind& mind, Report& report) {
  if (mind.hunger >= 12) report(ErrorKind::Assertion);
}

STARLING_FN void praise(const Mind& mind, const Body& body, Reward& reward) {
  reward.value = static_cast<float>(mind.trust) + body.place.x;
}

STARLING_FN void walk_round(const OnDuty&, Rounds& rounds) {
  rounds.done += 1;
}

STARLING_FN void close(const Clock& clock, const Weather& weather, Ending& ending) {
  ending.terminated = weather.temperature_k > 292.5;
  ending.truncated = clock.step + 1 >= horizon_steps;
}

STARLING_FN void sense(const Body& body, const Weather& weather, Rows<const Mind> minds,
                       Senses& senses) {
  for (RowIndex row = 0; row < minds.size() && row < 3; ++row) {
    senses.smells[static_cast<std::size_t>(row)] = static_cast<float>(minds[row].hunger);
  }
  senses.daylight = body.place.x - static_cast<float>(weather.clouds);
}

STARLING_FN void settle(Random& random, Body& body, Mind& mind) {
  body = {};
  body.weight_kg = 10.0 + static_cast<double>(random.uniform());
  body.genes = random.bits();
  body.place = {random.uniform(), random.uniform(), random.uniform()};
  mind = {};
}

struct Animal : Archetype<Body, Mind, Action, Senses, Reward> {};
/// In this zoo there is none.
struct Dragon : Archetype<Body, Mind, Action, Senses, Reward> {};
struct Keeper : Archetype<OnDuty, Rounds> {};

struct Zoo {
  static constexpr auto name = "zoo";
  using World = Singletons<Weather, Ending>;
  using Archetypes = TypeList<PerWorld<Animal, animals_per_world>, PerWorld<Dragon, 0>, Keeper>;
  using Step = TaskGraph<EachWorld<change_weather>, Each<live>, Each<watch>, Each<praise>,
                         Each<walk_round>, EachWorld<close>, Episode<sense, settle>>;
  using Inputs = TypeList<Action>;
  using Outputs = TypeList<Senses, Reward, Ending>;
};

}  // namespace starling::tests::zoo
