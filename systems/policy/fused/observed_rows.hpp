/// What the tokens of a warp's rows observe, as the first factor of their embedding.
#pragma once

#include <cstdint>

#include "kernels/warp_tile.hpp"
#include "systems/policy/fused/taken_agents.hpp"
#include "systems/policy/observed_tokens.hpp"

namespace starling::policy {

/// Each kind of tokens has columns of its own, those of its features and one that is 1, for its
/// bias; in the others a token holds zeros. So one product embeds tokens of all kinds.
class ObservedRows {
 public:
  /// `first_agent`: of all that are observed, the first that the block has taken. rows: of each
  /// half.
  STARLING_FN ObservedRows(const ObservedTokens& observed, std::int64_t first_agent,
                           const Row (&rows)[2]) {
    STARLING_UNROLL
    for (int half = 0; half < 2; ++half)
      features_[half] = rows[half].count == 0 ? Features{nullptr, 0, -1}
                                              : features_of(observed, first_agent, rows[half]);
  }

  /// Columns [column, column + 16). What tokens that are not there hold is not read.
  STARLING_FN void read(std::int32_t column, kernels::WarpFactor<16>& factor) const {
    STARLING_UNROLL
    for (int word = 0; word < 4; ++word) {
      const std::int32_t own =
          column + static_cast<std::int32_t>(kernels::own_column()) + word / 2 * 8;
      const Features& features = features_[word % 2];
      factor.of[0][word] = kernels::pack_bfloat16(number(features, own), number(features, own + 1));
    }
  }

 private:
  struct Features {
    const float* data;  ///< Of column 0.
    std::int32_t first;
    std::int32_t end;  ///< Here lies the 1.
  };

  STARLING_FN static Features features_of(const ObservedTokens& observed, std::int64_t first_agent,
                                          const Row& row) {
    auto entity = static_cast<std::int32_t>(row.token);
    std::int32_t column = 0;
    std::int32_t type = 0;
    for (; entity >= observed.types[type].count; ++type) {
      entity -= observed.types[type].count;
      column += observed.types[type].features + 1;
    }
    const ObservedType& own = observed.types[type];
    const float* data = own.data + (first_agent + row.agent) * own.stride +
                        std::int64_t{entity} * own.features - column;
    return {data, column, column + own.features};
  }

  STARLING_FN static float number(const Features& own, std::int32_t column) {
    float number = column == own.end ? 1.0F : 0.0F;
    if (column >= own.first && column < own.end) number = own.data[column];
    return number;
  }

  Features features_[2];
};

}  // namespace starling::policy
