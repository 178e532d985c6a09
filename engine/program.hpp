/// A graph of an environment, flattened and scheduled: what the executors run.
#pragma once

#include <algorithm>

#include "engine/each_world_team.hpp"
#include "engine/schedule.hpp"

namespace starling::detail {

/// Columns that a range of tokens holds in registers, loads before and stores after.
struct HeldColumns {
  ColumnSet all;
  ColumnSet load;
  ColumnSet store;
};

/// 1 for HashWorlds, 2 for a Clear, 3 for a Commit, 0 for all else.
template <class Token>
inline constexpr int leaf_kind = 0;
template <class MaskList>
inline constexpr int leaf_kind<LeafToken<HashWorlds, MaskList>> = 1;
template <class T, class MaskList>
inline constexpr int leaf_kind<LeafToken<Clear<T>, MaskList>> = 2;
template <class MaskList>
inline constexpr int leaf_kind<LeafToken<Commit, MaskList>> = 3;

template <class Tokens>
struct LeafKinds;
template <class... Tokens>
struct LeafKinds<TypeList<Tokens...>> {
  static constexpr std::array<int, sizeof...(Tokens)> value = {leaf_kind<Tokens>...};
};

/// Threads of a CUDA warp's teams, and the scratch memory of all teams of a warp: 0 for a leaf that
/// no team of a world calls.
template <class Leaf>
struct TeamNeeds {
  static constexpr std::uint32_t lanes = 0;
  static constexpr std::uint32_t scratch_bytes_a_warp = 0;
};
template <class Leaf>
requires(LeafTraits<Leaf>::team_lanes > 0) struct TeamNeeds<Leaf> {
  static constexpr std::uint32_t lanes = LeafTraits<Leaf>::team_lanes;
  static constexpr std::uint32_t scratch_bytes_a_warp =
      teams_a_warp(lanes) * LeafTraits<Leaf>::scratch_stride_bytes;
};

/// Of all leaves of a list of tokens: the fewest lanes of any team, and the most scratch memory.
template <class Tokens>
struct AllTeamNeeds;
template <class... Tokens>
struct AllTeamNeeds<TypeList<Tokens...>> {
  template <class Token>
  struct NeedsOf : TeamNeeds<void> {};
  template <class Leaf, class MaskList>
  struct NeedsOf<LeafToken<Leaf, MaskList>> : TeamNeeds<Leaf> {};
  static constexpr std::uint32_t whole_warp_and_more = 33;
  static constexpr std::uint32_t fewest =
      std::min({whole_warp_and_more,
                NeedsOf<Tokens>::lanes == 0 ? whole_warp_and_more : NeedsOf<Tokens>::lanes...});
  static constexpr std::uint32_t lanes = fewest == whole_warp_and_more ? 0 : fewest;
  static constexpr std::uint32_t scratch_bytes_a_warp =
      std::max({0U, NeedsOf<Tokens>::scratch_bytes_a_warp...});
};

template <class Env_, class Graph, bool fused>
struct Program {
  using Env = Env_;
  using S = Schema<Env>;
  using Tokens = Flatten<Graph>;
  template <int token>
  using TokenAt = At<static_cast<std::size_t>(token), Tokens>;

  static constexpr int size = static_cast<int>(Tokens::size);
  static constexpr Plan<size> plan = PlanOf<Env, Tokens>::make(fused);
  static constexpr std::array<int, Tokens::size> leaf_kinds = LeafKinds<Tokens>::value;

  static consteval LeafAccess access(int token) {
    return plan.access[static_cast<std::size_t>(token)];
  }
  static consteval TokenInfo info(int token) {
    return plan.tokens[static_cast<std::size_t>(token)];
  }
  static consteval bool is_leaf(int token) { return info(token).kind == TokenKind::Leaf; }
  static consteval bool is_masked(int token) { return is_leaf(token) && access(token).masked; }
  static consteval bool is_hash(int token) {
    return leaf_kinds[static_cast<std::size_t>(token)] == 1;
  }
  static consteval bool is_clear(int token) {
    return leaf_kinds[static_cast<std::size_t>(token)] == 2;
  }

  /// CUDA threads that share a world at least, as far as any do; 0 where none do.
  static consteval std::uint32_t team_lanes() { return AllTeamNeeds<Tokens>::lanes; }
  static consteval std::uint32_t scratch_bytes_a_warp() {
    return AllTeamNeeds<Tokens>::scratch_bytes_a_warp;
  }

  static consteval bool is_commit(int token) {
    return leaf_kinds[static_cast<std::size_t>(token)] == 3;
  }

  /// True if a Commit stands behind every system that commands. One before it in a loop is none: it
  /// is not met after the last turn.
  static consteval bool commits_all() {
    bool waits = false;
    for (int token = 0; token < size; ++token) {
      if (!is_leaf(token)) continue;
      waits = !is_commit(token) && (waits || !access(token).recorded.empty());
    }
    return !waits;
  }

  /// Columns of a leaf that live in cells: its own row's, and the singletons it reads.
  static consteval ColumnSet cells_read(int token) {
    const LeafAccess& leaf = access(token);
    return leaf.own_read | (leaf.world_space ? ColumnSet{} : leaf.remote_read & singletons());
  }
  static consteval ColumnSet masks_read(int token) {
    const LeafAccess& leaf = access(token);
    return leaf.masked ? leaf.mask_read | (leaf.remote_read & singletons()) : ColumnSet{};
  }
  static consteval ColumnSet singletons() {
    ColumnSet columns;
    for (int column = 0; column < S::columns; ++column) {
      if (table_of(column) == 0) columns.add(column);
    }
    return columns;
  }
  static consteval int table_of(int column) {
    return table_in(column, std::make_index_sequence<static_cast<std::size_t>(S::columns)>{});
  }
  static consteval int size_of(int column) {
    return size_in(column, std::make_index_sequence<static_cast<std::size_t>(S::columns)>{});
  }
  static consteval ColumnSet exported() {
    return exported_in(std::make_index_sequence<static_cast<std::size_t>(S::columns)>{});
  }

  /// Rows of a world that a leaf runs over, of all its tables, where every world has as many.
  static consteval int rows_per_world(int token) {
    int rows = access(token).world_space ? 1 : 0;
    for (int table = 1; table < S::tables; ++table) {
      const bool runs = !access(token).world_space && (access(token).tables >> table & 1U) != 0;
      rows += runs ? S::rows(table) : 0;
    }
    return rows;
  }

  /// True if the rows of a world can be dealt to lanes that hold them: every world has as many, of
  /// a known size, and each is written by its owner alone.
  static consteval bool can_be_dealt() {
    bool can = S::all_fixed() && !S::has_strips();
    for (int token = 0; token < size; ++token) {
      if (!is_leaf(token)) continue;
      const LeafAccess leaf = access(token);
      can = can && !leaf.is_crew && !leaf.pairs_rows && leaf.remote_write.empty() &&
            leaf.recorded.empty() && leaf.roster_read.empty();
    }
    return can;
  }

  template <int a, int b>
  static constexpr bool shares_masks = is_leaf(b) && SameMasks<TokenAt<a>, TokenAt<b>>::value;

  /// One past the last token of the run at `token`: neighbouring leaves under the same masks.
  template <int token, int end>
  static consteval int masked_run_end() {
    if constexpr (token + 1 < end) {
      if constexpr (shares_masks<token, token + 1>) return masked_run_end<token + 1, end>();
    }
    return token + 1;
  }

  static consteval bool is_masked_loop(int token) {
    bool masked = false;
    if (info(token).kind == TokenKind::LoopBegin) {
      for (int inside = token; inside < info(token).match; ++inside) {
        masked = masked || is_masked(inside);
      }
    }
    return masked;
  }

  /// True if the masks of a run mean the same columns for every archetype of every leaf.
  static consteval bool judges_alike(int begin, int end) {
    for (int token = begin; token < end; ++token) {
      for (int table = 0; table < S::tables; ++table) {
        if ((access(token).tables >> table & 1U) == 0) continue;
        if (access(token).mask_read_by_table[static_cast<std::size_t>(table)] !=
            access(begin).mask_read_by_table[static_cast<std::size_t>(first_table(begin))]) {
          return false;
        }
      }
    }
    return true;
  }
  static consteval int first_table(int token) {
    int table = 0;
    while ((access(token).tables >> table & 1U) == 0)
      ++table;
    return table;
  }

  /// What a row needs for tokens [begin, end), apart from what only masked runs touch; with
  /// `over_steps` the state that those touch is held too, since it is loaded once for many steps.
  static consteval HeldColumns outer(int begin, int end, bool over_steps) {
    HeldColumns held;
    for (int token = begin; token < end; ++token) {
      if (!is_leaf(token)) continue;
      const ColumnSet touched = cells_read(token) | access(token).own_write;
      held.all = held.all | masks_read(token);
      if (!is_masked(token)) held.all = held.all | touched;
      if (over_steps) held.all = held.all | (touched - exported());
    }
    ColumnSet seen;
    for (int token = begin; token < end; ++token) {
      if (!is_leaf(token)) continue;
      const ColumnSet writes = access(token).own_write & held.all;
      ColumnSet reads = (cells_read(token) & held.all) | masks_read(token);
      if (is_masked(token)) reads = reads | writes;  // the rows left out keep what they had
      held.load = held.load | (reads - seen);
      held.store = held.store | writes;
      seen = seen | reads | writes;
    }
    return held;
  }

  /// What the masked run [begin, end) needs besides `held`.
  static consteval HeldColumns inner(int begin, int end, const ColumnSet& held_outside) {
    HeldColumns held;
    ColumnSet seen;
    for (int token = begin; token < end; ++token) {
      const ColumnSet reads = cells_read(token) - held_outside;
      const ColumnSet writes = access(token).own_write - held_outside;
      held.all = held.all | reads | writes;
      held.load = held.load | (reads - seen);
      held.store = held.store | writes;
      seen = seen | reads | writes;
    }
    return held;
  }

 private:
  template <std::size_t... indices>
  static consteval int table_in(int column, std::index_sequence<indices...>) {
    int table = 0;
    ((static_cast<int>(indices) == column
          ? table = S::template ColumnAt<static_cast<int>(indices)>::table
          : 0),
     ...);
    return table;
  }
  template <std::size_t... indices>
  static consteval int size_in(int column, std::index_sequence<indices...>) {
    constexpr int sizes[] = {
        static_cast<int>(sizeof(typename S::template Component<static_cast<int>(indices)>))...};
    return sizes[column];
  }
  template <std::size_t... indices>
  static consteval ColumnSet exported_in(std::index_sequence<indices...>) {
    ColumnSet columns;
    ((S::template is_exported<typename S::template Component<static_cast<int>(indices)>>
          ? columns.add(static_cast<int>(indices))
          : void()),
     ...);
    return columns;
  }
};

}  // namespace starling::detail
