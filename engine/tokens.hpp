/// An environment's entity observation: what its agents see as tokens, which a policy attends to.
#pragma once

#include <type_traits>

#include "engine/fields.hpp"
#include "engine/strip.hpp"

namespace starling {

/// Declares the entity observation of an environment, in the order of its tokens:
/// `using Tokens = TokensOf<Presence, Self, Others>;`
///
/// Each of Types is an output of floats, [entities, features] a row, with as many features as
/// `T::features` says; what is no strip may say nothing, and is one entity. All have as many rows
/// as there are agents: row i is what agent i, in the order of actions, observes. The first token
/// is the agent itself. Mask is an output of as many bytes as there are tokens, not 0 for each that
/// is there; void where all always are.
template <class Mask, class... Types>
struct TokensOf {
  static_assert(sizeof...(Types) > 0, "an agent that observes tokens has one of its own");
};

namespace detail {

/// Features of one token of type T: all its floats, unless it says how many.
template <class T>
consteval int token_features() {
  if constexpr (requires { T::features; }) {
    static_assert(T::features > 0, "a token has a positive number of features");
    return T::features;
  } else {
    static_assert(
        !StripComponent<T>,
        "a strip of tokens says how many features each has: static constexpr int features");
    return count_scalars<T>().scalars;
  }
}

}  // namespace detail
}  // namespace starling
