/// A test environment of the nodes that look at many rows: walkers that come and go are sorted,
/// added up, paired and counted, beside posts that stay.
#pragma once

#include <cstdint>

#include "engine/environment.hpp"
#include "systems/episode.hpp"
#include "systems/nearest.hpp"

namespace starling::tests::crowd {

struct Rules {
  std::int32_t capacity = 96;
  std::int32_t posts = 3;
  std::int32_t kinds = 5;
  std::int32_t odd_kind = 0;  ///< Not 0: walkers of a kind that there is not.
};

struct Place {
  std::uint32_t x = 0;
};
struct Kind {
  std::uint32_t number = 0;
};
/// Whom a walker bore, and whether it was destroyed in its last step.
struct Ties {
  Entity child;
};

/// What a walker calls, and what it hears of the one behind it.
struct Word {
  std::uint32_t called = 0;
  std::uint32_t heard = 0;
};

struct Walker : Archetype<Place, Kind, Ties, Word> {};

struct Action {
  std::uint8_t calls = 0;
  static constexpr std::array choices = {3};
};
/// The rows of the nearest walkers, and how many of the team's rows there are.
struct Sight {
  std::array<std::uint32_t, 4> nearest{};
};
struct Post : Archetype<Place, Action, Sight, Reward> {};

struct Box : Archetype<RangeOf<Walker>> {};

struct Pair {
  Entity own;
  Entity other;
  std::uint32_t gap = 0;
};
struct Meeting : Archetype<Pair> {};

/// Hangs on the order in which it is joined.
struct Digest {
  std::uint32_t value = 0;
  float sum = 0.0F;
};
struct OddDigest {
  std::uint32_t value = 7;
};
/// Walkers that heard an even number.
struct Evens {
  std::uint32_t count = 0;
};

STARLING_FN void wander(Random& random, Place& place, Kind& kind, Shared<const Rules> rules) {
  place.x = random.below(1000);
  if (random.below(4) == 0)
    kind.number = random.below(static_cast<std::uint32_t>(rules->kinds + rules->odd_kind));
}

STARLING_FN void come_and_go(Random& random, Entity self, const Population<Walker>& crowd,
                             const Kind& kind, Ties& ties, Commands<Walker> walkers) {
  if (random.below(8) == 0) walkers.destroy(self);
  if (random.below(6) == 0 && crowd.rows < 40)
    ties.child = walkers.spawn(Kind{kind.number}, Place{5}, Ties{self});
}

STARLING_FN std::uint32_t kind_of(const Kind& kind) {
  return kind.number;
}

STARLING_FN Digest digest_of(const Place& place) {
  return {place.x + 1, static_cast<float>(place.x) * 0.1F};
}
STARLING_FN Digest join_digests(const Digest& a, const Digest& b) {
  return {a.value * 31 + b.value, a.sum + b.sum};
}

STARLING_FN OddDigest kinds_of(const Kind& kind) {
  return {kind.number};
}
STARLING_FN OddDigest join_kinds(const OddDigest& a, const OddDigest& b) {
  return {a.value * 31 + b.value};
}
STARLING_FN bool is_odd_step(const Clock& clock) {
  return clock.step % 2 == 1;
}

/// What all called, as each hears it of the one behind.
struct Calls {
  std::uint32_t called[128];
};

/// In rows that others write, and heard only when all have called.
STARLING_FN void pass_on(TeamOf<8> team, Scratch<Calls> calls, Rows<const Place> places,
                         Rows<Word> words, Evens& evens, Report& report) {
  const auto threads = static_cast<RowIndex>(team.size());
  const auto rank = static_cast<RowIndex>(team.rank());
  const RowIndex rows = words.size();
  if (rows > 128) return report.no_room(static_cast<std::uint64_t>(rows), 128);
  for (RowIndex row = rank; row < rows; row += threads) {
    words.set(rows - 1 - row, {places[row].x, 0});
    calls->called[rows - 1 - row] = places[row].x;
  }
  team.sync();
  evens.count = 0;
  for (RowIndex first = 0; first < rows; first += threads) {
    const RowIndex row = first + rank;
    const std::uint32_t heard = row < rows ? calls->called[(row + 1) % rows] : 1;
    evens.count += team.count(heard % 2 == 0).all;
    if (row < rows) words.set(row, {words[row].called, heard});
  }
  if (team.from(evens.count, 0) != evens.count) report(ErrorKind::Assertion);
}

STARLING_FN void meet(Entity self, const Place& own, Other<const Place> other,
                      Other<const Entity> entity, Commands<Meeting> meetings) {
  const std::uint32_t gap = own.x < other->x ? other->x - own.x : own.x - other->x;
  if (gap >= 40) return;
  meetings.spawn(Pair{self, *entity, gap});
  if (gap < 10) meetings.spawn(Pair{*entity, self, gap});
}

STARLING_FN void look(Team team, const Place& own, Rows<const Kind> kinds,
                      Rows<const Entity> entities, Rows<const Place> places, Sight& sight) {
  // walkers are the first that have a place
  sight.nearest = systems::nearest_rows<4>(team, kinds.size(), [&](RowIndex row) {
    const std::uint32_t x = places[row].x;
    const std::uint32_t gap = own.x < x ? x - own.x : own.x - x;
    return systems::Nearness{gap / 100, entities[row].slot, static_cast<std::uint32_t>(row)};
  });
}

STARLING_FN void call(const Action& action, Self self, Reward& reward, Place& place) {
  reward.value = static_cast<float>(action.calls);
  place.x = 100 * (self.row + 1) + 10 * action.calls;
}

STARLING_FN void judge(const Clock& clock, const Population<Walker>& crowd, Ending& ending) {
  ending.terminated = crowd.rows < 2;
  ending.truncated = clock.step + 1 >= 50;
}

STARLING_FN void send_home(Commands<Walker> walkers) {
  walkers.destroy_all();
}
STARLING_FN void invite(Commands<Walker> walkers) {
  walkers.spawn_rows(12);
}

struct Crowd {
  static constexpr auto name = "crowd";
  using Rules = crowd::Rules;
  using World = Singletons<Digest, OddDigest, Evens, Ending>;
  using Archetypes = TypeList<UpTo<Walker, &Rules::capacity>, PerWorld<Post, &Rules::posts>,
                              PerWorld<Box, &Rules::kinds>, Temporary<Meeting, 800>>;
  /// Sorted twice: while some rows are doomed and others wait, and after the Commit.
  using Step =
      TaskGraph<Each<call>, Each<wander>, Each<come_and_go>,
                SortBy<Walker, kind_of, SortedBy::Warp>, Commit, SortBy<Walker, kind_of>,
                Reduce<digest_of, join_digests>, When<is_odd_step, Reduce<kinds_of, join_kinds>>,
                EachWorldTeam<pass_on>, EachPair<meet>, Commit, EachWorld<judge>,
                EpisodeOf<EachTeam<look>,
                          TaskGraph<EachWorld<send_home>, Commit, EachWorld<invite>, Commit>>>;
  using Inputs = TypeList<Action>;
  using Outputs = TypeList<Sight, Reward, Ending>;

  static Rules set_up(Options& options, SharedData&) {
    Rules rules;
    rules.odd_kind = static_cast<std::int32_t>(
        options.number("odd-kind", "Whether some walkers have a kind that there is not", 0, 1, 0));
    return rules;
  }
};

}  // namespace starling::tests::crowd
