/// Colours of constraints: those of one colour share no body that moves, so that they are solved at
/// the same time, and give the same in any order.
#pragma once

#include <cstdint>

#include "kernels/bits.hpp"

namespace starling::systems {

/// Colours that a body's constraints can have; the last one holds what none was left for, and is
/// solved by one thread in its rows' order.
inline constexpr std::int32_t most_colors = 16;
inline constexpr std::int32_t last_color = most_colors - 1;

/// A component of rows as many as bodies that move: the colours that its constraints have, as bits.
struct ColorsUsed {
  std::uint32_t bits = 0;
};

/// A component of rows as many as constraints, of kind `Constraint`.
template <class Constraint>
struct ColorOrder {
  std::int16_t row = 0;    ///< Of the constraint whose place this is in the order of colours.
  std::int16_t color = 0;  ///< Of the constraint whose row this is; -1: it holds nothing.
};

/// A component of `most_colors` rows: one past the last place of a colour in the order.
template <class Constraint>
struct ColorEnd {
  std::int32_t end = 0;
};

/// The lowest bit that is not set; at most last_color.
STARLING_FN std::int32_t lowest_free(std::uint32_t bits) {
  return kernels::lowest_bit(~bits | 1U << static_cast<std::uint32_t>(last_color));
}

namespace detail {

/// Greedy, in the order of rows; counts each colour in `ends`. Returns the number of colours.
template <class ConstraintRows, class UsedRows, class OrderRows, class EndRows>
STARLING_FN std::int32_t choose_colors(std::int32_t constraints, std::int32_t moving,
                                       const ConstraintRows& rows, const UsedRows& used,
                                       const OrderRows& order, const EndRows& ends) {
  std::int32_t colors = 0;
  for (std::int32_t row = 0; row < constraints; ++row) {
    const auto constraint = rows[row];
    if (!is_active(constraint)) {
      order.set(row, {0, -1});
      continue;
    }
    const std::int32_t a = constraint.a;
    const std::int32_t b = constraint.b;
    const std::uint32_t used_a = a < moving ? used[a].bits : 0U;
    const std::uint32_t used_b = b < moving ? used[b].bits : 0U;
    const std::int32_t chosen = lowest_free(used_a | used_b);
    const std::uint32_t bit = 1U << static_cast<std::uint32_t>(chosen);
    if (a < moving) used.set(a, {used_a | bit});
    if (b < moving) used.set(b, {used_b | bit});
    order.set(row, {0, static_cast<std::int16_t>(chosen)});
    ends.set(chosen, {ends[chosen].end + 1});
    colors = chosen >= colors ? chosen + 1 : colors;
  }
  return colors;
}

/// From counts of colours to where each ends, with their constraints' rows before.
template <class OrderRows, class EndRows>
STARLING_FN void place_by_color(std::int32_t constraints, std::int32_t colors,
                                const OrderRows& order, const EndRows& ends) {
  std::int32_t begin = 0;
  for (std::int32_t number = 0; number < colors; ++number) {
    const std::int32_t count = ends[number].end;
    ends.set(number, {begin});
    begin += count;
  }
  for (std::int32_t row = 0; row < constraints; ++row) {
    const std::int32_t chosen = order[row].color;
    if (chosen < 0) continue;
    const std::int32_t place = ends[chosen].end;
    ends.set(chosen, {place + 1});
    order.set(place, {static_cast<std::int16_t>(row), order[place].color});
  }
}

}  // namespace detail

/// Of a constraint's bodies `a` and `b`, those that do not move, from `moving` on, bind nothing,
/// nor does a constraint that is not `is_active`. One thread calls it. used: as many rows as move;
/// order: as many as constraints; ends: `most_colors`. Returns the number of colours.
template <class ConstraintRows, class UsedRows, class OrderRows, class EndRows>
STARLING_FN std::int32_t color(std::int32_t constraints, std::int32_t moving,
                               const ConstraintRows& rows, const UsedRows& used,
                               const OrderRows& order, const EndRows& ends) {
  for (std::int32_t body = 0; body < moving; ++body)
    used.set(body, ColorsUsed{});
  for (std::int32_t number = 0; number < most_colors; ++number)
    ends.set(number, {});
  const std::int32_t colors = detail::choose_colors(constraints, moving, rows, used, order, ends);
  detail::place_by_color(constraints, colors, order, ends);
  return colors;
}

/// Calls `solve(row)` for every constraint, colour by colour; all threads of a team call it.
template <class Team, class OrderRows, class EndRows, class Solve>
STARLING_FN void for_each_by_color(const Team& team, std::int32_t colors, const OrderRows& order,
                                   const EndRows& ends, const Solve& solve) {
  std::int32_t begin = 0;
  for (std::int32_t number = 0; number < colors; ++number) {
    const std::int32_t end = ends[number].end;
    const bool alone = number == last_color;
    const auto rank = static_cast<std::int32_t>(team.rank());
    const std::int32_t first = alone && rank != 0 ? end : begin + rank;
    const std::int32_t stride = alone ? 1 : static_cast<std::int32_t>(team.size());
    for (std::int32_t place = first; place < end; place += stride)
      solve(order[place].row);
    team.sync();
    begin = end;
  }
}

}  // namespace starling::systems
