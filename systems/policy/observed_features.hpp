/// What one token observes, among the columns that embed tokens of all kinds.
#pragma once

#include <cstdint>

#include "kernels/platform.hpp"
#include "systems/policy/observed_tokens.hpp"

namespace starling::policy {

/// Each kind of tokens has columns of its own, those of its features and one that is 1, for its
/// bias; in the others a token holds zeros. So one product embeds tokens of all kinds.
struct ObservedFeatures {
  const float* data = nullptr;  ///< Of column 0.
  std::int32_t first = 0;
  std::int32_t end = -1;  ///< Here lies the 1; nowhere for a token that is not there.

  STARLING_FN float number(std::int32_t column) const {
    float number = column == end ? 1.0F : 0.0F;
    if (column >= first && column < end) number = data[column];
    return number;
  }
};

/// Of a token that is there.
STARLING_FN ObservedFeatures features_of_token(const ObservedTokens& observed, std::int64_t agent,
                                               std::int32_t token) {
  std::int32_t column = 0;
  std::int32_t type = 0;
  for (; token >= observed.types[type].count; ++type) {
    token -= observed.types[type].count;
    column += observed.types[type].features + 1;
  }
  const ObservedType& own = observed.types[type];
  const float* data = own.data + agent * own.stride + std::int64_t{token} * own.features - column;
  return {data, column, column + own.features};
}

}  // namespace starling::policy
