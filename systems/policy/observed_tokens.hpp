/// Where the tokens of all agents lie in one slot of a simulator's exports: what a network's kernel
/// is given.
#pragma once

#include <cstdint>

namespace starling::policy {

/// Most kinds of tokens of a network that runs on a GPU.
inline constexpr int max_token_types = 16;

/// Tokens of one kind. Of agent i they begin at data + i * stride: [count, features], row-major.
struct ObservedType {
  const float* data = nullptr;
  std::int64_t stride = 0;  ///< In elements.
  std::int32_t features = 0;
  std::int32_t count = 0;
};

/// Plain data, handed to a kernel by value. Agents are numbered world by world.
struct ObservedTokens {
  ObservedType types[max_token_types] = {};
  std::int32_t type_count = 0;
  std::int32_t tokens = 0;  ///< Of an agent, of all kinds together.
  /// Not 0 where a token is there, the first always: [agents, tokens], rows `mask_stride` bytes
  /// apart. Null: all are. What lies where a token is not there may be anything.
  const std::uint8_t* mask = nullptr;
  std::int64_t mask_stride = 0;
  std::int64_t agents = 0;
};

}  // namespace starling::policy
