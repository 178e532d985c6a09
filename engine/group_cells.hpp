/// The registers of a lane: the world's components, and those of its rows, slot by slot.
#pragma once

#include "engine/group_plan.hpp"
#include "engine/stage.hpp"

namespace starling::detail {

/// The columns that a group's plan names, as sets that a template can take.
template <class Program, class Deal>
struct GroupColumns {
  using Plan = GroupPlan<Program, Deal>;
  static constexpr Plan plan = Plan::make();

  /// Of a set: the columns of the world itself (slot < 0), or of one table in a slot.
  static consteval ColumnSet part(const ColumnSet& columns, int slot, int table) {
    ColumnSet kept;
    for (int column = 0; column < Program::S::columns; ++column) {
      const int owner = Program::table_of(column);
      const bool here = slot < 0 ? !Deal::is_dealt(owner) && Deal::rows(owner) > 0
                                 : owner == table && Deal::is_in_slot(table, slot);
      if (columns.has(column) && here) kept.add(column);
    }
    return kept;
  }

  struct World {
    static consteval ColumnSet value() { return part(plan.held.all, -1, 0); }
  };

  /// Cells of a slot, archetypes that share a component sharing its cell.
  template <int slot>
  struct Slot {
    static consteval ColumnSet value() {
      ColumnSet cells;
      for (int column = 0; column < Program::S::columns; ++column) {
        const int table = Program::table_of(column);
        if (plan.held.all.has(column) && Deal::is_in_slot(table, slot))
          cells.add(Deal::cell_of(column));
      }
      return cells;
    }
  };

  enum class Which : std::uint8_t { LoadState, LoadExported, StoreState, StoreExported };

  template <Which which, int slot, int table>
  struct Held {
    static consteval ColumnSet value() {
      const bool loads = which == Which::LoadState || which == Which::LoadExported;
      const ColumnSet all = part(loads ? plan.held.load : plan.held.store, slot, table);
      const bool exported = which == Which::LoadExported || which == Which::StoreExported;
      return exported ? all & Program::exported() : all - Program::exported();
    }
  };

  /// Columns that a leaf (token < 0: the start of a launch) must publish of a table of one row, and
  /// cells that it must of a slot.
  template <int token, int table>
  struct Published {
    static consteval ColumnSet value() {
      ColumnSet kept;
      for (int column = 0; column < Program::S::columns; ++column) {
        if (published_by(token).has(column) && Program::table_of(column) == table) kept.add(column);
      }
      return kept;
    }
  };
  template <int token, int slot>
  struct PublishedInSlot {
    static consteval ColumnSet value() {
      ColumnSet cells;
      for (int column = 0; column < Program::S::columns; ++column) {
        const bool here = Deal::is_in_slot(Program::table_of(column), slot);
        if (here && published_by(token).has(column)) cells.add(Deal::cell_of(column));
      }
      return cells;
    }
  };
  static consteval ColumnSet published_by(int token) {
    return token < 0 ? Plan::published() : plan.publish[static_cast<std::size_t>(token)];
  }
  static consteval bool publishes(int begin, int end) {
    for (int token = begin; token < end; ++token) {
      if (!plan.publish[static_cast<std::size_t>(token)].empty()) return true;
    }
    return false;
  }

  /// Columns of a leaf's own row that are not held, in one of its tables.
  template <int token, int table>
  struct Unheld {
    static consteval ColumnSet value() {
      ColumnSet kept;
      for (int column = 0; column < Program::S::columns; ++column) {
        const int owner = Program::table_of(column);
        const bool here = Deal::is_dealt(table) ? owner == table : !Deal::is_dealt(owner);
        if (here && (Plan::own(token) - plan.held.all).has(column)) kept.add(column);
      }
      return kept;
    }
  };
  /// Of these: those to load before, those that start from T{}, to be stored or added behind.
  template <int token, int table>
  struct LoadUnheld {
    static consteval ColumnSet value() {
      return (Unheld<token, table>::value() & Program::access(token).own_read) -
             ClearUnheld<token, table>::value();
    }
  };
  template <int token, int table>
  struct ClearUnheld {
    static consteval ColumnSet value() {
      ColumnSet cleared = AddUnheld<token, table>::value();
      for (int column = 0; column < Program::S::columns; ++column) {
        if (Plan::starts_cleared(token, column)) cleared.add(column);
      }
      return cleared & Unheld<token, table>::value();
    }
  };
  template <int token, int table>
  struct StoreUnheld {
    static consteval ColumnSet value() {
      return (Unheld<token, table>::value() & Program::access(token).own_write) -
             Program::access(token).summed;
    }
  };
  template <int token, int table>
  struct AddUnheld {
    static consteval ColumnSet value() {
      return Unheld<token, table>::value() & Program::access(token).summed;
    }
  };

  /// Whether a Clear has nothing to do in a table, since the next leaf starts from T{} itself.
  static consteval bool is_left_out(int token, int table) {
    if (!Program::is_clear(token)) return false;
    for (int column = 0; column < Program::S::columns; ++column) {
      if (Program::table_of(column) == table && Plan::own(token).has(column))
        return !plan.held.all.has(column) && Plan::is_left_to_next(token, column);
    }
    return false;
  }
};

template <class Columns, class Env, int slot>
struct SlotCells {
  Cells<Env, IndicesOf<typename Columns::template Slot<slot>>> cells;
};

template <class Columns, class Env, class Slots>
struct AllSlots;

template <class Columns, class Env, int... slots>
struct AllSlots<Columns, Env, std::integer_sequence<int, slots...>>
    : SlotCells<Columns, Env, slots>... {
  template <int slot>
  STARLING_FN auto& at() {
    return static_cast<SlotCells<Columns, Env, slot>&>(*this).cells;
  }
};

/// Whether a leaf does the same to a row whatever its archetype: it takes nothing that depends on
/// the row's number.
template <class Leaf>
inline constexpr bool treats_tables_alike = false;

template <class T>
inline constexpr bool treats_tables_alike<Clear<T>> = true;

template <auto system>
inline constexpr bool treats_tables_alike<Each<system>> =
    !SystemTraits<system>::draws && !SystemTraits<system>::reports &&
    !contains<typename SystemTraits<system>::Parameters, Self>;

/// What a leaf sees of a row that was dealt out: the world's cells, its own, and those loaded for
/// this leaf alone.
template <class Deal, class World, class Own, class Unheld>
struct SlotScope {
  World& world;
  Own& own;
  Unheld& unheld;

  template <int column>
  STARLING_FN auto& get() const {
    if constexpr (!Deal::is_dealt(Deal::S::template ColumnAt<column>::table)) {
      return world.template get<column>();
    } else if constexpr (Own::template has<Deal::cell_of(column)>) {
      return own.template get<Deal::cell_of(column)>();
    } else {
      return unheld.template get<column>();
    }
  }
};

/// Adds the scalars of a component to those that lie at `address`.
struct AddScalars {
  std::byte* address;

  template <class Scalar>
  STARLING_FN void operator()(const Scalar& scalar) {
    kernels::atomic_add(reinterpret_cast<Scalar*>(address), scalar);
    address += sizeof(Scalar);
  }
};

/// What a hash sees: its own cell, all else being in memory.
template <class World, int hash_column>
struct HashScope {
  World& world;

  template <int column>
  static constexpr bool has = column == hash_column;

  template <int column>
  STARLING_FN auto& get() const {
    return world.template get<column>();
  }
};

}  // namespace starling::detail
