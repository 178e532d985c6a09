/// An environment's action mask: which choices its agents may take in the next step.
///
/// An environment names it beside its Inputs and Outputs: `using ActionMask = Moves;`
///
/// Moves is an output of bytes, all bool or all std::uint8_t, [choices] a row: the choices of the
/// action's first component, then of the second, and so on, each not 0 where it may be taken. It
/// has as many rows as there are agents: row i is for agent i, in the order of actions. A strip may
/// be empty in a run, in which then every choice may be taken. So may all of a component where none
/// of its bytes is set, such as of an agent that is not there.
///
/// It is to be written where observations are, so that a new episode begins with its own. Policies
/// obey it. Actions drawn at random do not, and a caller may write any: an environment must bear
/// them, or report them.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/actions.hpp"
#include "engine/schema.hpp"

namespace starling::detail {

struct MaskBytes {
  int bools = 0;
  int numbers = 0;
  int scalars = 0;

  template <class Scalar>
  STARLING_FN constexpr void operator()(Scalar&) {
    bools += std::is_same_v<Scalar, bool> ? 1 : 0;
    numbers += std::is_same_v<Scalar, std::uint8_t> ? 1 : 0;
    ++scalars;
  }
  constexpr bool are_alike() const { return bools == scalars || numbers == scalars; }
};

template <class Mask>
consteval MaskBytes mask_bytes() {
  MaskBytes bytes;
  if constexpr (StripComponent<Mask>) {
    typename Mask::Element element{};
    bytes(element);
  } else {
    Mask mask{};
    for_each_scalar(mask, bytes);
  }
  return bytes;
}

template <class Input>
consteval std::int64_t sum_of_choices() {
  std::int64_t sum = 0;
  if constexpr (has_choices<Input>) {
    for (const auto choices : Input::choices)
      sum += choices;
  }
  return sum;
}

/// Refuses, with a sentence, a mask that no policy could read.
template <class Env, class Mask, class... Inputs>
consteval bool check_action_mask(TypeList<Inputs...>) {
  static_assert(contains<typename Schema<Env>::Outputs, Mask>,
                "the ActionMask is not among the environment's Outputs");
  static_assert((has_choices<Inputs> && ...),
                "an environment with an ActionMask takes actions that are choices: its Inputs "
                "declare them");
  static_assert(mask_bytes<Mask>().are_alike(),
                "an ActionMask is an output of bytes: all are bool, or all are std::uint8_t");
  if constexpr (!StripComponent<Mask>) {
    static_assert(mask_bytes<Mask>().scalars == (0 + ... + sum_of_choices<Inputs>()),
                  "an ActionMask has a byte for each choice of all components of the action, the "
                  "first component's first");
  }
  return true;
}

}  // namespace starling::detail
