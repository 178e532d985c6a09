/// A test environment that does as it is told: clerks carry out orders that spawn, destroy and keep
/// handles in two archetypes that grow and a temporary one, and all rows are shown after each step.
#pragma once

#include <cstdint>

#include "engine/environment.hpp"

namespace starling::tests::ledger {

struct Rules {
  std::int32_t accounts = 24;
  std::int32_t coins = 16;
  std::int32_t notes = 12;
  std::int32_t clerks = 3;
  std::int32_t founders = 4;
  std::int32_t orders = 0;  ///< Of all clerks.
  std::int32_t lines = 0;   ///< One for every row that there may be.
};

/// Of a clerk in a step: two served, two inside each of these, a late one, and what to look up.
inline constexpr std::uint32_t orders_a_clerk = 8;
inline constexpr int outer_turns = 2;
inline constexpr int inner_turns = 2;
inline constexpr std::uint32_t late_order = 6;
inline constexpr std::uint32_t looked_up = 7;

enum class Verb : std::uint32_t {
  Nothing,
  Spawn,            ///< `count` entities, call by call, of `units`, `units` + 1, ...
  SpawnAlike,       ///< `count` in one call.
  Keep,             ///< Spawns one and keeps its handle.
  KeepFirst,        ///< Spawns `count` in one call and keeps the handle of the first.
  SpawnOwned,       ///< An account, whose owner is what was kept, and a coin, whose owner is that.
  SpawnAndDestroy,  ///< Destroys what it spawned in the same call.
  Destroy,          ///< By the handle given.
  DestroyKept,
  DestroyAll,
};
inline constexpr std::uint32_t verbs = 10;

/// Book 0 is of accounts, 1 of coins, 2 of notes, of which there are no handles.
struct Order {
  std::uint32_t verb = 0;
  std::uint32_t book = 0;
  std::uint32_t count = 0;
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
  std::uint32_t units = 0;
};

struct Turn {
  std::uint32_t done = 0;
};
struct Kept {
  Entity entity;
};
struct Balance {
  std::uint32_t units = 0;
};
struct Owner {
  Entity entity;
};
struct Credit {};
struct Ink {
  std::uint32_t units = 0;
};
struct Last {
  Entity account;
  std::uint32_t was_set = 0;
};

/// What a clerk kept, and what it and the handle given lead to.
struct Seen {
  std::uint32_t kept_slot = 0;
  std::uint32_t kept_generation = 0;
  std::uint32_t kept_lives = 0;
  std::uint32_t kept_units = 0;
  std::uint32_t given_lives = 0;
  std::uint32_t given_units = 0;
};
struct Line {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
  std::uint32_t units = 0;
  std::uint32_t owner_slot = 0;
  std::uint32_t owner_generation = 0;
  std::uint32_t ink = 0;
};
struct Count {
  std::uint32_t accounts = 0;
  std::uint32_t coins = 0;
  std::uint32_t notes = 0;
  std::uint32_t last_slot = 0;
  std::uint32_t last_generation = 0;
  std::uint32_t was_set = 0;
};

struct Account : Archetype<Balance, Owner, Credit> {};
struct Coin : Archetype<Balance, Owner> {};
struct Note : Archetype<Ink> {};
struct Clerk : Archetype<Turn, Kept, Seen> {};
struct Slip : Archetype<Order> {};
struct Page : Archetype<Line> {};

/// How many calls of spawn an order makes, and of how many rows each.
struct Spawns {
  std::uint32_t calls = 0;
  std::uint32_t rows = 1;
};

STARLING_FN Spawns spawns_of(const Order& order) {
  switch (Verb{order.verb}) {
    case Verb::Spawn:
      return {order.count, 1};
    case Verb::SpawnAlike:
    case Verb::KeepFirst:
      return {1, order.count};
    case Verb::Keep:
    case Verb::SpawnAndDestroy:
      return {1, 1};
    default:
      return {};
  }
}

template <class Book>
STARLING_FN void obey_in(const Order& order, Kept& kept, Book& book) {
  const Verb verb{order.verb};
  const Spawns spawns = spawns_of(order);
  Entity spawned;
  for (std::uint32_t call = 0; call < spawns.calls; ++call)
    spawned = book.spawn_rows(spawns.rows, Balance{order.units + call});
  if (verb == Verb::Keep || verb == Verb::KeepFirst) kept.entity = spawned;
  if (verb == Verb::Destroy) spawned = {order.slot, order.generation};
  if (verb == Verb::DestroyKept) spawned = kept.entity;
  if (verb >= Verb::SpawnAndDestroy && verb <= Verb::DestroyKept) {
    for (int time = 0; time < 2; ++time)
      book.destroy(spawned);  // twice is once
  }
  if (verb == Verb::DestroyAll) book.destroy_all();
}

STARLING_FN void obey_in_notes(const Order& order, Commands<Note>& notes) {
  const Verb verb{order.verb};
  const Spawns spawns = spawns_of(order);
  const bool is_spawn = verb == Verb::Spawn || verb == Verb::SpawnAlike;
  for (std::uint32_t call = 0; is_spawn && call < spawns.calls; ++call)
    notes.spawn_rows(spawns.rows, Ink{order.units + call});
  if (verb == Verb::DestroyAll) notes.destroy_all();
}

/// Out of line: three systems in eight programs, each with all of it inside, compiled for minutes.
STARLING_COLD_FN void obey(const Order& order, Kept& kept, Commands<Account>& accounts,
                           Commands<Coin>& coins, Commands<Note>& notes) {
  if (Verb{order.verb} == Verb::SpawnOwned) {
    const Entity account = accounts.spawn(Balance{order.units}, Owner{kept.entity});
    coins.spawn(Owner{account}, Balance{order.units + 1});
  } else if (order.book == 0) {
    obey_in(order, kept, accounts);
  } else if (order.book == 1) {
    obey_in(order, kept, coins);
  } else {
    obey_in_notes(order, notes);
  }
}

STARLING_FN void open(Turn& turn) {
  turn.done = 0;
}

STARLING_FN void serve(Self self, Rows<const Order> orders, Turn& turn, Kept& kept,
                       Commands<Account> accounts, Commands<Coin> coins, Commands<Note> notes) {
  const std::uint32_t first = self.row * orders_a_clerk;
  obey(orders[static_cast<RowIndex>(first + turn.done)], kept, accounts, coins, notes);
  turn.done += 1;
}

STARLING_FN void serve_inside(Self self, Rows<const Order> orders, Turn& turn, Kept& kept,
                              Commands<Account> accounts, Commands<Coin> coins,
                              Commands<Note> notes) {
  serve(self, orders, turn, kept, accounts, coins, notes);
}

STARLING_FN void serve_late(Self self, Rows<const Order> orders, Kept& kept,
                            Commands<Account> accounts, Commands<Coin> coins,
                            Commands<Note> notes) {
  const std::uint32_t first = self.row * orders_a_clerk;
  obey(orders[static_cast<RowIndex>(first + late_order)], kept, accounts, coins, notes);
}

/// Some accounts make a coin, and some end, of themselves.
STARLING_FN void thrive(Entity self, const Balance& balance, const Credit&,
                        Commands<Account> accounts, Commands<Coin> coins) {
  if (balance.units % 16 == 1) coins.spawn(Balance{balance.units + 1}, Owner{self});
  if (balance.units % 16 == 2) accounts.destroy(self);
}

/// Once a world: sets what a handle leads to, spawns, and keeps the handle in the world.
STARLING_FN void levy(Rows<const Order> orders, Lookup<Balance> balances, Last& last,
                      Commands<Account> accounts) {
  if (orders.size() == 0) return;
  const Order order = orders[static_cast<RowIndex>(looked_up)];
  last.was_set = balances.set({order.slot, order.generation}, {order.units}) ? 1 : 0;
  if (order.count % 4 == 1) last.account = accounts.spawn(Balance{order.units + 5});
}

STARLING_FN void look(Self self, Rows<const Order> orders, const Kept& kept,
                      Lookup<const Balance> balances, Seen& seen) {
  const Order order = orders[static_cast<RowIndex>(self.row * orders_a_clerk + looked_up)];
  const Entity given{order.slot, order.generation};
  seen.kept_slot = kept.entity.slot;
  seen.kept_generation = kept.entity.generation;
  seen.kept_lives = balances.has(kept.entity) ? 1 : 0;
  seen.kept_units = balances.get(kept.entity).units;
  seen.given_lives = balances.has(given) ? 1 : 0;
  seen.given_units = balances.get(given).units;
}

STARLING_FN void copy(Self self, Rows<const Entity> entities, Rows<const Balance> balances,
                      Rows<const Owner> owners, Rows<const Ink> inks, Line& line) {
  const auto row = static_cast<RowIndex>(self.row);
  line = {};
  if (row < inks.size()) line.ink = inks[row].units;
  if (row >= entities.size()) return;
  line.slot = entities[row].slot;
  line.generation = entities[row].generation;
  line.units = balances[row].units;
  line.owner_slot = owners[row].entity.slot;
  line.owner_generation = owners[row].entity.generation;
}

STARLING_FN void count(const Population<Account>& accounts, const Population<Coin>& coins,
                       const Population<Note>& notes, const Last& last, Count& counted) {
  counted = {accounts.rows,           coins.rows,  notes.rows, last.account.slot,
             last.account.generation, last.was_set};
}

STARLING_FN void close_books(Last& last, Commands<Account> accounts, Commands<Coin> coins) {
  last = {};
  accounts.destroy_all();
  coins.destroy_all();
}

STARLING_FN void open_books(Shared<const Rules> rules, Commands<Account> accounts) {
  accounts.spawn_rows(static_cast<std::uint32_t>(rules->founders), Balance{100});
}

STARLING_FN void forget(Kept& kept) {
  kept = {};
}

struct Ledger {
  static constexpr auto name = "ledger";
  using Rules = ledger::Rules;
  using World = Singletons<Last, Count>;
  using Archetypes = TypeList<UpTo<Account, &Rules::accounts>, UpTo<Coin, &Rules::coins>,
                              Temporary<Note, &Rules::notes>, PerWorld<Clerk, &Rules::clerks>,
                              PerWorld<Slip, &Rules::orders>, PerWorld<Page, &Rules::lines>>;
  using Step = TaskGraph<Each<open>,
                         Repeat<outer_turns, Each<serve>, Repeat<inner_turns, Each<serve_inside>>>,
                         Each<thrive>, Commit, Each<serve_late>, EachWorld<levy>, Commit,
                         Each<look>, Each<copy>, EachWorld<count>>;
  using Start =
      TaskGraph<EachWorld<close_books>, Commit, EachWorld<open_books>, Commit, Each<forget>>;
  using Inputs = TypeList<Order>;
  using Outputs = TypeList<Seen, Line, Count>;

  static Rules set_up(Options& options, SharedData&) {
    Rules rules;
    const auto number = [&](const char* option, const char* help, std::int32_t& value) {
      value = static_cast<std::int32_t>(options.number(option, help, 0, 1 << 20, value));
    };
    number("accounts", "Most accounts", rules.accounts);
    number("coins", "Most coins", rules.coins);
    number("notes", "Most notes", rules.notes);
    number("clerks", "Clerks", rules.clerks);
    number("founders", "Accounts at the start", rules.founders);
    rules.orders = rules.clerks * static_cast<std::int32_t>(orders_a_clerk);
    rules.lines = rules.accounts + rules.coins;
    if (rules.lines < rules.notes) rules.lines = rules.notes;
    return rules;
  }
};

}  // namespace starling::tests::ledger
