/// From answers of tokens to those of agents: the mean over each agent's rows.
#pragma once

#include <cstdint>

#include "kernels/warp_tile.hpp"
#include "systems/policy/fused/arguments.hpp"

namespace starling::policy {

/// Outputs that are computed at a time.
inline constexpr int answers_at_once = 16;

/// Writes a warp's rows of answers. of_rows: [warp's rows, answers_at_once], in shared memory.
STARLING_FN void store_answers(const kernels::WarpSums<answers_at_once>& sums, float* of_rows) {
  const std::uint32_t lane = kernels::thread_index() % 32;
  STARLING_UNROLL
  for (std::uint32_t half = 0; half < 2; ++half) {
    STARLING_UNROLL
    for (std::uint32_t at = 0; at < 4; ++at)
      of_rows[(8 * half + lane / 4) * answers_at_once + kernels::own_column() + at / 2 * 8 +
              at % 2] = sums.of[at / 2][2 * half + at % 2];
  }
}

/// Outputs from `first` on of the agents that a block of so many threads has taken, of which the
/// first is `first_agent`. of_rows: [rows, answers_at_once]. Every thread of the block calls.
template <int threads, class Agents>
STARLING_FN void average_answers(const FusedArguments& arguments, const Agents& taken,
                                 std::int64_t first_agent, std::int32_t first,
                                 const float* of_rows) {
  const std::uint32_t own = kernels::thread_index() % answers_at_once;
  const std::int32_t output = first + static_cast<std::int32_t>(own);
  if (output >= arguments.outputs) return;
  for (std::uint32_t agent = kernels::thread_index() / answers_at_once; agent < taken.agents();
       agent += threads / answers_at_once) {
    const std::uint32_t begin = taken.begin(agent);
    const std::uint32_t end = taken.end(agent);
    float sum = 0.0F;
    for (std::uint32_t row = begin; row < end; ++row)
      sum += of_rows[row * answers_at_once + own];
    arguments.answers[(first_agent + agent) * arguments.outputs + output] =
        sum / static_cast<float>(end - begin) + arguments.output_biases[output];
  }
}

}  // namespace starling::policy
