/// An environment's entity observation: what its agents see as tokens, which a policy attends to.
#pragma once

#include "engine/archetype.hpp"
#include "engine/fields.hpp"
#include "engine/type_list.hpp"

namespace starling {

/// Declares the entity observation of an environment, in the order of its tokens:
/// `using Tokens = TokensOf<Presence, Self, Others>;`
///
/// Each of Types is an output of floats of the agents' rows: [entities, features], with as many
/// features as `T::features` says, or one entity where it says nothing. The first token is the
/// agent itself. Mask is an output of bytes, not 0 for each token that is there, in the same order;
/// void where all always are.
template <class Mask_, class... Types_>
struct TokensOf {
  static_assert(sizeof...(Types_) > 0, "an agent that observes tokens has one of its own");
  using Mask = Mask_;
  using Types = TypeList<Types_...>;
};

namespace detail {

/// Features of one token of type T: all its floats, unless it says how many.
template <class T>
consteval int token_features() {
  if constexpr (requires { T::features; }) {
    static_assert(T::features > 0, "a token has a positive number of features");
    return T::features;
  } else {
    return count_scalars<T>().scalars;
  }
}

}  // namespace detail
}  // namespace starling
