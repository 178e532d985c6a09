/// The environment of the cases beside it whose agents choose: a mask may say among what.
#pragma once

#include <array>
#include <cstdint>

#include "engine/describe.hpp"

namespace starling::tests {

struct Steer {
  std::int32_t turn = 0;
  std::int32_t thrust = 0;
  static constexpr std::array choices = {3, 2};
};

template <class Mask, class Input, class... Exported>
struct Masked {
  static constexpr auto name = "masked";
  using Archetypes = TypeList<Archetype<Input, Exported...>>;
  using Step = TaskGraph<>;
  using Inputs = TypeList<Input>;
  using Outputs = TypeList<Exported...>;
  using ActionMask = Mask;
};

/// True if the environment can be described; what is refused does not compile.
template <class Env>
inline constexpr bool is_described = &detail::describe<Env> != nullptr;

}  // namespace starling::tests
