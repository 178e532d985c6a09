/// Runs the leaves of a stage on one row: fetches what each parameter stands for and calls.
#pragma once

#include "engine/cells.hpp"
#include "engine/each_pair.hpp"
#include "engine/fetch.hpp"
#include "engine/hash.hpp"
#include "engine/leaf_identity.hpp"
#include "engine/program.hpp"

namespace starling::detail {

/// All that the parameters of one call can stand for.
template <class Context, class Scope>
struct Call {
  const Context& context;
  Scope& scope;
  Self self;
  Random random;
  Report report;
  std::uint64_t order;  ///< Of its commands: see SpawnOrder.
};

template <class Env, auto function, int table, class Call, class... Parameters>
STARLING_FN decltype(auto) invoke(Call& call, TypeList<Parameters...>) {
  return function(Fetch<Env, table, Parameters>::from(call)...);
}

template <class Context>
STARLING_FN Self self_of(const Context& context) {
  return {static_cast<std::uint32_t>(context.tile.first_world + context.world) +
              context.tile.launch.first_world,
          static_cast<std::uint32_t>(context.index)};
}

/// Where the commands of a row's calls stand: see SpawnOrder.
template <class Program, int token, int table, class Context>
STARLING_FN std::uint64_t spawn_order(const Context& context) {
  constexpr std::uint64_t node = node_of(typename Program::Tokens{}, token);
  static_assert(node < 256, "a graph that commands has at most 256 systems");
  const std::uint64_t first = table > 0 ? context.tile.template first_entity<table>() : 0;
  const std::uint64_t row = first + static_cast<std::uint64_t>(context.index);
  return node << 56 | std::uint64_t{context.turn & 0xffffU} << 40 | row;
}

/// What its random numbers hang on; the world's own row has the first.
template <class Env, int table, class Context, class Scope>
STARLING_FN std::uint32_t slot_of(const Context& context, Scope& scope) {
  if constexpr (table <= 0) {
    return static_cast<std::uint32_t>(context.index);
  } else {
    return entity_of<Env, table>(context, scope).slot;
  }
}

/// The random numbers of one system in one row: keyed by its name, so that adding another changes
/// nothing, and by the entity and the turn of the loops around it.
template <class Program, int token, class Context>
STARLING_FN Random random_at(const Context& context, std::uint64_t seed, const Clock& clock,
                             std::uint32_t slot) {
  constexpr std::uint64_t stream = stream_of(typename Program::Tokens{}, token);
  kernels::RandomKey key = kernels::make_key(seed, stream);
  key.low += context.turn * 0x85ebca6bU;
  return Random(key, self_of(context).world, clock.episode, clock.step, slot);
}

template <class Env>
template <class Program, int token, int table, class Scope>
STARLING_FN Random RowContext<Env>::random(Scope& scope) const {
  constexpr int clock = Schema<Env>::template column_in<Clock>(0);
  return random_at<Program, token>(*this, tile.launch.seed, scope.template get<clock>(),
                                   slot_of<Env, table>(*this, scope));
}

/// A call of a system that finds what its parameters stand for.
template <class Program, int token, auto function, int table, class Context, class Scope>
STARLING_FN Call<Context, Scope> call_for(const Context& context, Scope& scope) {
  using Traits = SystemTraits<function>;
  Call<Context, Scope> call{context, scope, self_of(context), Random({}, 0, 0, 0, 0), {}, 0};
  if constexpr (Traits::Commanded::size > 0)
    call.order = spawn_order<Program, token, table>(context);
  if constexpr (Traits::draws) {
    call.random = context.template random<Program, token, table>(scope);
  }
  return call;
}

/// Where a system of teams has no room, it alone reports in its world at that time.
template <class Context>
STARLING_FN void tell_detail(const Context& context, const Report& report, std::uint64_t word) {
  using S = Schema<typename Context::Env>;
  constexpr int detail = S::template column_in<ErrorDetail>(0);
  constexpr int error_word = S::template column_in<ErrorWord>(0);
  if constexpr (detail >= 0) {
    if (report.kind() != static_cast<std::uint8_t>(ErrorKind::NoRoom)) return;
    const auto& tile = context.tile;
    if (tile.template read<error_word>(context.step, context.world, 0).word != word) return;
    tile.template write<detail>(context.step, context.world, 0, report.detail(word));
  }
}

/// Puts what a system reported into the error word of its world.
template <class Program, int token, auto function, class Call>
STARLING_FN void take_report(const Call& call) {
  if constexpr (SystemTraits<function>::reports) {
    const auto& context = call.context;
    if (call.report.kind() != 0 && context.writes_memory()) {
      constexpr std::uint64_t node = node_of(typename Program::Tokens{}, token);
      const std::uint64_t step = step_number(context.tile.launch, context.step);
      const std::uint64_t word = step << 32 | node << 24 |
                                 (std::uint64_t{call.self.row} & 0xffffU) << 8 | call.report.kind();
      context.tile.raise(context.world, word);
      tell_detail(context, call.report, word);
    }
  }
}

template <class Program, int token, auto function, int table, class Context, class Scope>
STARLING_FN void call_system(const Context& context, Scope& scope) {
  using Env = typename Program::Env;
  auto call = call_for<Program, token, function, table>(context, scope);
  invoke<Env, function, table>(call, typename SystemTraits<function>::Parameters{});
  take_report<Program, token, function>(call);
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

/// A call for a pair of rows.
template <class CallOfRow, int other_table_>
struct PairCall : CallOfRow {
  static constexpr int other_table = other_table_;
  RowIndex other = 0;  ///< The other row, among those of its archetype in this world.
};

/// On a row: a call for each row behind it that it makes a pair with.
template <class Program, int token, auto system>
struct RunLeaf<Program, token, EachPair<system>> {
  using Env = typename Program::Env;

  template <int table, class Context, class Scope>
  STARLING_FN static void run(const Context& context, Scope& scope) {
    auto call = call_for<Program, token, system, table>(context, scope);
    pair_with<table, table>(context, call);
    take_report<Program, token, system>(call);
  }

 private:
  template <int table, int other_table, class Context, class CallOfRow>
  STARLING_FN static void pair_with(const Context& context, CallOfRow& call) {
    if constexpr (other_table < Schema<Env>::tables) {
      if constexpr ((Program::access(token).tables >> other_table & 1U) != 0) {
        const RowIndex rows = context.tile.template rows<other_table>(context.world);
        PairCall<CallOfRow, other_table> pair{call, other_table == table ? context.index + 1 : 0};
        for (; pair.other < rows; ++pair.other)
          invoke<Env, system, table>(pair, typename SystemTraits<system>::Parameters{});
        call.random = pair.random;
        call.report = pair.report;
      }
      pair_with<table, other_table + 1>(context, call);
    }
  }
};

template <class Program, int token, class T>
struct RunLeaf<Program, token, Clear<T>> {
  using Env = typename Program::Env;

  /// All that is staged starts a step as zeros, at the crew's hands.
  template <class Context>
  STARLING_FN static bool is_cleared(const Context& context) {
    return !Program::is_masked(token) && context.tile.staging != nullptr;
  }

  template <int table, class Context, class Scope>
  STARLING_FN static void run([[maybe_unused]] const Context& context,
                              [[maybe_unused]] Scope& scope) {
    constexpr int column = Schema<Env>::template column_in<T>(table);
    if constexpr (is_strip<T>) {
      if (!is_cleared(context)) strip_at<T, column>(context).clear();
    } else {
      scope.template get<column>() = T{};
    }
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
    if constexpr (is_strip<T>) {
      keep_strip<table>(context, context.template final_row<table>(ended.count));
      return;
    }
    const Final<T> kept{scope.template get<S::template column_in<T>(table)>()};
    store<Final<T>, Layout::Whole>(context.tile.template pointer<column>(),
                                   context.template final_row<table>(ended.count), kept);
  }

 private:
  template <int table, class Context>
  STARLING_FN static void keep_strip(const Context& context, RowIndex final_row) {
    using S = Schema<Env>;
    constexpr int column = S::template column_in<T>(table);
    const ColumnPlace& place = context.tile.launch.columns[S::template column_in<Final<T>>(table)];
    const std::byte* from =
        context.tile.template strip<column>(context.step, context.world, context.index);
    std::byte* to = place.exported + std::int64_t{final_row} * place.row_bytes;
    const std::uint32_t bytes = context.tile.launch.columns[column].row_bytes;
    for (std::uint32_t at = 0; at < bytes; ++at)
      to[at] = from[at];
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
  [[maybe_unused]] Call<Context, Scope> call{context, scope, {}, Random({}, 0, 0, 0, 0), {}, 0};
  return (invoke<Env, predicates, table>(call, typename SystemTraits<predicates>::Parameters{}) &&
          ...);
}

}  // namespace starling::detail
