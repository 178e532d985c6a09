/// A test environment of rabbits that come and go and burrows that stay: handles, lookups, rows set
/// by the world, shared data, printing and tracks of one step, each to be looked at by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/environment.hpp"

namespace starling::tests::warren {

struct Rules {
  std::int32_t rabbits = 8;
  std::int32_t burrows = 3;
  std::int32_t founders = 2;
  std::int32_t prints = 0;
};

/// What all worlds share, one an option `--carrot`.
struct Carrot {
  std::uint32_t bites = 0;
};

enum class Deed : std::uint8_t {
  Nothing,
  Spawn,     ///< `count` rabbits; the world keeps the handle of the first.
  Destroy,   ///< By the handle given.
  WeighAll,  ///< Through Rows: row i of rabbits and burrows gets `count` + i.
  WeighOne,  ///< Through Lookup, by the handle given: it gets `count`.
};

struct Command {
  std::uint32_t deed = 0;
  std::uint32_t count = 0;
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
};

struct Weight {
  std::uint32_t kg = 0;
};
/// The handle of the row itself.
struct Known {
  Entity self;
};
struct Draw {
  std::uint32_t number = 0;
};
struct Scent {
  std::uint32_t strength = 0;
};
struct Held {
  Entity entity;
};
/// What the world's handle and the one given lead to.
struct Answer {
  std::uint32_t held_lives = 0;
  std::uint32_t held_kg = 0;
  std::uint32_t given_lives = 0;
  std::uint32_t given_kg = 0;
  std::uint32_t was_set = 0;
};
struct Counts {
  std::uint32_t rabbits = 0;
  std::uint32_t rows = 0;
  std::uint32_t tracks_at_start = 0;
  std::uint32_t tracks = 0;
  std::uint32_t carrots = 0;
  std::uint32_t bites = 0;
  std::uint32_t founders = 0;
};

struct Rabbit : Archetype<Weight, Known, Draw> {};
struct Burrow : Archetype<Weight, Known> {};
struct Track : Archetype<Scent> {};
struct Warden : Archetype<Command> {};

STARLING_FN void look_for_tracks(const Population<Track>& tracks, Counts& counts) {
  counts.tracks_at_start = tracks.rows;
}

STARLING_FN void ordain(const Command& command, Held& held, Commands<Rabbit> rabbits) {
  if (Deed{static_cast<std::uint8_t>(command.deed)} == Deed::Spawn)
    held.entity = rabbits.spawn_rows(command.count, Weight{1});
  if (Deed{static_cast<std::uint8_t>(command.deed)} == Deed::Destroy)
    rabbits.destroy({command.slot, command.generation});
}

STARLING_FN void leave_tracks(const Weight& weight, const Draw&, Commands<Track> tracks) {
  tracks.spawn(Scent{weight.kg});
}

STARLING_FN void weigh_all(const Command& command, Rows<Weight> weights) {
  if (Deed{static_cast<std::uint8_t>(command.deed)} != Deed::WeighAll) return;
  for (RowIndex row = 0; row < weights.size(); ++row)
    weights.set(row, {command.count + static_cast<std::uint32_t>(row)});
}

STARLING_FN void weigh_one(const Command& command, Lookup<Weight> weights, Answer& answer) {
  answer.was_set = 0;
  if (Deed{static_cast<std::uint8_t>(command.deed)} != Deed::WeighOne) return;
  answer.was_set = weights.set({command.slot, command.generation}, {command.count}) ? 1 : 0;
}

STARLING_FN void draw(Random& random, Draw& draw) {
  draw.number = random.bits();
}

STARLING_FN void know(Entity self, Known& known) {
  known.self = self;
}

STARLING_FN void say(Shared<const Rules> rules, const Weight& weight, const Known& known,
                     Print print) {
  if (rules->prints == 0) return;
  print("of %u kg, slot %u", weight.kg, known.self.slot);
  print("100% plain");
}

STARLING_FN void answer(const Command& command, const Held& held, Lookup<const Weight> weights,
                        Answer& answer) {
  const Entity given{command.slot, command.generation};
  answer.held_lives = weights.has(held.entity) ? 1 : 0;
  answer.held_kg = weights.get(held.entity).kg;
  answer.given_lives = weights.has(given) ? 1 : 0;
  answer.given_kg = weights.get(given).kg;
}

STARLING_FN void count(const Population<Rabbit>& rabbits, const Population<Track>& tracks,
                       Rows<const Weight> weights, Shared<const Carrot> carrots,
                       Shared<const Rules> rules, Counts& counts) {
  counts.rabbits = rabbits.rows;
  counts.rows = static_cast<std::uint32_t>(weights.size());
  counts.tracks = tracks.rows;
  counts.carrots = static_cast<std::uint32_t>(carrots.size());
  counts.bites = 0;
  for (std::int64_t carrot = 0; carrot < carrots.size(); ++carrot)
    counts.bites += carrots[carrot].bites;
  counts.founders = static_cast<std::uint32_t>((*rules).founders);
}

STARLING_FN void leave(Held& held, Commands<Rabbit> rabbits) {
  held = {};
  rabbits.destroy_all();
}
STARLING_FN void settle(Shared<const Rules> rules, Commands<Rabbit> rabbits) {
  rabbits.spawn_rows(static_cast<std::uint32_t>(rules->founders), Weight{5});
}

struct Warren {
  static constexpr auto name = "warren";
  using Rules = warren::Rules;
  using Shared = TypeList<Carrot>;
  using World = Singletons<Held, Answer, Counts>;
  using Archetypes = TypeList<UpTo<Rabbit, &Rules::rabbits>, PerWorld<Burrow, &Rules::burrows>,
                              Temporary<Track, &Rules::rabbits>, Warden>;
  using Step = TaskGraph<EachWorld<look_for_tracks>, EachWorld<ordain>, Commit, Each<leave_tracks>,
                         Commit, EachWorld<weigh_all>, EachWorld<weigh_one>, Each<draw>, Each<know>,
                         Each<say>, EachWorld<answer>, EachWorld<count>>;
  using Start =
      TaskGraph<EachWorld<leave>, Commit, EachWorld<settle>, Commit, Each<know>, EachWorld<count>>;
  using Inputs = TypeList<Command>;
  using Outputs = TypeList<>;

  static Rules set_up(Options& options, SharedData& data) {
    Rules rules;
    const auto number = [&](const char* option, const char* help, std::int32_t& value) {
      value = static_cast<std::int32_t>(options.number(option, help, 0, 1 << 20, value));
    };
    number("rabbits", "Most rabbits", rules.rabbits);
    number("burrows", "Burrows", rules.burrows);
    number("founders", "Rabbits at the start", rules.founders);
    rules.prints = static_cast<std::int32_t>(options.choice("print", "Say all", {"no", "yes"}));
    std::vector<Carrot> carrots;
    for (const std::string& text : options.texts("carrot", "A carrot, by its letters: a bite each"))
      carrots.push_back({static_cast<std::uint32_t>(text.size())});
    data.put(carrots);
    return rules;
  }
};

}  // namespace starling::tests::warren
