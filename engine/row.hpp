/// Runs the leaves of a stage on one row: fetches what each parameter stands for and calls.
#pragma once

#include "engine/cells.hpp"
#include "engine/hash.hpp"
#include "engine/program.hpp"
#include "engine/tile.hpp"

namespace starling::detail {

/// The row at hand.
template <class Env>
struct RowContext {
  const Tile<Env>& tile;
  RowIndex row = 0;              ///< In its table, within the tile.
  RowIndex world = 0;            ///< Within the tile.
  std::int32_t step = 0;         ///< Of the launch.
  RowIndex exported_worlds = 0;  ///< Tile::exported_worlds of the step.
};

/// The index-th archetype that has T, or -1.
template <class Env, class T>
consteval int table_with(std::size_t index) {
  for (int table = 1; table < Schema<Env>::tables; ++table) {
    if (Schema<Env>::template column_in<T>(table) >= 0 && index-- == 0) return table;
  }
  return -1;
}

template <class Env, class T, std::size_t index>
STARLING_FN RowsSegment row_segment(const RowContext<Env>& context) {
  constexpr int table = table_with<Env, T>(index);
  if constexpr (table < 0) {
    return {};
  } else {
    constexpr RowIndex rows = Tile<Env>::rows_per_world(table);
    constexpr int column = Schema<Env>::template column_in<T>(table);
    const RowIndex before = Tile<Env>::template exported<column> ? context.exported_worlds : 0;
    return {context.tile.template pointer<column>(), (before + context.world) * rows, rows};
  }
}

template <class Env, class T, std::size_t... indices>
STARLING_FN Rows<const T> make_rows(const RowContext<Env>& context,
                                    std::index_sequence<indices...>) {
  static_assert(table_with<Env, T>(max_row_segments) < 0,
                "more archetypes share a component read through Rows than Rows can hold");
  return {{row_segment<Env, T, indices>(context)...}};
}

/// What a parameter of type P stands for, in a call for a row of `table`.
template <class Env, int table, class P>
struct Fetch;

template <class Env, int table, class T>
struct Fetch<Env, table, T&> {
  template <class Call>
  STARLING_FN static T& from(Call& call) {
    return call.scope.template get<Schema<Env>::template resolve<std::remove_const_t<T>>(table)>();
  }
};

template <class Env, int table, class T, Layout layout>
struct Fetch<Env, table, Rows<const T, layout>> {
  template <class Call>
  STARLING_FN static Rows<const T, layout> from(Call& call) {
    return make_rows<Env, T>(call.context, std::make_index_sequence<max_row_segments>{});
  }
};

template <class Env, int table>
struct Fetch<Env, table, Random&> {
  template <class Call>
  STARLING_FN static Random& from(Call& call) {
    return call.random;
  }
};

template <class Env, int table>
struct Fetch<Env, table, Report&> {
  template <class Call>
  STARLING_FN static Report& from(Call& call) {
    return call.report;
  }
};

template <class Env, int table>
struct Fetch<Env, table, Self> {
  template <class Call>
  STARLING_FN static Self from(Call& call) {
    return call.self;
  }
};

template <class Env, int table>
struct Fetch<Env, table, LaunchStep> {
  template <class Call>
  STARLING_FN static LaunchStep from(Call& call) {
    return {call.context.step, call.context.tile.launch.slots};
  }
};

/// All that the parameters of one call can stand for.
template <class Env, class Scope>
struct Call {
  const RowContext<Env>& context;
  Scope& scope;
  Self self;
  Random random;
  Report report;
};

template <class Env, auto function, int table, class Call, class... Parameters>
STARLING_FN decltype(auto) invoke(Call& call, TypeList<Parameters...>) {
  return function(Fetch<Env, table, Parameters>::from(call)...);
}

template <class Env, int table>
STARLING_FN Self self_of(const RowContext<Env>& context) {
  constexpr RowIndex rows = Tile<Env>::rows_per_world(table);
  return {static_cast<std::uint32_t>(context.tile.first_world + context.world),
          static_cast<std::uint32_t>(context.row - context.world * rows)};
}

/// The stream of one system in one row: keyed by its name, so that adding another changes nothing.
template <class Env, auto function, class Scope>
STARLING_FN Random random_of(const RowContext<Env>& context, Scope& scope, Self self) {
  if constexpr (SystemTraits<function>::draws) {
    constexpr std::uint64_t stream = kernels::hash_name(function_name<function>());
    const Clock& clock = scope.template get<Schema<Env>::template column_in<Clock>(0)>();
    return Random(kernels::make_key(context.tile.launch.seed, stream), self.world, clock.episode,
                  clock.step, self.row);
  } else {
    return Random({}, 0, 0, 0, 0);
  }
}

template <class Env, int token, auto function, int table, class Scope>
STARLING_FN void call_system(const RowContext<Env>& context, Scope& scope) {
  using Traits = SystemTraits<function>;
  const Self self = self_of<Env, table>(context);
  Call<Env, Scope> call{context, scope, self, random_of<Env, function>(context, scope, self), {}};
  invoke<Env, function, table>(call, typename Traits::Parameters{});
  if constexpr (Traits::reports) {
    if (call.report.kind() != 0) {
      const std::uint64_t step = context.tile.launch.first_step + std::uint64_t(context.step);
      context.tile.raise(context.world, step << 32 | std::uint64_t{token} << 24 |
                                            (std::uint64_t{self.row} & 0xffffU) << 8 |
                                            call.report.kind());
    }
  }
}

/// A leaf on a row of one of its tables.
template <class Env, int token, class Leaf>
struct RunLeaf;

template <class Env, int token, auto system>
struct RunLeaf<Env, token, Each<system>> {
  template <int table, class Scope>
  STARLING_FN static void run(const RowContext<Env>& context, Scope& scope) {
    call_system<Env, token, system, table>(context, scope);
  }
};

template <class Env, int token, auto system>
struct RunLeaf<Env, token, EachWorld<system>> : RunLeaf<Env, token, Each<system>> {};

template <class Env, int token, class T>
struct RunLeaf<Env, token, Clear<T>> {
  template <int table, class Scope>
  STARLING_FN static void run(const RowContext<Env>&, Scope& scope) {
    scope.template get<Schema<Env>::template column_in<T>(table)>() = T{};
  }
};

template <class Env, int token, class T>
struct RunLeaf<Env, token, KeepFinal<T>> {
  template <int table, class Scope>
  STARLING_FN static void run(const RowContext<Env>& context, Scope& scope) {
    using S = Schema<Env>;
    constexpr int column = S::template column_in<Final<T>>(table);
    const EpisodesEnded& ended = scope.template get<S::template column_in<EpisodesEnded>(0)>();
    const Final<T> kept{scope.template get<S::template column_in<T>(table)>()};
    store<Final<T>, Layout::Whole>(context.tile.template pointer<column>(),
                                   context.tile.template final_row<table>(ended.count, context.row),
                                   kept);
  }
};

template <class Env, int token>
struct RunLeaf<Env, token, HashWorlds> {
  template <int table, class Scope>
  STARLING_FN static void run(const RowContext<Env>& context, Scope& scope) {
    scope.template get<Schema<Env>::template column_in<StateHash>(0)>().value =
        hash_columns<Env>(context, scope, IndicesOf<ColumnsToHash<Env>>{});
  }
};

/// True if all predicates hold for the row.
template <class Env, int table, class Scope, auto... predicates>
STARLING_FN bool masks_hold(const RowContext<Env>& context, Scope& scope, Masks<predicates...>) {
  Call<Env, Scope> call{context, scope, {}, Random({}, 0, 0, 0, 0), {}};
  return (invoke<Env, predicates, table>(call, typename SystemTraits<predicates>::Parameters{}) &&
          ...);
}

}  // namespace starling::detail
