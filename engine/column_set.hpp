/// A set of columns as a bit mask, for access sets and hazards at compile time.
#pragma once

#include <array>
#include <cstdint>

namespace starling {

/// Most columns of an environment, over all its tables.
inline constexpr int max_columns = 192;

/// Most archetypes of an environment, the world's own table included.
inline constexpr int max_tables = 16;

struct ColumnSet {
  std::array<std::uint64_t, max_columns / 64> words{};

  constexpr bool has(int column) const {
    return ((words[static_cast<unsigned>(column) / 64] >> (static_cast<unsigned>(column) % 64)) &
            1U) != 0;
  }
  constexpr void add(int column) {
    words[static_cast<unsigned>(column) / 64] |= std::uint64_t{1}
                                                 << (static_cast<unsigned>(column) % 64);
  }
  constexpr bool empty() const {
    for (const std::uint64_t word : words) {
      if (word != 0) return false;
    }
    return true;
  }
  constexpr int size() const {
    int columns = 0;
    for (int column = 0; column < max_columns; ++column)
      columns += has(column) ? 1 : 0;
    return columns;
  }
  constexpr bool operator==(const ColumnSet&) const = default;
};

constexpr ColumnSet operator|(ColumnSet a, const ColumnSet& b) {
  for (std::size_t index = 0; index < a.words.size(); ++index)
    a.words[index] |= b.words[index];
  return a;
}

constexpr ColumnSet operator&(ColumnSet a, const ColumnSet& b) {
  for (std::size_t index = 0; index < a.words.size(); ++index)
    a.words[index] &= b.words[index];
  return a;
}

/// The columns of a that are not in b.
constexpr ColumnSet operator-(ColumnSet a, const ColumnSet& b) {
  for (std::size_t index = 0; index < a.words.size(); ++index)
    a.words[index] &= ~b.words[index];
  return a;
}

constexpr bool overlap(const ColumnSet& a, const ColumnSet& b) {
  return !(a & b).empty();
}

}  // namespace starling
