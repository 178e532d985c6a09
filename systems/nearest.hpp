/// The nearest of many rows, found by a team.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/environment.hpp"

namespace starling::systems {

/// How near a row is: by distance, then by the slot of its entity.
struct Nearness {
  static constexpr std::uint32_t none = 0xffffffffU;

  std::uint32_t distance = none;  ///< The bits of a float that is not negative, which order alike.
  std::uint32_t slot = none;
  std::uint32_t row = none;

  STARLING_FN bool is_before(const Nearness& other) const {
    return distance < other.distance || (distance == other.distance && slot < other.slot);
  }
};

namespace detail {

/// A thread's nearest rows so far, of those beyond what the team has taken.
template <std::size_t kept>
struct NearestOfThread {
  std::array<Nearness, kept> rows{};

  STARLING_FN void add(const Nearness& found) {
    if (!found.is_before(rows[kept - 1])) return;
    rows[kept - 1] = found;
    STARLING_UNROLL
    for (std::size_t at = kept - 1; at > 0; --at) {
      if (!rows[at].is_before(rows[at - 1])) continue;
      const Nearness nearer = rows[at];
      rows[at] = rows[at - 1];
      rows[at - 1] = nearer;
    }
  }
  STARLING_FN void drop_first() {
    STARLING_UNROLL
    for (std::size_t at = 1; at < kept; ++at)
      rows[at - 1] = rows[at];
    rows[kept - 1] = {};
  }
};

}  // namespace detail

/// Visits the `count` nearest of `rows` rows, or all where there are fewer: calls
/// `visit(rank, row)` for each, the nearest of rank 0, on the team's thread of that rank, or on the
/// only one in order. `nearness(row)` gives a Nearness; no two are alike.
///
/// Each thread of the team looks at every so many-th row and keeps the two nearest (alone, all);
/// seldom are more of them among the nearest of all, and it looks again.
template <std::size_t count, class Threads, class NearnessOf, class Visit>
STARLING_FN void visit_nearest(Threads team, RowIndex rows, NearnessOf nearness, Visit visit) {
  constexpr bool is_alone = Threads::size() == 1;
  static_assert(is_alone || count <= Threads::size());
  constexpr std::size_t kept = is_alone ? count : 2;
  detail::NearestOfThread<kept> nearest;
  const auto look = [&](const Nearness& taken, bool is_first) {
    nearest = {};
    for (auto row = static_cast<RowIndex>(team.rank()); row < rows;
         row += static_cast<RowIndex>(team.size())) {
      const Nearness found = nearness(row);
      if (is_first || taken.is_before(found)) nearest.add(found);
    }
  };
  Nearness taken;
  look(taken, true);
  std::uint32_t own_row = Nearness::none;  // of the thread's rank
  std::size_t left = kept;
  const auto turns = static_cast<std::uint32_t>(
      static_cast<std::size_t>(rows) < count ? static_cast<std::size_t>(rows) : count);
  for (std::uint32_t turn = 0; turn < turns; ++turn) {
    const Nearness own = nearest.rows[0];
    const std::uint32_t distance = team.lowest(own.distance);
    bool is_own = own.distance == distance;
    if (team.count(is_own).all > 1) {
      const std::uint32_t slot = team.lowest(is_own ? own.slot : Nearness::none);
      is_own = is_own && own.slot == slot;
    }
    taken = team.from(own, team.first(is_own));
    if constexpr (is_alone) {
      visit(turn, static_cast<RowIndex>(taken.row));
    } else if (team.rank() == turn) {
      own_row = taken.row;
    }
    if (is_own) {
      nearest.drop_first();
      --left;
    }
    if constexpr (!is_alone) {
      const bool is_short = is_own && left == 0;
      if (team.count(is_short).all > 0) {
        if (is_short) {
          look(taken, false);
          left = kept;
        }
        team.sync();
      }
    }
  }
  if constexpr (!is_alone) {
    if (team.rank() < turns) visit(team.rank(), static_cast<RowIndex>(own_row));
  }
}

/// The rows that visit_nearest finds, for every thread of the team; behind the last that there is
/// Nearness::none.
template <std::size_t count, class Threads, class NearnessOf>
STARLING_FN std::array<std::uint32_t, count> nearest_rows(Threads team, RowIndex rows,
                                                          NearnessOf nearness) {
  std::array<std::uint32_t, count> chosen;
  for (std::uint32_t& row : chosen)
    row = Nearness::none;
  std::uint32_t own_row = Nearness::none;
  visit_nearest<count>(team, rows, nearness, [&](std::uint32_t rank, RowIndex row) {
    if constexpr (Threads::size() == 1) {
      chosen[rank] = static_cast<std::uint32_t>(row);
    } else {
      own_row = static_cast<std::uint32_t>(row);
    }
  });
  if constexpr (Threads::size() > 1) {
    STARLING_UNROLL
    for (std::uint32_t rank = 0; rank < count; ++rank)
      chosen[rank] = team.from(own_row, rank);
  }
  return chosen;
}

}  // namespace starling::systems
