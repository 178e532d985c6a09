/// Runs the leaves of a stage on one row: fetches what each parameter stands for and calls.
#pragma once

#include "engine/cells.hpp"
#include "engine/hash.hpp"
#include "engine/leaf_identity.hpp"
#include "engine/program.hpp"
#include "engine/tile.hpp"

namespace starling::detail {

/// The row at hand.
template <class Env_>
struct RowContext {
  using Env = Env_;

  const Tile<Env>& tile;
  RowIndex row = 0;              ///< In its table's state columns, within the tile.
  RowIndex world = 0;            ///< Within the tile.
  RowIndex index = 0;            ///< Of the row within its world.
  std::int32_t step = 0;         ///< Of the launch.
  RowIndex exported_worlds = 0;  ///< Tile::exported_worlds of the step.
  std::uint32_t turn = 0;        ///< Of the loops around, counted through.

  /// Every T of the row's world, where its columns lie.
  template <class T>
  STARLING_FN Rows<const T> rows() const;

  /// Whether a leaf may write to memory what goes there directly.
  STARLING_FN static constexpr bool writes_memory() { return true; }

  STARLING_FN LaunchStep launch_step() const { return {step, tile.launch.slots}; }

  /// See Tile::final_row.
  template <int table>
  STARLING_FN RowIndex final_row(std::uint32_t ended) const {
    return tile.template final_row<table>(ended, world, index);
  }

  /// The random numbers of the system at a token.
  template <class Program, int token, int table, class Scope>
  STARLING_FN Random random(Scope& scope) const;
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
    if constexpr (Tile<Env>::template exported<column>) {
      return {context.tile.template pointer<column>(),
              (context.exported_worlds + context.world) * rows, rows, 1, Layout::Whole};
    } else {
      return {context.tile.template pointer<column>(),
              context.tile.template state_row<table>(context.world, 0), rows,
              context.tile.template row_stride<table>()};
    }
  }
}

template <class Env, class T, std::size_t... indices>
STARLING_FN Rows<const T> make_rows(const RowContext<Env>& context,
                                    std::index_sequence<indices...>) {
  static_assert(table_with<Env, T>(max_row_segments) < 0,
                "more archetypes share a component read through Rows than Rows can hold");
  return {{row_segment<Env, T, indices>(context)...}};
}

template <class Env>
template <class T>
STARLING_FN Rows<const T> RowContext<Env>::rows() const {
  return make_rows<Env, T>(*this, std::make_index_sequence<max_row_segments>{});
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
    return call.context.template rows<T>();
  }
};

template <class Env, int table, class T>
struct Fetch<Env, table, Sums<T>> {
  template <class Call>
  STARLING_FN static Sums<T> from(Call& call) {
    return Sums<T>(call.scope.template get<Schema<Env>::template resolve<T>(table)>());
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
    return call.context.launch_step();
  }
};

/// All that the parameters of one call can stand for.
template <class Context, class Scope>
struct Call {
  const Context& context;
  Scope& scope;
  Self self;
  Random random;
  Report report;
};

template <class Env, auto function, int table, class Call, class... Parameters>
STARLING_FN decltype(auto) invoke(Call& call, TypeList<Parameters...>) {
  return function(Fetch<Env, table, Parameters>::from(call)...);
}

template <class Context>
STARLING_FN Self self_of(const Context& context) {
  return {static_cast<std::uint32_t>(context.tile.first_world + context.world),
          static_cast<std::uint32_t>(context.index)};
}

/// The random numbers of one system in one row: keyed by its name, so that adding another changes
/// nothing, and by the entity and the turn of the loops around it.
template <class Program, int token, int table, class Context>
STARLING_FN Random random_at(const Context& context, std::uint64_t seed, const Clock& clock) {
  using S = typename Program::S;
  constexpr std::uint64_t stream = stream_of(typename Program::Tokens{}, token);
  constexpr auto first = static_cast<std::uint32_t>(S::first_entity(table));
  const Self self = self_of(context);
  kernels::RandomKey key = kernels::make_key(seed, stream);
  key.low += context.turn * 0x85ebca6bU;
  return Random(key, self.world, clock.episode, clock.step, first + self.row);
}

template <class Env>
template <class Program, int token, int table, class Scope>
STARLING_FN Random RowContext<Env>::random(Scope& scope) const {
  constexpr int clock = Schema<Env>::template column_in<Clock>(0);
  return random_at<Program, token, table>(*this, tile.launch.seed, scope.template get<clock>());
}

template <class Program, int token, auto function, int table, class Context, class Scope>
STARLING_FN void call_system(const Context& context, Scope& scope) {
  using Env = typename Program::Env;
  using Traits = SystemTraits<function>;
  Call<Context, Scope> call{context, scope, self_of(context), Random({}, 0, 0, 0, 0), {}};
  if constexpr (Traits::draws) {
    call.random = context.template random<Program, token, table>(scope);
  }
  invoke<Env, function, table>(call, typename Traits::Parameters{});
  if constexpr (Traits::reports) {
    if (call.report.kind() != 0 && context.writes_memory()) {
      constexpr std::uint64_t node = node_of(typename Program::Tokens{}, token);
      const std::uint64_t step = context.tile.launch.first_step + std::uint64_t(context.step);
      context.tile.raise(context.world, step << 32 | node << 24 |
                                            (std::uint64_t{call.self.row} & 0xffffU) << 8 |
                                            call.report.kind());
    }
  }
}

/// A leaf on a row of one of its tables.
template <class Program, int token, class Leaf>
struct RunLeaf;

template <class Program, int token, auto system>
struct RunLeaf<Program, token, Each<system>> {
  template <int table, class Context, class Scope>
  STARLING_FN static void run(const Context& context, Scope& scope) {
    call_system<Program, token, system, table>(context, scope);
  }
};

template <class Program, int token, auto system>
struct RunLeaf<Program, token, EachWorld<system>> : RunLeaf<Program, token, Each<system>> {};

template <class Program, int token, class T>
struct RunLeaf<Program, token, Clear<T>> {
  using Env = typename Program::Env;

  template <int table, class Context, class Scope>
  STARLING_FN static void run(const Context&, Scope& scope) {
    scope.template get<Schema<Env>::template column_in<T>(table)>() = T{};
  }
};

template <class Program, int token, class T>
struct RunLeaf<Program, token, KeepFinal<T>> {
  using Env = typename Program::Env;

  template <int table, class Context, class Scope>
  STARLING_FN static void run(const Context& context, Scope& scope) {
    using S = Schema<Env>;
    constexpr int column = S::template column_in<Final<T>>(table);
    if (!context.writes_memory()) return;
    const EpisodesEnded& ended = scope.template get<S::template column_in<EpisodesEnded>(0)>();
    const Final<T> kept{scope.template get<S::template column_in<T>(table)>()};
    store<Final<T>, Layout::Whole>(context.tile.template pointer<column>(),
                                   context.template final_row<table>(ended.count), kept);
  }
};

template <class Program, int token>
struct RunLeaf<Program, token, HashWorlds> {
  using Env = typename Program::Env;

  template <int table, class Context, class Scope>
  STARLING_FN static void run(const Context& context, Scope& scope) {
    scope.template get<Schema<Env>::template column_in<StateHash>(0)>().value =
        hash_columns<Env>(context, scope, IndicesOf<ColumnsToHash<Env>>{});
  }
};

/// True if all predicates hold for the row.
template <class Env, int table, class Context, class Scope, auto... predicates>
STARLING_FN bool masks_hold(const Context& context, Scope& scope, Masks<predicates...>) {
  Call<Context, Scope> call{context, scope, {}, Random({}, 0, 0, 0, 0), {}};
  return (invoke<Env, predicates, table>(call, typename SystemTraits<predicates>::Parameters{}) &&
          ...);
}

}  // namespace starling::detail
