/// How two contestants' columns are compared, on the host and on the device: bit for bit, unit by
/// unit, final observations by the episode that they belong to.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/platform.hpp"
#include "tests/bench/contestant.hpp"

namespace starling::bench {

/// Units that differ are counted in words of 4 bytes, or in bytes where rows are no multiple.
inline constexpr std::int64_t word_bytes = 4;

/// Two views of one column, and the endings of the worlds where it holds final observations.
struct ColumnPair {
  ExportView a;
  ExportView b;
  ExportView endings;
};

STARLING_FN const std::byte* row_of(const ExportView& view, std::int64_t slot, std::int64_t row) {
  return view.data + (slot * view.slot_rows + row) * view.stride_bytes;
}

/// Whether an Ending is set, whatever its bytes are: poison counts as set.
STARLING_FN bool has_ended(const std::byte* ending) {
  return ending[0] != std::byte{0} || ending[1] != std::byte{0};
}

/// Differing units of one row of `row_bytes` bytes.
template <class Unit>
STARLING_FN std::int64_t differing_units(const std::byte* a, const std::byte* b,
                                         std::int64_t row_bytes) {
  const auto* of_a = reinterpret_cast<const Unit*>(a);
  const auto* of_b = reinterpret_cast<const Unit*>(b);
  const std::int64_t units = row_bytes / static_cast<std::int64_t>(sizeof(Unit));
  std::int64_t differing = 0;
  for (std::int64_t unit = 0; unit < units; ++unit)
    differing += of_a[unit] != of_b[unit] ? 1 : 0;
  return differing;
}

/// Differing units of the final observations of one row, over all steps of a launch. The n-th
/// episode that ended is in slot n of the one order, and in the slot of its step in the other.
template <class Unit>
STARLING_FN std::int64_t differing_finals(const ColumnPair& pair, std::int64_t row) {
  const std::int64_t world = row / (pair.a.slot_rows / pair.endings.slot_rows);
  std::int64_t differing = 0;
  std::int64_t ended = 0;
  for (std::int64_t step = 0; step < pair.endings.slots; ++step) {
    if (!has_ended(row_of(pair.endings, step, world))) continue;
    const std::int64_t slot_of_a = pair.a.order == SlotOrder::Steps ? step : ended;
    const std::int64_t slot_of_b = pair.b.order == SlotOrder::Steps ? step : ended;
    differing += differing_units<Unit>(row_of(pair.a, slot_of_a, row),
                                       row_of(pair.b, slot_of_b, row), pair.a.row_bytes);
    ++ended;
  }
  return differing;
}

/// Whether two views can be compared at all.
inline bool are_alike(const ExportView& a, const ExportView& b) {
  return a.slots == b.slots && a.slot_rows == b.slot_rows && a.row_bytes == b.row_bytes;
}

}  // namespace starling::bench
