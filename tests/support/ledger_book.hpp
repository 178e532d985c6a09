/// The rules of a table that grows, as a plain model: what commands and Commit are documented to do
/// to the rows of one archetype in one world, with vectors and loops.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/entity.hpp"

namespace starling::tests::ledger {

/// A handle, or that of the `ask`-th of those who wait in a book.
struct Name {
  Entity entity;
  int waits_in = -1;
  std::size_t ask = 0;
};

inline Name named(Entity entity) {
  Name name;
  name.entity = entity;
  return name;
}

struct Entry {
  Entity self;
  std::uint32_t units = 0;
  Name owner;
  bool is_doomed = false;
};

/// Who asked, in the order in which new rows follow: node, turn, row, call.
struct Asker {
  int node = 0;
  std::uint32_t turn = 0;
  std::uint32_t row = 0;
  std::uint32_t call = 0;

  auto operator<=>(const Asker&) const = default;
};

struct Ask {
  Asker asker;
  Entry entry;
};

/// As how many a call counts that asks for far more than there is room for.
inline std::uint64_t countable(std::uint64_t count, std::uint32_t capacity) {
  return std::min<std::uint64_t>(count, std::max<std::uint64_t>(1U << 20, capacity + 1U));
}

/// The rows of one archetype in one world.
struct Book {
  std::string archetype;
  std::uint32_t first_slot = 0;
  std::uint32_t capacity = 0;
  std::vector<Entry> rows;
  std::vector<bool> is_used;               ///< By slot.
  std::vector<std::uint32_t> generations;  ///< By slot: uses before.
  std::vector<Ask> asks;                   ///< At most as many as can be of use.
  std::uint64_t asked = 0;

  Book(std::string name, std::uint32_t first, std::int32_t rows_allowed)
      : archetype(std::move(name)),
        first_slot(first),
        capacity(static_cast<std::uint32_t>(rows_allowed)),
        is_used(capacity, false),
        generations(capacity, 0) {}

  bool lives(Entity entity) const {
    const std::uint64_t slot = std::uint64_t{entity.slot} - first_slot;
    return entity.slot >= first_slot && slot < capacity && is_used[slot] &&
           generations[slot] == entity.generation;
  }
  Entry* find(const Name& name) {
    if (name.waits_in >= 0 || !lives(name.entity)) return nullptr;
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const Entry& entry) { return entry.self == name.entity; });
    return found == rows.end() ? nullptr : &*found;
  }
  void destroy(const Name& name) {
    if (Entry* entry = find(name)) entry->is_doomed = true;
  }
  void destroy_all() {
    for (Entry& entry : rows)
      entry.is_doomed = true;
  }
  /// The place of the first among those who wait.
  std::size_t spawn(std::uint64_t count, const Asker& asker, std::uint32_t units,
                    const Name& owner = {}) {
    const std::size_t first = asks.size();
    asked += countable(count, capacity);
    for (std::uint64_t turn = 0; turn < count && asks.size() <= capacity; ++turn)
      asks.push_back({asker, {{}, units, owner}});
    return first;
  }

  /// Drops the dead, appends the new; returns the handles of those who waited, none where there was
  /// no room for all.
  std::vector<Entity> commit() {
    std::vector<Entity> names(asks.size());
    const bool has_room = rows.size() + asked <= capacity;
    for (const Entry& entry : rows) {
      if (!entry.is_doomed) continue;
      const std::size_t slot = entry.self.slot - first_slot;
      is_used[slot] = false;
      ++generations[slot];
    }
    std::erase_if(rows, [](const Entry& entry) { return entry.is_doomed; });
    if (has_room) append(names);
    asks.clear();
    asked = 0;
    return names;
  }

  void append(std::vector<Entity>& names) {
    std::vector<std::size_t> order(asks.size());
    for (std::size_t ask = 0; ask < order.size(); ++ask)
      order[ask] = ask;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return asks[a].asker < asks[b].asker; });
    for (const std::size_t ask : order) {
      const auto slot = static_cast<std::size_t>(std::find(is_used.begin(), is_used.end(), false) -
                                                 is_used.begin());
      is_used[slot] = true;
      names[ask] = {first_slot + static_cast<std::uint32_t>(slot), generations[slot]};
      rows.push_back(asks[ask].entry);
      rows.back().self = names[ask];
    }
  }
};

}  // namespace starling::tests::ledger
