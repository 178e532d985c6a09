/// Drawing actions uniformly, and refusing those outside their declared choices.
///
/// An action is a component of integers that says how many choices each has:
/// `struct Action { std::int32_t push; static constexpr std::array choices = {2}; };`
/// An action of floats has no choices; its values lie in [-1, 1].
#pragma once

#include <type_traits>

#include "engine/fields.hpp"
#include "engine/system.hpp"

namespace starling {

namespace detail {

template <class Action>
inline constexpr bool has_choices = requires {
  Action::choices;
};

/// How many choices the scalar at `index` has, as a compile-time constant.
template <class Action, std::size_t index>
consteval std::uint32_t choices_of() {
  static_assert(Action::choices.size() == static_cast<std::size_t>(count_scalars<Action>().scalars),
                "an action declares as many choices as it has scalars");
  static_assert(Action::choices[index] > 0, "an action declares a positive number of choices");
  return static_cast<std::uint32_t>(Action::choices[index]);
}

template <class Scalar>
STARLING_FN void draw_scalar(Random& random, Scalar& scalar, std::uint32_t choices) {
  static_assert(!std::is_same_v<Scalar, bool>, "an action's scalars are integers or floats");
  if constexpr (std::is_floating_point_v<Scalar>) {
    scalar = random.uniform(-1.0F, 1.0F);
  } else {
    scalar = static_cast<Scalar>(random.below(choices));
  }
}

template <class Scalar>
STARLING_FN bool is_choice(const Scalar& scalar, std::uint32_t choices) {
  return static_cast<std::uint64_t>(scalar) < choices;  // a negative one is huge
}

template <class Action>
struct DrawMembers {
  Random& random;

  template <class... Members>
  STARLING_FN void operator()(Members&... members) const {
    draw(std::index_sequence_for<Members...>{}, members...);
  }
  template <std::size_t... indices, class... Members>
  STARLING_FN void draw(std::index_sequence<indices...>, Members&... members) const {
    if constexpr (has_choices<Action>) {
      (draw_scalar(random, members, choices_of<Action, indices>()), ...);
    } else {
      (draw_scalar(random, members, 0U), ...);
    }
  }
};

template <class Action>
struct AreChoices {
  template <class... Members>
  STARLING_FN bool operator()(const Members&... members) const {
    return check(std::index_sequence_for<Members...>{}, members...);
  }
  template <std::size_t... indices, class... Members>
  STARLING_FN bool check(std::index_sequence<indices...>, const Members&... members) const {
    return (is_choice(members, choices_of<Action, indices>()) && ...);
  }
};

}  // namespace detail

/// Draws every scalar of an action uniformly among its choices, or in [-1, 1) where it has none.
template <class Action>
STARLING_FN void draw_action(Random& random, Action& action) {
  detail::with_members(action, detail::DrawMembers<Action>{random});
}

/// Reports an action outside its choices. The systems that follow see it as it is.
template <class Action>
STARLING_FN void check_action(const Action& action, Report& report) {
  if (!detail::with_members(action, detail::AreChoices<Action>{})) {
    report(ErrorKind::InvalidAction);
  }
}

}  // namespace starling
