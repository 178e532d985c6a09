/// The handles that components of a world keep: where they are, so that those of entities that
/// waited for a Commit can be replaced by what they became.
#pragma once

#include "engine/access.hpp"
#include "engine/tile.hpp"

namespace starling::detail {

template <class Visit>
struct ForEachHandle;

/// Calls visit(entity) for every handle inside a component, arrays and nested structs included.
template <class T, class Visit>
STARLING_FN constexpr void for_each_handle(T& value, Visit& visit) {
  using Value = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<Value, Entity>) {
    visit(value);
  } else if constexpr (is_scalar_field<Value>) {
    return;
  } else if constexpr (is_array_field<Value>) {
    for (auto& element : value)
      for_each_handle(element, visit);
  } else {
    with_members(value, ForEachHandle<Visit>{visit});
  }
}

template <class Visit>
struct ForEachHandle {
  Visit& visit;

  template <class... Members>
  STARLING_FN constexpr void operator()(Members&... members) const {
    (for_each_handle(members, visit), ...);
  }
};

struct HandleCounter {
  int handles = 0;

  STARLING_FN constexpr void operator()(Entity&) { ++handles; }
};

template <class T>
consteval bool keeps_handles() {
  T value{};
  HandleCounter counter;
  for_each_handle(value, counter);
  return counter.handles > 0;
}

template <class Env>
struct HandlesKept {
  using S = Schema<Env>;

  /// Whether a column keeps handles of others: the engine's own column of a table is not meant.
  template <int column>
  static consteval bool is_kept() {
    using T = typename S::template Component<column>;
    if constexpr (S::template is_exported<T> || std::is_same_v<T, Entity>) {
      return false;
    } else {
      return keeps_handles<T>();
    }
  }

  /// Replaces, in all rows of a world, the handle of each of the `asked` rows of `table` that
  /// waited, by place, by entity_at(place).
  template <int table, class Team, class EntityAt>
  STARLING_FN static void replace_pending(const Tile<Env>& tile, RowIndex world, const Team& team,
                                          std::uint32_t asked, EntityAt entity_at) {
    replace_in<0, table>(tile, world, team, asked, entity_at);
  }

 private:
  template <int column, int table, class Team, class EntityAt>
  STARLING_FN static void replace_in(const Tile<Env>& tile, RowIndex world, const Team& team,
                                     std::uint32_t asked, EntityAt entity_at) {
    if constexpr (column < S::columns) {
      if constexpr (is_kept<column>()) {
        constexpr int owner = S::template ColumnAt<column>::table;
        const RowIndex rows = rows_written<owner>(tile, world);
        for (auto row = static_cast<RowIndex>(team.rank()); row < rows;
             row += static_cast<RowIndex>(team.size())) {
          auto value = tile.template read<column>(0, world, row);
          bool changed = false;
          auto replace = [&](Entity& entity) {
            if (entity.generation != pending_generation + table) return;
            entity = entity.slot < asked ? entity_at(entity.slot) : Entity{};
            changed = true;
          };
          for_each_handle(value, replace);
          if (changed) tile.template write<column>(0, world, row, value);
        }
      }
      replace_in<column + 1, table>(tile, world, team, asked, entity_at);
    }
  }

  /// Rows of a world that may hold a handle: the living and those that wait.
  template <int owner>
  STARLING_FN static RowIndex rows_written(const Tile<Env>& tile, RowIndex world) {
    if constexpr (owner > 0 && S::grows(owner)) {
      const std::uint32_t waiting = *tile.template word<S::template population<owner>>(world, 4);
      const RowIndex living = tile.template rows<owner>(world);
      const RowIndex room = tile.template capacity<owner>() - living;
      return living +
             (waiting < static_cast<std::uint32_t>(room) ? static_cast<RowIndex>(waiting) : room);
    } else {
      return tile.template rows<owner>(world);
    }
  }
};

}  // namespace starling::detail
