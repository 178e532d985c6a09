/// What each kind of parameter of a system stands for.
#pragma once

#include "engine/entities_at.hpp"
#include "engine/row_context.hpp"
#include "engine/set_up.hpp"

namespace starling::detail {

/// The handle of the row at hand. Rows of a fixed number keep theirs for ever.
template <class Env, int table, class Context, class Scope>
STARLING_FN Entity entity_of(const Context& context, Scope& scope) {
  constexpr int column = Schema<Env>::template column_in<Entity>(table);
  if constexpr (column >= 0) {
    return scope.template get<column>();
  } else {
    return {context.tile.template first_entity<table>() + static_cast<std::uint32_t>(context.index),
            0};
  }
}

/// The strip of the row at hand.
template <class T, int column, class Context>
STARLING_FN Strip<T> strip_at(const Context& context) {
  return {context.tile.template strip<column>(context.step, context.world, context.index),
          context.tile.launch.columns[column].row_bytes};
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

template <class Env, int table, class MaybeConstT, Layout layout>
struct Fetch<Env, table, Rows<MaybeConstT, layout>> {
  template <class Call>
  STARLING_FN static Rows<MaybeConstT, layout> from(Call& call) {
    return call.context.template rows<MaybeConstT>();
  }
};

template <class Env, int table, class T>
struct Fetch<Env, table, Shared<const T>> {
  template <class Call>
  STARLING_FN static Shared<const T> from(Call& call) {
    constexpr int index = shared_index<Env, T>;
    const SharedArray& array = call.context.tile.launch.shared[index];
    return {array.data, array.size};
  }
};

template <class Env, int table, class T, Layout layout>
struct Fetch<Env, table, Strip<T, layout>> {
  template <class Call>
  STARLING_FN static Strip<T, layout> from(Call& call) {
    return strip_at<T, Schema<Env>::template resolve<T>(table)>(call.context);
  }
};

template <class Env, int table>
struct Fetch<Env, table, Entity> {
  template <class Call>
  STARLING_FN static Entity from(Call& call) {
    return entity_of<Env, table>(call.context, call.scope);
  }
};

template <class Env, int table>
struct Fetch<Env, table, Print> {
  template <class Call>
  STARLING_FN static Print from(Call& call) {
    const auto& context = call.context;
    return Print(call.self.world, step_number(context.tile.launch, context.step), call.self.row);
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

template <class Env, int table, class P>
requires kernels::Crew<P>
struct Fetch<Env, table, P> {
  template <class Call>
  STARLING_FN static P from(Call&) {
    return {};
  }
};

/// See TeamCall.
template <class Env, int table, class T>
struct Fetch<Env, table, Scratch<T>> {
  template <class Call>
  STARLING_FN static Scratch<T> from(Call& call) {
    return Scratch<T>(call.scratch);
  }
};

/// Of the other row of a pair: see PairCall.
template <class Env, int table, class T>
struct Fetch<Env, table, Other<const T>> {
  template <class Call>
  STARLING_FN static Other<const T> from(Call& call) {
    constexpr int column = Schema<Env>::template column_in<T>(Call::other_table);
    const auto& context = call.context;
    if constexpr (column >= 0) {
      return Other<const T>(
          context.tile.template read<column>(context.step, context.world, call.other));
    } else {
      return Other<const T>(Entity{context.tile.template first_entity<Call::other_table>() +
                                       static_cast<std::uint32_t>(call.other),
                                   0});
    }
  }
};

template <class Env, int table, class MaybeConstT, Layout layout>
struct Fetch<Env, table, Lookup<MaybeConstT, layout>> {
  template <class Call>
  STARLING_FN static Lookup<MaybeConstT, layout> from(Call& call) {
    return lookup_at<MaybeConstT, layout>(call.context);
  }
};

template <class Env, int table, class EntityArchetype, Layout layout>
struct Fetch<Env, table, Commands<EntityArchetype, layout>> {
  template <class Call>
  STARLING_FN static Commands<EntityArchetype, layout> from(Call& call) {
    return {command_target<EntityArchetype>(call.context), call.order};
  }
};

}  // namespace starling::detail
