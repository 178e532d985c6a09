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

/// The rows of the `count` nearest of `rows` rows, the nearest first; behind the last that there is
/// Nearness::none. `nearness(row)` gives a Nearness; no two are alike.
///
/// Each thread of the team looks at every so many-th row and keeps the two nearest (alone, all);
/// seldom are more of them among the nearest of all, and it looks again.
template <std::size_t count, class Threads, class NearnessOf>
STARLING_FN std::array<std::uint32_t, count> nearest_rows(Threads team, RowIndex rows,
                                                          NearnessOf nearness) {
  constexpr bool is_alone = Threads::size() == 1;
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
  std::array<std::uint32_t, count> chosen;
  for (std::uint32_t& row : chosen)
    row = Nearness::none;
  std::uint32_t kept_row = Nearness::none;  // thread k of a warp keeps the k-th
  std::size_t left = kept;
  const std::size_t turns =
      static_cast<std::size_t>(rows) < count ? static_cast<std::size_t>(rows) : count;
  for (std::size_t turn = 0; turn < turns; ++turn) {
    const Nearness own = nearest.rows[0];
    const std::uint32_t distance = team.lowest(own.distance);
    const std::uint32_t slot = team.lowest(own.distance == distance ? own.slot : Nearness::none);
    const bool is_own = own.distance == distance && own.slot == slot;
    taken = {distance, slot, team.from(own.row, team.first(is_own))};
    if constexpr (is_alone) {
      chosen[turn] = taken.row;
    } else if (team.rank() == turn) {
      kept_row = taken.row;
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
    static_assert(count <= Threads::size());
    STARLING_UNROLL
    for (std::size_t turn = 0; turn < count; ++turn)
      chosen[turn] = team.from(kept_row, static_cast<std::uint32_t>(turn));
  }
  return chosen;
}

}  // namespace starling::systems
