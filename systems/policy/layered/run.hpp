/// A network layer by layer: which kernels run, in which order, on the tokens of some agents.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/attention_arguments.hpp"
#include "kernels/layer_norm_rows.hpp"
#include "kernels/matmul_arguments.hpp"
#include "systems/policy/layered/answers.hpp"
#include "systems/policy/layered/features.hpp"
#include "systems/policy/layered/weights.hpp"

namespace starling::policy {

/// Where a network's weights lie.
struct PlacedWeights {
  const std::byte* panels = nullptr;
  const float* numbers = nullptr;
};

/// Memory for the rows of some agents, a row a token. Rows of tokens that are not there hold what
/// nothing hears of.
struct LayeredRows {
  float* tokens = nullptr;              ///< [rows, d_model]
  kernels::Bfloat16* normal = nullptr;  ///< [rows, d_model]
  kernels::Bfloat16* wide = nullptr;    ///< [rows, wide_columns]: for one thing after another.
  std::uint8_t* mask = nullptr;         ///< [rows]
};

/// Agents [first, first + count) alone.
inline ObservedTokens part_of(const ObservedTokens& observed, std::int64_t first,
                              std::int64_t count) {
  ObservedTokens part = observed;
  for (std::int32_t type = 0; type < observed.type_count; ++type)
    part.types[type].data += first * observed.types[type].stride;
  if (observed.mask != nullptr) part.mask += first * observed.mask_stride;
  part.agents = count;
  return part;
}

/// One run. Kernels has a function for each kernel, which takes its arguments: observe, multiply,
/// normalize, attend, answer; each reads what those before it wrote.
template <class Kernels>
class LayeredRun {
 public:
  /// `rows`: for all tokens of the agents that are observed. `shape` and `observed` must outlive
  /// it.
  LayeredRun(const LayeredShape& shape, const PlacedWeights& weights, const LayeredRows& rows,
             const ObservedTokens& observed, const Kernels& kernels)
      : shape_(shape),
        weights_(weights),
        rows_(rows),
        observed_(observed),
        kernels_(kernels),
        row_count_(observed.agents * observed.tokens) {}

  /// answers: [agents, outputs]
  void operator()(float* answers) const {
    using kernels::Epilogue;
    kernels_.observe({observed_, rows_.wide, shape_.embed.inner, rows_.mask});
    multiply(shape_.embed, rows_.wide, Epilogue::Store);
    for (const LayeredLayer& layer : shape_.layers) {
      normalize();
      multiply(layer.in, rows_.normal, Epilogue::Round);
      attend();
      multiply(layer.out, attended(), Epilogue::Add);
      normalize();
      multiply(layer.up, rows_.normal, Epilogue::RoundDoubleGelu);
      multiply(layer.down, rows_.wide, Epilogue::Add);
    }
    answer(answers);
  }

 private:
  /// Behind queries, keys and values.
  kernels::Bfloat16* attended() const {
    return rows_.wide + row_count_ * 3 * shape_.head_columns();
  }
  const std::uint8_t* mask() const { return observed_.mask == nullptr ? nullptr : rows_.mask; }

  /// Into `wide`, or into the tokens.
  void multiply(const LayeredMatrix& matrix, const kernels::Bfloat16* from,
                kernels::Epilogue epilogue) const {
    kernels_.multiply({from, weights_.panels + matrix.panel, weights_.numbers + matrix.bias,
                       rows_.wide, rows_.tokens, row_count_, matrix.inner, matrix.columns,
                       epilogue});
  }

  void normalize() const {
    kernels_.normalize({rows_.tokens, rows_.normal, row_count_, shape_.d_model, shape_.norm_eps});
  }

  void attend() const {
    const std::int64_t columns = shape_.head_columns();
    const kernels::AttentionStrides in{observed_.tokens * 3 * columns, shape_.head_width,
                                       3 * columns};
    const kernels::AttentionStrides out{observed_.tokens * columns, shape_.head_width, columns};
    kernels_.attend({rows_.wide, rows_.wide + columns, rows_.wide + 2 * columns, attended(), in, in,
                     in, out, mask(), observed_.agents, shape_.heads, observed_.tokens,
                     observed_.tokens, shape_.head_width, false, shape_.score_scale});
  }

  void answer(float* answers) const {
    kernels_.answer({rows_.tokens, mask(), weights_.numbers + shape_.head_weights,
                     weights_.numbers + shape_.head_biases, answers, observed_.agents,
                     observed_.tokens, shape_.outputs, shape_.norm_eps},
                    shape_.d_model);
  }

  const LayeredShape& shape_;
  PlacedWeights weights_;
  LayeredRows rows_;
  const ObservedTokens& observed_;
  Kernels kernels_;
  std::int64_t row_count_;
};

}  // namespace starling::policy
