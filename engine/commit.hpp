/// Makes spawns and destroys take effect in one world: the living close up, new rows follow.
///
/// A team of threads works on a world: one CPU thread, or a warp. What comes out does not depend on
/// the team: new rows are ordered by who asked, and take the lowest free slots in that order.
#pragma once

#include "engine/cells.hpp"
#include "engine/handles_kept.hpp"
#include "kernels/crew.hpp"

namespace starling::detail {

/// The columns of a table that move with its rows.
template <class Env, int table>
struct MovedColumns {
  static consteval ColumnSet value() {
    return columns_of_table<Env>(table) - columns_with<Env, SpawnOrder, RowFate>();
  }
};

/// The rows of one growing table in one world, during a Commit.
template <class Env, int table, class Team>
struct TableCommit {
  using S = Schema<Env>;
  using Indices = IndicesOf<MovedColumns<Env, table>>;
  using MovedRow = Cells<Env, Indices>;

  static constexpr int population = S::template population<table>;
  static constexpr int slots_table = S::template slots_table<table>;
  static constexpr bool has_handles = slots_table >= 0;
  static constexpr int orders = S::template column_in<SpawnOrder>(table);
  static constexpr int fates = S::template column_in<RowFate>(table);
  static constexpr int handles = S::template column_in<Entity>(table);
  static constexpr int slots = S::template column_in<Slot>(has_handles ? slots_table : 0);

  const Tile<Env>& tile;
  const RowIndex world;
  const Team team{};
  const RowIndex rows = static_cast<RowIndex>(*word(0));
  const bool all_doomed = *word(8) > 1;
  RowIndex asked = static_cast<RowIndex>(*word(4));

  /// Whether rows wait to come or to go.
  STARLING_FN static bool is_wanted(const Tile<Env>& tile, RowIndex world) {
    const std::uint32_t* asked = tile.template word<population>(world, 4);
    const std::uint32_t* doomed = tile.template word<population>(world, 8);
    return (*asked | *doomed) != 0;
  }

  /// `order` is the step and node of the Commit, as in an error word.
  STARLING_FN static void run(const Tile<Env>& tile, RowIndex world, std::uint64_t order) {
    if (!is_wanted(tile, world)) return;
    TableCommit commit{tile, world};
    commit.run(order);
  }

 private:
  STARLING_FN std::uint32_t* word(std::ptrdiff_t offset_bytes) const {
    return tile.template word<population>(world, offset_bytes);
  }
  STARLING_FN RowIndex rank() const { return static_cast<RowIndex>(team.rank()); }
  STARLING_FN RowIndex threads() const { return static_cast<RowIndex>(team.size()); }

  template <int column>
  STARLING_FN auto read(RowIndex row) const {
    return tile.template read<column>(0, world, row);
  }
  template <int column, class T>
  STARLING_FN void write(RowIndex row, const T& value) const {
    tile.template write<column>(0, world, row, value);
  }

  STARLING_FN void run(std::uint64_t order) {
    refuse_overflow(order);
    team.sync();
    rank_waiting();
    free_slots();
    const RowIndex living = close_up();
    if constexpr (has_handles) take_slots(living);
    team.sync();
    name_pending(living);
    team.sync();  // until here fates are the ranks of rows that waited
    for (RowIndex row = rank(); row < rows + asked; row += threads())
      write<fates>(row, RowFate{});
    team.sync();
    if (team.rank() == 0) {
      *word(0) = static_cast<std::uint32_t>(living + asked);
      *word(4) = 0;
      *word(8) = 0;
    }
    team.sync();
  }

  /// Where there is no room for all that wait, none is made: which of them were written hangs on
  /// the timing of threads.
  STARLING_FN void refuse_overflow(std::uint64_t order) {
    const auto wanted = static_cast<std::uint64_t>(rows) + *word(4);
    const auto allowed = static_cast<std::uint64_t>(tile.template capacity<table>());
    if (wanted <= allowed) return;
    asked = 0;
    const std::uint64_t error =
        order | std::uint64_t{table} << 8 | static_cast<std::uint64_t>(ErrorKind::TableFull);
    constexpr int detail = S::template column_in<ErrorDetail>(0);
    constexpr int error_word = S::template column_in<ErrorWord>(0);
    if (team.rank() != 0 || read_singleton<error_word>().word <= error) return;
    tile.template write<error_word>(0, world, 0, ErrorWord{error});
    tile.template write<detail>(0, world, 0,
                                ErrorDetail{error, wanted, static_cast<std::uint32_t>(allowed),
                                            static_cast<std::uint32_t>(table)});
  }
  template <int column>
  STARLING_FN auto read_singleton() const {
    return tile.template read<column>(0, world, 0);
  }

  /// Puts the waiting rows in order, and their ranks in the order in which they waited into their
  /// fates.
  STARLING_FN void rank_waiting() {
    bool in_order = true;
    for (RowIndex place = rank(); place + 1 < asked; place += threads())
      in_order = in_order && order_at(place) <= order_at(place + 1);
    const bool is_sorted = team.count(!in_order).all == 0;
    for (RowIndex place = rank(); place < asked; place += threads())
      write<fates>(rows + place,
                   RowFate{static_cast<std::uint32_t>(is_sorted ? place : rank_of(place))});
    team.sync();
    if (!is_sorted && team.rank() == 0) permute_waiting();
    team.sync();
  }
  STARLING_FN std::uint64_t order_at(RowIndex place) const {
    return read<orders>(rows + place).key;
  }
  STARLING_FN RowIndex rank_of(RowIndex place) const {
    const std::uint64_t own = order_at(place);
    RowIndex before = 0;
    for (RowIndex other = 0; other < asked; ++other) {
      const std::uint64_t order = order_at(other);
      before += order < own || (order == own && other < place) ? 1 : 0;
    }
    return before;
  }

  /// Follows each cycle of the permutation from its lowest place. Rarely are there many.
  STARLING_FN void permute_waiting() const {
    const auto rank_at = [&](RowIndex place) {
      return static_cast<RowIndex>(read<fates>(rows + place).value);
    };
    for (RowIndex start = 0; start < asked; ++start) {
      RowIndex place = rank_at(start);
      while (place > start)
        place = rank_at(place);
      if (place < start || rank_at(start) == start) continue;
      MovedRow carried;
      load_row(start, carried);
      for (place = rank_at(start); place != start; place = rank_at(place)) {
        MovedRow next;
        load_row(place, next);
        store_row(place, carried);
        carried = next;
      }
      store_row(start, carried);
    }
  }
  STARLING_FN void load_row(RowIndex place, MovedRow& row) const {
    load_cells(rows + place, row, Indices{});
  }
  STARLING_FN void store_row(RowIndex place, MovedRow& row) const {
    store_cells(rows + place, row, Indices{});
  }
  template <int... columns>
  STARLING_FN void load_cells(RowIndex row, MovedRow& cells,
                              std::integer_sequence<int, columns...>) const {
    ((cells.template get<columns>() = read<columns>(row)), ...);
  }
  template <int... columns>
  STARLING_FN void store_cells(RowIndex row, MovedRow& cells,
                               std::integer_sequence<int, columns...>) const {
    (write<columns>(row, cells.template get<columns>()), ...);
  }

  STARLING_FN bool is_doomed(RowIndex row) const {
    return row < rows && (all_doomed || read<fates>(row).value == RowFate::doomed);
  }

  STARLING_FN void free_slots() const {
    if constexpr (has_handles) {
      for (RowIndex row = rank(); row < rows; row += threads()) {
        if (!is_doomed(row)) continue;
        const Entity entity = read<handles>(row);
        const std::uint32_t next = entity.generation + 1;
        write<slots>(slot_of(entity), Slot{Slot::free, next < pending_generation ? next : 0});
      }
    }
  }
  STARLING_FN RowIndex slot_of(Entity entity) const {
    return static_cast<RowIndex>(entity.slot - tile.template first_entity<table>());
  }

  /// Moves the living and the waiting rows up to where none is missing; returns how many live. Rows
  /// move to lower places alone, and a team's rows are all read before any of them is written.
  STARLING_FN RowIndex close_up() const {
    RowIndex filled = 0;
    RowIndex living = 0;
    for (RowIndex first = 0; first < rows + asked; first += threads()) {
      const RowIndex row = first + rank();
      const bool stays = row < rows + asked && !is_doomed(row);
      const kernels::Votes staying = team.count(stays);
      const kernels::Votes old = team.count(stays && row < rows);
      const RowIndex to = filled + static_cast<RowIndex>(staying.before);
      const bool moves = stays && to != row;
      MovedRow cells;
      if (moves) load_cells(row, cells, Indices{});
      team.sync();
      if (moves) {
        store_cells(to, cells, Indices{});
        if constexpr (has_handles) {
          if (row < rows) {
            const Entity entity = cells.template get<handles>();
            write<slots>(slot_of(entity), Slot{static_cast<std::uint32_t>(to), entity.generation});
          }
        }
      }
      team.sync();
      filled += static_cast<RowIndex>(staying.all);
      living += static_cast<RowIndex>(old.all);
    }
    return living;
  }

  /// The k-th new row takes the k-th lowest free slot.
  STARLING_FN void take_slots(RowIndex living) const {
    const RowIndex capacity = tile.template capacity<table>();
    RowIndex given = 0;
    for (RowIndex first = 0; first < capacity && given < asked; first += threads()) {
      const RowIndex slot = first + rank();
      Slot found{0, 0};
      if (slot < capacity) found = read<slots>(slot);
      const bool is_free = found.row == Slot::free;
      const kernels::Votes free = team.count(is_free);
      const RowIndex turn = given + static_cast<RowIndex>(free.before);
      if (is_free && turn < asked) {
        const auto row = static_cast<std::uint32_t>(living + turn);
        write<slots>(slot, Slot{row, found.generation});
        write<handles>(living + turn, Entity{tile.template first_entity<table>() +
                                                 static_cast<std::uint32_t>(slot),
                                             found.generation});
      }
      given += static_cast<RowIndex>(free.all);
    }
  }

  /// Handles of entities that waited, wherever the world keeps them, become those of the living.
  STARLING_FN void name_pending(RowIndex living) const {
    if constexpr (has_handles) {
      HandlesKept<Env>::template replace_pending<table>(
          tile, world, team, static_cast<std::uint32_t>(asked), [&](std::uint32_t place) {
            const auto rank_then =
                static_cast<RowIndex>(read<fates>(rows + static_cast<RowIndex>(place)).value);
            return read<handles>(living + rank_then);
          });
    }
  }
};

}  // namespace starling::detail
