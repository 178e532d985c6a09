/// Turns a graph in program order into stages and barriers, at compile time.
///
/// A stage is a run of leaves over the same rows that need no barrier between them: its rows are
/// loaded once, all its systems are called, and what changed is stored. A barrier stands where a
/// leaf reads rows of other owners that were written since the last one, or writes what others
/// read.
#pragma once

#include <array>

#include "engine/access.hpp"

namespace starling::detail {

enum class TokenKind : std::uint8_t { Leaf, LoopBegin, LoopEnd };

struct TokenInfo {
  TokenKind kind = TokenKind::Leaf;
  int times = 1;  ///< Of a LoopBegin.
  int match = 0;  ///< Index of the other end of a loop.
};

template <class Token>
struct TokenKindOf {
  static constexpr TokenInfo value{};
};
template <int times>
struct TokenKindOf<LoopBeginToken<times>> {
  static constexpr TokenInfo value{TokenKind::LoopBegin, times, 0};
};
template <>
struct TokenKindOf<LoopEndToken> {
  static constexpr TokenInfo value{TokenKind::LoopEnd, 1, 0};
};

/// Columns touched since the last barrier.
struct Hazards {
  ColumnSet own_read;
  ColumnSet written;
  ColumnSet remote_read;
  ColumnSet remote_written;
  ColumnSet recorded;

  constexpr bool operator==(const Hazards&) const = default;

  /// True if a leaf must wait for what was done before it.
  constexpr bool stop(const LeafAccess& leaf) const {
    const ColumnSet by_others = written | remote_written | recorded;
    return overlap(leaf.read_of_others(), by_others) ||
           overlap(leaf.own_read | leaf.mask_read, remote_written) ||
           overlap(leaf.written_by_owner(), remote_read | remote_written) ||
           overlap(leaf.remote_write, own_read | remote_read | by_others) ||
           overlap(leaf.recorded, remote_read | remote_written);
  }
  constexpr void add(const LeafAccess& leaf) {
    own_read = own_read | leaf.own_read | leaf.mask_read;
    written = written | leaf.written_by_owner();
    remote_read = remote_read | leaf.read_of_others();
    remote_written = remote_written | leaf.remote_write;
    recorded = recorded | leaf.recorded;
  }
  constexpr Hazards operator|(const Hazards& other) const {
    return {own_read | other.own_read, written | other.written, remote_read | other.remote_read,
            remote_written | other.remote_written, recorded | other.recorded};
  }
};

/// Stages and barriers of `size` tokens. `stage_end[t]` is one past the last token of the stage
/// that starts at t, or 0 if none starts there.
template <int size>
struct Plan {
  std::array<TokenInfo, size> tokens{};
  std::array<LeafAccess, size> access{};
  std::array<bool, size> barrier_before{};
  std::array<int, size> stage_end{};
  int stages = 0;    ///< Passes of one step, loops counted once.
  int barriers = 0;  ///< Barriers of one step, loops counted as often as they run.

  constexpr void match_loops() {
    std::array<int, size> open{};
    int depth = 0;
    for (int token = 0; token < size; ++token) {
      const auto at = static_cast<std::size_t>(token);
      if (tokens[at].kind == TokenKind::LoopBegin) open[static_cast<std::size_t>(depth++)] = token;
      if (tokens[at].kind == TokenKind::LoopEnd) {
        tokens[at].match = open[static_cast<std::size_t>(--depth)];
        tokens[static_cast<std::size_t>(tokens[at].match)].match = token;
      }
    }
  }

  /// Marks the barriers of tokens [begin, end), given what was touched before; returns what was
  /// touched since the last barrier.
  constexpr Hazards place_barriers(int begin, int end, Hazards hazards, bool every_leaf) {
    for (int token = begin; token < end; ++token) {
      const auto at = static_cast<std::size_t>(token);
      if (tokens[at].kind == TokenKind::LoopBegin) {
        hazards = place_loop_barriers(token + 1, tokens[at].match, hazards, every_leaf);
        token = tokens[at].match;
        continue;
      }
      barrier_before[at] = every_leaf || hazards.stop(access[at]);
      if (barrier_before[at]) hazards = {};
      hazards.add(access[at]);
    }
    return hazards;
  }

  /// A loop's body is entered from before it and from its own end: barriers must hold for both.
  constexpr Hazards place_loop_barriers(int begin, int end, Hazards before, bool every_leaf) {
    Hazards entry = before;
    while (true) {
      const Hazards after = place_barriers(begin, end, entry, every_leaf);
      const Hazards merged = entry | after;
      if (merged == entry) return after;
      entry = merged;
    }
  }

  /// One past the last token of the item at `token`: a leaf, or a loop with all it holds.
  constexpr int item_end(int token) const {
    const TokenInfo& info = tokens[static_cast<std::size_t>(token)];
    return info.kind == TokenKind::LoopBegin ? info.match + 1 : token + 1;
  }

  constexpr int first_leaf(int token) const {
    while (tokens[static_cast<std::size_t>(token)].kind != TokenKind::Leaf)
      ++token;
    return token;
  }

  /// True if an item can run row by row: one kind of rows, and no barrier inside. A loop's first
  /// leaf is inside too, since its barrier would be met in every turn.
  constexpr bool is_row_local(int begin, int end) const {
    const int first = first_leaf(begin);
    const bool is_loop = tokens[static_cast<std::size_t>(begin)].kind == TokenKind::LoopBegin;
    for (int token = begin; token < end; ++token) {
      const auto at = static_cast<std::size_t>(token);
      if (tokens[at].kind != TokenKind::Leaf) continue;
      if (!access[at].same_rows(access[static_cast<std::size_t>(first)])) return false;
      if (barrier_before[at] && (is_loop || token != first)) return false;
    }
    return true;
  }

  /// Groups tokens [begin, end) into stages; with `fused` off every leaf is its own.
  constexpr void group_stages(int begin, int end, bool fused) {
    int token = begin;
    while (token < end) {
      int stop = item_end(token);
      const bool is_loop = tokens[static_cast<std::size_t>(token)].kind == TokenKind::LoopBegin;
      if (is_loop && !(fused && is_row_local(token, stop))) {
        group_stages(token + 1, stop - 1, fused);
        token = stop;
        continue;
      }
      const LeafAccess& rows = access[static_cast<std::size_t>(first_leaf(token))];
      while (fused && stop < end && is_row_local(stop, item_end(stop)) &&
             !barrier_before[static_cast<std::size_t>(first_leaf(stop))] &&
             access[static_cast<std::size_t>(first_leaf(stop))].same_rows(rows)) {
        stop = item_end(stop);
      }
      stage_end[static_cast<std::size_t>(token)] = stop;
      ++stages;
      token = stop;
    }
  }

  constexpr int count_barriers(int begin, int end) const {
    int count = 0;
    for (int token = begin; token < end; token = item_end(token)) {
      const TokenInfo& info = tokens[static_cast<std::size_t>(token)];
      count += info.kind == TokenKind::LoopBegin
                   ? info.times * count_barriers(token + 1, info.match)
                   : (barrier_before[static_cast<std::size_t>(token)] ? 1 : 0);
    }
    return count;
  }
};

template <class Env, class Tokens>
struct PlanOf;

template <class Env, class... Tokens>
struct PlanOf<Env, TypeList<Tokens...>> {
  static constexpr int size = static_cast<int>(sizeof...(Tokens));

  /// `fused` off: a barrier and a pass of its own for every leaf. The steps of a launch are a loop
  /// around everything.
  static consteval Plan<size> make(bool fused) {
    Plan<size> plan;
    plan.tokens = {TokenKindOf<Tokens>::value...};
    plan.access = {TokenAccess<Env, Tokens>::value...};
    plan.match_loops();
    plan.place_loop_barriers(0, size, Hazards{}, !fused);
    plan.group_stages(0, size, fused);
    plan.barriers = plan.count_barriers(0, size);
    return plan;
  }
};

}  // namespace starling::detail
