/// What the tokens of a warp's rows observe, as the first factor of their embedding.
#pragma once

#include <cstdint>

#include "kernels/warp_tile.hpp"
#include "systems/policy/fused/taken_agents.hpp"
#include "systems/policy/observed_features.hpp"
#include "systems/policy/observed_tokens.hpp"

namespace starling::policy {

class ObservedRows {
 public:
  /// `first_agent`: of all that are observed, the first that the block has taken. rows: of each
  /// half.
  STARLING_FN ObservedRows(const ObservedTokens& observed, std::int64_t first_agent,
                           const Row (&rows)[2]) {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half)
      features_[half] = rows[half].count == 0
                            ? ObservedFeatures{}
                            : features_of_token(observed, first_agent + rows[half].agent,
                                                static_cast<std::int32_t>(rows[half].token));
  }

  /// Columns [column, column + 16). What tokens that are not there hold is not read.
  STARLING_FN void read(std::int32_t column, kernels::WarpFactor<16>& factor) const {
    STARLING_UNROLL
    for (int word = 0; word < 4; ++word) {
      const std::int32_t own =
          column + static_cast<std::int32_t>(kernels::own_column()) + word / 2 * 8;
      const ObservedFeatures& features = features_[word % 2];
      factor.of[0][word] = kernels::pack_bfloat16(features.number(own), features.number(own + 1));
    }
  }

 private:
  ObservedFeatures features_[2];
};

}  // namespace starling::policy
