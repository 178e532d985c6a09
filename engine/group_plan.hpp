/// What a group holds in registers over all steps of a launch, and what it shows to its lanes when.
#pragma once

#include "engine/group_deal.hpp"

namespace starling::detail {

/// Exported components wider than this stay in memory: a group has their registers only while a
/// system works on them.
inline constexpr std::size_t widest_held_bytes = 32;

/// Plan of a group's registers. What is not held is loaded for each system that touches it, and
/// stored behind it: wide exports, and what only rare, masked work touches in rows that are dealt
/// out.
template <class Program, class Deal>
struct GroupPlan {
  using S = typename Program::S;
  static constexpr int size = Program::size;

  HeldColumns held;
  std::array<ColumnSet, size> publish{};  ///< What a leaf reads of others, written since.
  std::array<int, size> run_end{};        ///< One past the run of leaves under the same masks.

  static consteval GroupPlan make() {
    GroupPlan plan;
    plan.find_runs(std::make_index_sequence<static_cast<std::size_t>(size)>{});
    plan.choose_held();
    ColumnSet dirty;
    while (true) {
      const ColumnSet after = dirty | plan.mark_published(0, size, dirty);
      if (after == dirty) break;
      dirty = after;
    }
    return plan;
  }

  /// Columns of archetypes that some leaf reads in rows of others.
  static consteval ColumnSet published() {
    ColumnSet columns;
    for (int token = 0; token < size; ++token)
      columns = columns | reads_of_others(token);
    return columns;
  }

  static consteval ColumnSet reads_of_others(int token) {
    if (!Program::is_leaf(token) || Program::is_hash(token)) return {};
    return Program::access(token).remote_read - Program::singletons();
  }

  /// Columns of the leaf's own rows.
  static consteval ColumnSet own(int token) {
    return Program::access(token).own_read | Program::access(token).own_write;
  }

  /// Whether a Clear can be left to the leaf behind it, which has the column next, in every row.
  static consteval bool is_left_to_next(int token, int column) {
    for (int next = token + 1; next < size && Program::is_leaf(next); ++next) {
      if (own(next).has(column)) return !Program::access(next).masked;
    }
    return false;
  }

  /// Whether a leaf finds T{} in a column that is not held: a Clear before was left to it.
  static consteval bool starts_cleared(int token, int column) {
    for (int before = token - 1; before >= 0 && Program::is_leaf(before); --before) {
      if (own(before).has(column)) return Program::is_clear(before) && !is_masked(token);
    }
    return false;
  }
  static consteval bool is_masked(int token) { return Program::access(token).masked; }

  /// Whether all that some leaf reads in rows of others can be held: what is published comes from
  /// registers.
  static consteval bool can_hold_reads() {
    ColumnSet columns;
    for (int token = 0; token < size; ++token) {
      if (Program::is_leaf(token)) columns = columns | of_others(token);
    }
    return !overlap(columns, wide());
  }

  /// Registers' worth of bytes that a lane holds.
  static consteval int held_bytes() {
    constexpr GroupPlan plan = make();
    int bytes = 0;
    for (int column = 0; column < S::columns; ++column) {
      const int width = Program::size_of(column);
      const int table = Program::table_of(column);
      if (!plan.held.all.has(column)) continue;
      if (!Deal::is_dealt(table)) {
        bytes += width;
        continue;
      }
      for (int slot = 0; slot < Deal::slots; ++slot)
        bytes += Deal::is_in_slot(table, slot) ? width : 0;
    }
    return bytes;
  }

 private:
  template <std::size_t... tokens>
  constexpr void find_runs(std::index_sequence<tokens...>) {
    run_end = {Program::template masked_run_end<static_cast<int>(tokens), size>()...};
  }

  static consteval ColumnSet wide() {
    ColumnSet columns;
    for (int column = 0; column < S::columns; ++column) {
      if (Program::size_of(column) > static_cast<int>(widest_held_bytes)) columns.add(column);
    }
    return columns & Program::exported();
  }

  /// What masked work alone does not bring into registers. A world's own state is worth holding
  /// over many steps: loaded where it is needed, it was over half of CartPole's stalls.
  static consteval ColumnSet rarely_touched() {
    ColumnSet columns = Program::exported();
    for (int column = 0; column < S::columns; ++column) {
      if (Deal::one_step || Deal::is_dealt(Program::table_of(column))) columns.add(column);
    }
    return columns;
  }

  consteval void choose_held() {
    for (int token = 0; token < size; ++token) {
      if (!Program::is_leaf(token)) continue;
      const LeafAccess& leaf = Program::access(token);
      const ColumnSet rare = leaf.masked ? rarely_touched() : ColumnSet{};
      held.all = held.all | (touched(token) - rare) | leaf.mask_read | of_others(token);
    }
    held.all = held.all - wide();
    ColumnSet seen;
    for (int token = 0; token < size; ++token) {
      if (!Program::is_leaf(token)) continue;
      const LeafAccess& leaf = Program::access(token);
      const ColumnSet writes = leaf.own_write & held.all;
      ColumnSet reads = (touched(token) - leaf.own_write) | leaf.own_read | leaf.mask_read;
      if (Program::is_hash(token)) reads = {};
      reads = (reads | of_others(token)) & held.all;
      if (leaf.masked) reads = reads | writes;  // the rows left out keep what they had
      held.load = held.load | (reads - seen);
      held.store = held.store | writes;
      seen = seen | reads | writes;
    }
  }

  /// A hash reads memory.
  static consteval ColumnSet touched(int token) {
    return Program::is_hash(token) ? Program::access(token).own_write : own(token);
  }
  static consteval ColumnSet of_others(int token) {
    return Program::is_hash(token) ? ColumnSet{} : Program::access(token).remote_read;
  }

  /// Marks what tokens [begin, end) must publish, given what has been written and not published
  /// before; returns what has been after. A masked run may be left out, and what it publishes is
  /// then still to be.
  consteval ColumnSet mark_published(int begin, int end, ColumnSet dirty) {
    for (int token = begin; token < end;) {
      if (!Program::is_leaf(token)) {
        const int match = Program::info(token).match;
        const ColumnSet once = mark_published(token + 1, match, dirty);
        dirty = mark_published(token + 1, match, dirty | once);
        token = match + 1;
        continue;
      }
      const int stop = run_end[static_cast<std::size_t>(token)];
      const bool masked = Program::access(token).masked;
      ColumnSet inside = dirty;
      ColumnSet written;
      for (int leaf = token; leaf < stop; ++leaf) {
        const ColumnSet needed = reads_of_others(leaf) & inside;
        publish[static_cast<std::size_t>(leaf)] = publish[static_cast<std::size_t>(leaf)] | needed;
        const ColumnSet writes = Program::access(leaf).own_write & published();
        inside = (inside - needed) | writes;
        written = written | writes;
      }
      dirty = masked ? dirty | written : inside;
      token = stop;
    }
    return dirty;
  }
};

}  // namespace starling::detail
