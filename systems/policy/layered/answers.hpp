/// From an agent's tokens to its answers: the last norm, the mean over tokens that are there, and
/// the heads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/block_threads.hpp"
#include "kernels/warp_row.hpp"

namespace starling::policy {

/// Plain data, handed to a kernel by value. The last norm's gain and bias are folded into the
/// weights.
struct AnswersArguments {
  const float* tokens;       ///< [agents, tokens_an_agent, d_model], 8-byte aligned.
  const std::uint8_t* mask;  ///< [agents, tokens_an_agent]: 0 where none is. Null: all are there.
  const float* weights;      ///< [outputs, d_model], 8-byte aligned.
  const float* biases;       ///< [outputs]
  float* answers;            ///< [agents, outputs]
  std::int64_t agents;
  std::int64_t tokens_an_agent;
  std::int64_t outputs;
  float norm_eps;
};

/// One block of the grid, which answers for one agent. Every thread of the block makes the same
/// calls.
template <int d_model>
class AnswersBlock {
 public:
  static constexpr std::uint32_t threads = 256;

  /// Numbers of shared memory.
  struct Shared {
    float sums[threads / 32][d_model];  ///< Of the tokens that each warp has met.
    std::uint32_t counts[threads / 32];
    float mean[d_model];
  };

  /// `shared`: aligned to 8 bytes.
  STARLING_FN AnswersBlock(const AnswersArguments& arguments, std::int64_t agent, std::byte* shared)
      : arguments_(arguments), agent_(agent), shared_(*reinterpret_cast<Shared*>(shared)) {}

  STARLING_FN void run() const {
    add_tokens();
    kernels::sync_block();
    average();
    kernels::sync_block();
    answer();
  }

 private:
  using Row = kernels::WarpRow<d_model>;
  static constexpr std::uint32_t warps = threads / 32;

  STARLING_FN static std::uint32_t warp() { return kernels::thread_index() / 32; }

  /// Each warp of its own tokens, those that are there.
  STARLING_FN void add_tokens() const {
    const std::int64_t first = agent_ * arguments_.tokens_an_agent;
    Row sum{};
    std::uint32_t count = 0;
    for (std::int64_t token = warp(); token < arguments_.tokens_an_agent; token += warps) {
      const std::int64_t row = first + token;
      if (arguments_.mask != nullptr && arguments_.mask[row] == 0) continue;
      Row own = kernels::read_warp_row<d_model>(arguments_.tokens + row * d_model);
      kernels::normalize(own, arguments_.norm_eps);
      ++count;
      STARLING_UNROLL
      for (int t = 0; t < Row::pairs; ++t) {
        sum.of[t].low += own.of[t].low;
        sum.of[t].high += own.of[t].high;
      }
    }
    STARLING_UNROLL
    for (int t = 0; t < Row::pairs; ++t) {
      if (Row::has(t)) kernels::store_pair(&shared_.sums[warp()][Row::column(t)], sum.of[t]);
    }
    if (kernels::thread_index() % 32 == 0) shared_.counts[warp()] = count;
  }

  /// A column a thread.
  STARLING_FN void average() const {
    static_assert(d_model <= threads);
    const std::uint32_t column = kernels::thread_index();
    if (column >= d_model) return;
    float sum = 0.0F;
    std::uint32_t count = 0;
    for (std::uint32_t part = 0; part < warps; ++part) {
      sum += shared_.sums[part][column];
      count += shared_.counts[part];
    }
    shared_.mean[column] = sum / static_cast<float>(count);
  }

  /// An output a warp.
  STARLING_FN void answer() const {
    for (std::int64_t output = warp(); output < arguments_.outputs; output += warps) {
      const Row weights = kernels::read_warp_row<d_model>(arguments_.weights + output * d_model);
      float sum = 0.0F;
      STARLING_UNROLL
      for (int t = 0; t < Row::pairs; ++t) {
        if (!Row::has(t)) continue;
        const kernels::FloatPair mean = kernels::load_pair(&shared_.mean[Row::column(t)]);
        sum = kernels::fma(weights.of[t].low, mean.low, sum);
        sum = kernels::fma(weights.of[t].high, mean.high, sum);
      }
      sum = kernels::sum_of_warp(sum);
      if (kernels::thread_index() % 32 == 0)
        arguments_.answers[agent_ * arguments_.outputs + output] = sum + arguments_.biases[output];
    }
  }

  const AnswersArguments& arguments_;
  std::int64_t agent_;
  Shared& shared_;
};

}  // namespace starling::policy
