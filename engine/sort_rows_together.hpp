/// Sorts the rows of a growing table in one world by key, then slot: the threads of a GPU's crew,
/// a warp or a block.
///
/// Threads take places within a key as they come, and then count who of the key has a lower slot:
/// what comes out hangs on no timing. Only CUDA files instantiate this.
#pragma once

#include "engine/sorted_table.hpp"
#include "kernels/crew.hpp"

namespace starling::detail {

template <class Table, class Crew>
struct SortRowsTogether {
  using Range = RangeOf<typename Table::Kind>;

  const Table& sorted;
  const Crew& crew;

  STARLING_FN void run() const {
    const RowIndex rows = sorted.rows();
    for (RowIndex index = rank(); index < sorted.keys(); index += threads())
      sorted.template write<Table::ranges>(index, Range{});
    crew.sync();
    take_places(rows);
    crew.sync();
    place_ranges();
    crew.sync();
    list_members(rows);
    crew.sync();
    rank_members(rows);
    crew.sync();
    move_columns(rows, typename Table::Moved{});
    for (RowIndex row = rank(); row < rows; row += threads())
      sorted.settle(row);
    crew.sync();
  }

 private:
  STARLING_FN RowIndex rank() const { return static_cast<RowIndex>(crew.rank()); }
  STARLING_FN RowIndex threads() const { return static_cast<RowIndex>(crew.size()); }

  STARLING_FN std::uint32_t* count_of(std::uint32_t own) const {
    const RowIndex row = sorted.tile.template state_row<Table::ranges_table>(
        sorted.world, static_cast<RowIndex>(own));
    auto* range = reinterpret_cast<Range*>(sorted.tile.template pointer<Table::ranges>().base);
    return &range[row].count;
  }

  /// Of every row, its turn among those of its key, as they come.
  STARLING_FN void take_places(RowIndex rows) const {
    for (RowIndex row = rank(); row < rows; row += threads()) {
      const std::uint32_t turn = kernels::atomic_take(count_of(sorted.key_of(row)), 1);
      sorted.note_source(row, static_cast<RowIndex>(turn), sorted.doom_of(row));
    }
  }

  /// Where each key's rows begin: one warp, each thread some neighbours.
  STARLING_FN void place_ranges() const {
    constexpr kernels::WarpCrew warp;
    if (rank() >= static_cast<RowIndex>(warp.size())) return;
    const RowIndex keys = sorted.keys();
    const auto lanes = static_cast<RowIndex>(warp.size());
    const RowIndex each = (keys + lanes - 1) / lanes;
    const RowIndex begin = rank() * each;
    const RowIndex end = begin + each < keys ? begin + each : keys;
    std::uint32_t own = 0;
    for (RowIndex index = begin; index < end; ++index)
      own += sorted.template read<Table::ranges>(index).count;
    std::uint32_t first = warp.sum(own).before;
    for (RowIndex index = begin; index < end; ++index) {
      const std::uint32_t count = sorted.template read<Table::ranges>(index).count;
      sorted.template write<Table::ranges>(index, Range{first, count});
      first += count;
    }
  }

  /// What a row is, where those of its key are listed: slot, row and fate.
  STARLING_FN void list_members(RowIndex rows) const {
    for (RowIndex row = rank(); row < rows; row += threads()) {
      const auto turn = static_cast<std::uint32_t>(sorted.source_of(row));
      const std::uint64_t slot = sorted.template read<Table::handles>(row).slot;
      const std::uint64_t doom = sorted.doom_of(row);
      const std::uint32_t place = range_of(row).first + turn;
      sorted.template write<Table::orders>(
          static_cast<RowIndex>(place),
          SpawnOrder{slot << 32 | static_cast<std::uint64_t>(row) << 1 | doom});
    }
  }
  STARLING_FN Range range_of(RowIndex row) const {
    return sorted.template read<Table::ranges>(static_cast<RowIndex>(sorted.key_of(row)));
  }

  STARLING_FN void rank_members(RowIndex rows) const {
    for (RowIndex place = rank(); place < rows; place += threads()) {
      const std::uint64_t own = member_at(place);
      const auto source = static_cast<RowIndex>((own & 0xffffffffU) >> 1);
      const Range range = range_of(source);
      std::uint32_t lower = 0;
      for (std::uint32_t other = 0; other < range.count; ++other)
        lower += member_at(static_cast<RowIndex>(range.first + other)) < own ? 1U : 0U;
      sorted.note_source(static_cast<RowIndex>(range.first + lower), source,
                         static_cast<std::uint32_t>(own & 1));
    }
  }
  STARLING_FN std::uint64_t member_at(RowIndex place) const {
    return sorted.template read<Table::orders>(place).key;
  }

  template <int... columns>
  STARLING_FN void move_columns(RowIndex rows, std::integer_sequence<int, columns...>) const {
    (move_column<columns>(rows), ...);
  }

  /// Part by part, since the orders hold 8 bytes of a row.
  template <int column>
  STARLING_FN void move_column(RowIndex rows) const {
    using T = typename Table::template Component<column>;
    constexpr std::size_t bytes = word_bytes<T>() < 8 ? word_bytes<T>() : 8;
    constexpr std::size_t parts = sizeof(T) / bytes;
    using Part = Word<bytes>;
    const auto& tile = sorted.tile;
    const RowIndex first = tile.template state_row<Table::table>(sorted.world, 0);
    auto* from = reinterpret_cast<Part*>(tile.template pointer<column>().base) +
                 first * static_cast<RowIndex>(parts);
    auto* spare = reinterpret_cast<Word<8>*>(tile.template pointer<Table::orders>().base) + first;
    STARLING_UNROLL
    for (std::size_t part = 0; part < parts; ++part) {
      const auto at = [&](RowIndex row) -> Part& {
        return from[row * static_cast<RowIndex>(parts) + static_cast<RowIndex>(part)];
      };
      for (RowIndex row = rank(); row < rows; row += threads())
        reinterpret_cast<Part&>(spare[row]) = at(sorted.source_of(row));
      crew.sync();
      for (RowIndex row = rank(); row < rows; row += threads())
        at(row) = reinterpret_cast<const Part&>(spare[row]);
      crew.sync();
    }
  }
};

}  // namespace starling::detail
