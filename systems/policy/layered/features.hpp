/// From what tokens observe to rows of bf16, the first factor of their embedding.
#pragma once

#include <cstdint>

#include "kernels/async_copy.hpp"
#include "kernels/bfloat16.hpp"
#include "kernels/tensor_core.hpp"
#include "systems/policy/observed_features.hpp"
#include "systems/policy/observed_tokens.hpp"

namespace starling::policy {

/// Plain data, handed to a kernel by value.
struct FeaturesArguments {
  ObservedTokens observed;
  kernels::Bfloat16* features;  ///< [agents, tokens, columns], 16-byte aligned.
  std::int64_t columns;         ///< A multiple of 8.
  /// [agents, tokens], row-major: 1 where a token is there. Not written where observed.mask is
  /// null.
  std::uint8_t* mask;

  /// A thread has 8 columns of a token.
  STARLING_FN std::int64_t threads() const {
    return observed.agents * observed.tokens * (columns / 8);
  }
};

inline constexpr std::uint32_t features_threads = 256;  ///< Of a block.

/// What thread `index` does, one of arguments.threads(). Tokens that are not there give zeros, and
/// what they hold is not read.
STARLING_FN void write_features(const FeaturesArguments& arguments, std::int64_t index) {
  const ObservedTokens& observed = arguments.observed;
  const std::int64_t row = index / (arguments.columns / 8);
  const std::int64_t first = index % (arguments.columns / 8) * 8;
  const std::int64_t agent = row / observed.tokens;
  const auto token = static_cast<std::int32_t>(row % observed.tokens);
  bool is_there = true;
  if (observed.mask != nullptr) {
    is_there = token == 0 || observed.mask[agent * observed.mask_stride + token] != 0;
    if (first == 0) arguments.mask[row] = is_there ? 1 : 0;
  }
  const ObservedFeatures own =
      is_there ? features_of_token(observed, agent, token) : ObservedFeatures{};
  kernels::Chunk chunk;
  STARLING_UNROLL
  for (std::int32_t word = 0; word < 4; ++word) {
    const auto column = static_cast<std::int32_t>(first) + 2 * word;
    chunk.words[word] = kernels::pack_bfloat16(own.number(column), own.number(column + 1));
  }
  kernels::write_chunk(arguments.features + row * arguments.columns + first, chunk);
}

}  // namespace starling::policy
