/// A policy's network in float32 as a CUDA block runs it: some agents at a time, their tokens in
/// shared memory, a thread for every output of a few rows.
///
/// Each number is computed by one thread, in the order of operations that `forward` has, so that it
/// has the same bits. Only tokens that are there become rows; agents share a block and nothing
/// else.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/block_threads.hpp"
#include "systems/policy/float32/arguments.hpp"
#include "systems/policy/row_operations.hpp"

namespace starling::policy {

class Float32Block {
 public:
  static constexpr int threads = 256;

  /// What a block's threads tell each other beside its workspace.
  struct Shared {
    Moments moments[Float32Sizes::max_rows];
    float weight_sums[Float32Sizes::max_rows];           ///< Of a softmax, by row.
    std::int32_t is_present[Float32Sizes::max_rows];     ///< By token, agent by agent.
    std::int32_t token_of[Float32Sizes::max_rows];       ///< By row: which of these it is.
    std::int32_t first_row[Float32Sizes::max_rows + 1];  ///< By agent.
  };

  /// Shared memory of a block whose workspace lies there too.
  static std::int64_t shared_bytes(const Float32Sizes& sizes, std::int32_t tokens) {
    return static_cast<std::int64_t>(sizeof(Shared)) +
           sizes.workspace(tokens) * static_cast<std::int64_t>(sizeof(float));
  }

  STARLING_FN Float32Block(const Float32Arguments& arguments, std::uint32_t block,
                           std::uint32_t blocks, std::byte* shared)
      : network_(arguments.network),
        observed_(arguments.observed),
        sizes_(arguments.sizes),
        answers_(arguments.answers),
        thread_(static_cast<std::int32_t>(kernels::thread_index())),
        first_agent_(std::int64_t{block} * sizes_.agents),
        agents_apart_(std::int64_t{blocks} * sizes_.agents),
        shared_(*reinterpret_cast<Shared*>(shared)) {
    const std::int64_t rows = std::int64_t{sizes_.agents} * observed_.tokens;
    float* own = reinterpret_cast<float*>(shared + sizeof(Shared));
    if (arguments.workspace != nullptr)
      own = arguments.workspace + block * sizes_.workspace(observed_.tokens);
    tokens_ = own;
    normed_ = tokens_ + rows * sizes_.row_stride;
    wide_ = normed_ + rows * sizes_.row_stride;
    scores_ = wide_ + rows * sizes_.wide_stride;
  }

  /// Answers for the block's agents, all those of every so many-th turn.
  STARLING_FN void run() {
    for (; first_agent_ < observed_.agents; first_agent_ += agents_apart_) {
      find_rows();
      embed();
      for (std::int32_t layer = 0; layer < network_.layer_count; ++layer)
        run_layer(network_.layers[layer]);
      apply_norm(network_.norm);
      answer();
    }
  }

 private:
  static constexpr int rows_together = 4;

  /// Rows are the tokens that are there, agent by agent.
  STARLING_FN void find_rows() {
    const std::int64_t left = observed_.agents - first_agent_;
    agents_ = left < sizes_.agents ? static_cast<std::int32_t>(left) : sizes_.agents;
    const std::int32_t count = agents_ * observed_.tokens;
    if (thread_ < count) shared_.is_present[thread_] = is_present(thread_) ? 1 : 0;
    kernels::sync_block();
    if (thread_ <= count) {
      std::int32_t row = 0;
      for (std::int32_t token = 0; token < thread_; ++token)
        row += shared_.is_present[token];
      if (thread_ % observed_.tokens == 0) shared_.first_row[thread_ / observed_.tokens] = row;
      if (thread_ < count && shared_.is_present[thread_] != 0) shared_.token_of[row] = thread_;
    }
    kernels::sync_block();
    rows_ = shared_.first_row[agents_];
  }

  STARLING_FN bool is_present(std::int32_t token) const {
    if (observed_.mask == nullptr) return true;
    const std::int32_t agent = token / observed_.tokens;
    return observed_.mask[(first_agent_ + agent) * observed_.mask_stride +
                          (token - agent * observed_.tokens)] != 0;
  }

  STARLING_FN void embed() {
    for (std::int32_t item = thread_; item < rows_ * network_.d_model; item += threads) {
      const std::int32_t row = item / network_.d_model;
      const std::int32_t output = item - row * network_.d_model;
      const std::int32_t agent = shared_.token_of[row] / observed_.tokens;
      std::int32_t entity = shared_.token_of[row] - agent * observed_.tokens;
      std::int32_t kind = 0;
      for (; entity >= observed_.types[kind].count; ++kind)
        entity -= observed_.types[kind].count;
      const ObservedType& type = observed_.types[kind];
      const PackedLinear& linear = network_.embed[kind];
      const float* const from[1] = {type.data + (first_agent_ + agent) * type.stride +
                                    entity * type.features};
      float to[1];
      apply_linear<1>(network_.numbers + linear.weight + output, linear.outputs,
                      network_.numbers[linear.bias + output], linear.inputs, from, to);
      tokens_[row * sizes_.row_stride + output] = to[0];
    }
    kernels::sync_block();
  }

  STARLING_FN void run_layer(const PackedLayer& layer) {
    apply_norm(layer.norm1);
    apply(layer.in_proj, normed_, sizes_.row_stride, rows_,
          [this](std::int32_t row, std::int32_t output, float value) {
            wide_[row * sizes_.wide_stride + output] = value;
          });
    for (std::int32_t head = 0; head < network_.attention_heads; ++head)
      attend(head);
    apply(layer.out_proj, normed_, sizes_.row_stride, rows_,
          [this](std::int32_t row, std::int32_t output, float value) {
            tokens_[row * sizes_.row_stride + output] += value;
          });
    apply_norm(layer.norm2);
    apply(layer.linear1, normed_, sizes_.row_stride, rows_,
          [this](std::int32_t row, std::int32_t output, float value) {
            wide_[row * sizes_.wide_stride + output] = gelu(value);
          });
    apply(layer.linear2, wide_, sizes_.wide_stride, rows_,
          [this](std::int32_t row, std::int32_t output, float value) {
            tokens_[row * sizes_.row_stride + output] += value;
          });
  }

  /// Calls use(row, output, value) for every output of some rows; waits for all threads.
  template <class Use>
  STARLING_FN void apply(const PackedLinear& linear, const float* from, std::int32_t stride,
                         std::int32_t rows, Use use) const {
    const std::int32_t groups = (rows + rows_together - 1) / rows_together;
    for (std::int32_t item = thread_; item < groups * linear.outputs; item += threads) {
      const std::int32_t group = item / linear.outputs;
      const std::int32_t output = item - group * linear.outputs;
      const std::int32_t first = group * rows_together;
      const float* sources[rows_together];  // the last row again where there are no more
      STARLING_UNROLL
      for (std::int32_t index = 0; index < rows_together; ++index)
        sources[index] = from + (first + index < rows ? first + index : rows - 1) * stride;
      float results[rows_together];
      apply_linear<rows_together>(network_.numbers + linear.weight + output, linear.outputs,
                                  network_.numbers[linear.bias + output], linear.inputs, sources,
                                  results);
      STARLING_UNROLL
      for (std::int32_t index = 0; index < rows_together; ++index)
        if (first + index < rows) use(first + index, output, results[index]);
    }
    kernels::sync_block();
  }

  /// The tokens under a layer norm: normed_.
  STARLING_FN void apply_norm(const PackedNorm& norm) {
    if (thread_ < rows_) {
      shared_.moments[thread_] =
          moments_of(tokens_ + thread_ * sizes_.row_stride, network_.d_model, network_.norm_eps);
    }
    kernels::sync_block();
    for (std::int32_t item = thread_; item < rows_ * network_.d_model; item += threads) {
      const std::int32_t row = item / network_.d_model;
      const std::int32_t column = item - row * network_.d_model;
      const std::int32_t at = row * sizes_.row_stride + column;
      normed_[at] =
          normalise(tokens_[at], shared_.moments[row], network_.numbers[norm.weight + column],
                    network_.numbers[norm.bias + column]);
    }
    kernels::sync_block();
  }

  /// The rows of a row's agent.
  struct Fellows {
    std::int32_t first;
    std::int32_t count;
  };
  STARLING_FN Fellows fellows_of(std::int32_t row) const {
    const std::int32_t agent = shared_.token_of[row] / observed_.tokens;
    const std::int32_t first = shared_.first_row[agent];
    return {first, shared_.first_row[agent + 1] - first};
  }

  /// One head of what was projected, into its columns of normed_, which nobody needs any more.
  STARLING_FN void attend(std::int32_t head) {
    const std::int32_t width = network_.d_model / network_.attention_heads;
    const std::int32_t first = head * width;
    const float scale = score_scale(width);
    for (std::int32_t item = thread_; item < rows_ * observed_.tokens; item += threads) {
      const std::int32_t row = item / observed_.tokens;
      const std::int32_t other = item - row * observed_.tokens;
      const Fellows fellows = fellows_of(row);
      if (other >= fellows.count) continue;
      const float* query = wide_ + row * sizes_.wide_stride + first;
      const float* key =
          wide_ + (fellows.first + other) * sizes_.wide_stride + network_.d_model + first;
      scores_[row * sizes_.score_stride + other] = score_of(query, key, width, scale);
    }
    kernels::sync_block();
    if (thread_ < rows_) {
      shared_.weight_sums[thread_] =
          weigh_scores(scores_ + thread_ * sizes_.score_stride, fellows_of(thread_).count);
    }
    kernels::sync_block();
    for (std::int32_t item = thread_; item < rows_ * width; item += threads) {
      const std::int32_t row = item / width;
      const std::int32_t column = item - row * width;
      const Fellows fellows = fellows_of(row);
      const float* values =
          wide_ + fellows.first * sizes_.wide_stride + 2 * network_.d_model + first + column;
      normed_[row * sizes_.row_stride + first + column] =
          mix_values(scores_ + row * sizes_.score_stride, shared_.weight_sums[row], values,
                     sizes_.wide_stride, fellows.count);
    }
    kernels::sync_block();
  }

  /// The heads of the mean over each agent's tokens, which takes the place of hidden numbers.
  STARLING_FN void answer() {
    for (std::int32_t item = thread_; item < agents_ * network_.d_model; item += threads) {
      const std::int32_t agent = item / network_.d_model;
      const std::int32_t column = item - agent * network_.d_model;
      const std::int32_t first = shared_.first_row[agent];
      wide_[agent * sizes_.wide_stride + column] =
          mean_of(normed_ + first * sizes_.row_stride + column, sizes_.row_stride,
                  shared_.first_row[agent + 1] - first);
    }
    kernels::sync_block();
    apply(network_.heads, wide_, sizes_.wide_stride, agents_,
          [this](std::int32_t agent, std::int32_t output, float value) {
            answers_[(first_agent_ + agent) * network_.heads.outputs + output] = value;
          });
  }

  const PackedNetwork& network_;
  const ObservedTokens& observed_;
  const Float32Sizes& sizes_;
  float* answers_;
  std::int32_t thread_;
  std::int64_t first_agent_;
  std::int64_t agents_apart_;
  Shared& shared_;
  float* tokens_ = nullptr;  ///< [rows, d_model]
  float* normed_ = nullptr;  ///< [rows, d_model]; what attention gives, too.
  float* wide_ = nullptr;    ///< [rows, 3 d_model or d_ff]
  float* scores_ = nullptr;  ///< [rows, tokens]
  std::int32_t agents_ = 0;
  std::int32_t rows_ = 0;
};

}  // namespace starling::policy
