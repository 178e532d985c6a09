/// A plain model of one world of the ledger: what its clerks' orders are documented to come to.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/environments/ledger.hpp"
#include "tests/support/ledger_book.hpp"

namespace starling::tests::ledger {

/// What a world that ran out of room reports.
struct Overflow {
  std::int64_t step = 0;
  std::string archetype;
  std::int64_t wanted = 0;
  std::int64_t allowed = 0;

  bool operator==(const Overflow&) const = default;
};

class World {
 public:
  explicit World(const Rules& rules)
      : rules_(rules),
        books_{Book{"Account", 0, rules.accounts},
               Book{"Coin", static_cast<std::uint32_t>(rules.accounts), rules.coins}},
        kept_(static_cast<std::size_t>(rules.clerks)) {
    restart(0);
  }

  /// A reset: `step` steps were done before.
  void restart(std::int64_t step) {
    overflow_.reset();
    last_ = {};
    was_set_ = false;
    for (Book& book : books_)
      book.destroy_all();
    commit(step);
    books_[0].spawn(static_cast<std::uint64_t>(rules_.founders), {}, 100);
    commit(step);
    for (Name& name : kept_)
      name = {};
  }

  /// orders: those of clerk after clerk.
  void step(const Order* orders, std::int64_t step) {
    const auto order_of = [&](std::size_t clerk, std::uint32_t index) -> const Order& {
      return orders[clerk * orders_a_clerk + index];
    };
    ink_.clear();
    for (std::uint32_t outer = 0; outer < outer_turns; ++outer) {
      for (std::size_t clerk = 0; clerk < kept_.size(); ++clerk) {
        std::uint32_t index = outer * (1 + inner_turns);
        obey(order_of(clerk, index), clerk, 0, outer);
        for (std::uint32_t inner = 0; inner < inner_turns; ++inner)
          obey(order_of(clerk, ++index), clerk, 1, outer * inner_turns + inner);
      }
    }
    thrive();
    commit(step);
    for (std::size_t clerk = 0; clerk < kept_.size(); ++clerk)
      obey(order_of(clerk, late_order), clerk, 3, 0);
    if (!kept_.empty()) levy(order_of(0, looked_up));
    commit(step);
  }

  Book& book(int index) { return books_[static_cast<std::size_t>(index)]; }
  const std::optional<Overflow>& overflow() const { return overflow_; }

  Seen seen(std::size_t clerk, const Order& order) {
    const Name given = named({order.slot, order.generation});
    const Entity kept = kept_[clerk].entity;
    return {kept.slot,
            kept.generation,
            find(kept_[clerk]) != nullptr,
            units_of(kept_[clerk]),
            find(given) != nullptr,
            units_of(given)};
  }
  std::vector<Line> lines() const {
    std::vector<Line> lines(static_cast<std::size_t>(rules_.lines));
    std::size_t at = 0;
    for (const Book& book : books_) {
      for (const Entry& entry : book.rows) {
        const Entity owner = entry.owner.entity;
        lines[at++] = {entry.self.slot, entry.self.generation, entry.units,
                       owner.slot,      owner.generation,      0};
      }
    }
    for (std::size_t note = 0; note < ink_.size(); ++note)
      lines[note].ink = ink_[note];
    return lines;
  }
  Count count() const {
    const auto size = [](const auto& rows) { return static_cast<std::uint32_t>(rows.size()); };
    return {size(books_[0].rows), size(books_[1].rows),    size(ink_),
            last_.entity.slot,    last_.entity.generation, was_set_ ? 1U : 0U};
  }

 private:
  Entry* find(const Name& name) {
    Entry* found = books_[0].find(name);
    return found != nullptr ? found : books_[1].find(name);
  }
  std::uint32_t units_of(const Name& name) {
    const Entry* entry = find(name);
    return entry == nullptr ? 0 : entry->units;
  }

  void obey(const Order& order, std::size_t clerk, int node, std::uint32_t turn) {
    const Asker asker{node, turn, static_cast<std::uint32_t>(clerk), 0};
    if (Verb{order.verb} == Verb::SpawnOwned) {
      const std::size_t place = books_[0].spawn(1, asker, order.units, kept_[clerk]);
      books_[1].spawn(1, asker, order.units + 1, Name{{}, 0, place});
    } else if (order.book < 2) {
      obey_in(static_cast<int>(order.book), order, kept_[clerk], asker);
    } else {
      write_notes(order, asker);
    }
  }

  void obey_in(int index, const Order& order, Name& kept, Asker asker) {
    Book& book = books_[static_cast<std::size_t>(index)];
    const auto spawn_one = [&](std::uint32_t more) {
      const std::size_t place = book.spawn(1, asker, order.units + more);
      asker.call += 1;
      return place;
    };
    switch (Verb{order.verb}) {
      case Verb::Spawn:
        for (std::uint32_t call = 0; call < order.count; ++call)
          spawn_one(call);
        break;
      case Verb::SpawnAlike:
        book.spawn(order.count, asker, order.units);
        break;
      case Verb::Keep:
        kept = {{}, index, spawn_one(0)};
        break;
      case Verb::KeepFirst: {
        const std::size_t place = book.spawn(order.count, asker, order.units);
        kept = order.count == 0 ? Name{} : Name{{}, index, place};
        break;
      }
      case Verb::SpawnAndDestroy:
        spawn_one(0);  // what waits is not alive yet
        break;
      case Verb::Destroy:
        book.destroy(named({order.slot, order.generation}));
        break;
      case Verb::DestroyKept:
        book.destroy(kept);
        break;
      case Verb::DestroyAll:
        book.destroy_all();
        break;
      default:
        break;
    }
  }

  void write_notes(const Order& order, Asker asker) {
    const bool alike = Verb{order.verb} == Verb::SpawnAlike;
    if (Verb{order.verb} == Verb::DestroyAll) forgets_ink_ = true;
    if (!alike && Verb{order.verb} != Verb::Spawn) return;
    notes_asked_ += countable(order.count, static_cast<std::uint32_t>(rules_.notes));
    for (std::uint32_t call = 0; call < order.count && notes_.size() <= 1000; ++call) {
      notes_.emplace_back(asker, order.units + (alike ? 0 : call));
      asker.call += alike ? 0 : 1;
    }
  }

  void thrive() {
    Book& accounts = books_[0];
    for (std::size_t row = 0; row < accounts.rows.size(); ++row) {
      Entry& entry = accounts.rows[row];
      const Asker asker{2, 0, static_cast<std::uint32_t>(row), 0};
      if (entry.units % 16 == 1) books_[1].spawn(1, asker, entry.units + 1, named(entry.self));
      if (entry.units % 16 == 2) entry.is_doomed = true;
    }
  }

  void levy(const Order& order) {
    Entry* entry = find(named({order.slot, order.generation}));
    was_set_ = entry != nullptr;
    if (entry != nullptr) entry->units = order.units;
    if (order.count % 4 != 1) return;
    last_ = {{}, 0, books_[0].spawn(1, {4, 0, 0, 0}, order.units + 5)};
  }

  void commit(std::int64_t step) {
    for (int index = 0; index < 2; ++index) {
      Book& book = books_[static_cast<std::size_t>(index)];
      refuse(step, book.archetype, book.rows.size() + book.asked, book.capacity, book.asked);
      const std::vector<Entity> names = book.commit();
      const auto resolve = [&](Name& name) {
        if (name.waits_in != index) return;
        name = named(name.ask < names.size() ? names[name.ask] : Entity{});
      };
      for (Book& other : books_) {
        for (Entry& entry : other.rows)
          resolve(entry.owner);
        for (Ask& ask : other.asks)
          resolve(ask.entry.owner);
      }
      std::for_each(kept_.begin(), kept_.end(), resolve);
      resolve(last_);
    }
    commit_notes(step);
  }

  void commit_notes(std::int64_t step) {
    const auto allowed = static_cast<std::uint64_t>(rules_.notes);
    const std::uint64_t wanted = ink_.size() + notes_asked_;
    refuse(step, "Note", wanted, allowed, notes_asked_);
    if (forgets_ink_) ink_.clear();
    if (wanted <= allowed) {
      std::stable_sort(notes_.begin(), notes_.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      for (const auto& [asker, units] : notes_)
        ink_.push_back(units);
    }
    notes_.clear();
    notes_asked_ = 0;
    forgets_ink_ = false;
  }

  void refuse(std::int64_t step, const std::string& archetype, std::uint64_t wanted,
              std::uint64_t allowed, std::uint64_t asked) {
    if (wanted <= allowed || asked == 0 || overflow_) return;
    overflow_ = {step, archetype, static_cast<std::int64_t>(wanted),
                 static_cast<std::int64_t>(allowed)};
  }

  Rules rules_;
  std::array<Book, 2> books_;
  std::vector<Name> kept_;  ///< By clerk.
  Name last_;
  bool was_set_ = false;
  std::vector<std::uint32_t> ink_;  ///< The notes that live.
  std::vector<std::pair<Asker, std::uint32_t>> notes_;
  std::uint64_t notes_asked_ = 0;
  bool forgets_ink_ = false;
  std::optional<Overflow> overflow_;
};

}  // namespace starling::tests::ledger
