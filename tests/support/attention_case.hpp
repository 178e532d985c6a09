/// Attention problems of many shapes, layouts and masks, and whether an output is right.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "kernels/attention_arguments.hpp"
#include "kernels/attention_reference.hpp"
#include "kernels/random.hpp"
#include "tests/support/tolerance.hpp"

namespace starling::tests {

enum class KeyMask { None, Random, OnlyFirst, NonePresent };

/// Tensors of [batch, heads, length, dim] each, or parts of one of [batch, row, 3, heads, dim], or
/// keys and values that all heads share.
enum class QkvLayout { Separate, Packed, OneKeyHead };

struct AttentionCase {
  std::int64_t head_dim = 64;
  std::int64_t query_length = 1;
  std::int64_t key_length = 1;
  bool causal = false;
  KeyMask mask = KeyMask::None;
  QkvLayout layout = QkvLayout::Separate;
  std::int64_t batch = 1;
  std::int64_t heads = 1;
  /// Of the queries: at 30 scores differ by hundreds, and few keys matter.
  float query_size = 1;
};

inline std::ostream& operator<<(std::ostream& out, const AttentionCase& what) {
  const char* masks[] = {"none", "random", "only the first", "none present"};
  return out << "head dim " << what.head_dim << ", " << what.query_length << " queries, "
             << what.key_length << " keys, batch " << what.batch << ", heads " << what.heads
             << (what.causal ? ", causal" : "") << ", mask: " << masks[static_cast<int>(what.mask)]
             << (what.layout == QkvLayout::Packed ? ", packed" : "")
             << (what.layout == QkvLayout::OneKeyHead ? ", one head of keys" : "")
             << ", queries of size " << what.query_size;
}

/// The tensors of a case. What is no part of them, and the rows of absent keys, hold NaN and
/// infinities; of several batches each has a mask of its own.
class AttentionProblem {
 public:
  explicit AttentionProblem(const AttentionCase& what) : case_(what) {
    const std::int64_t pairs = what.batch * what.heads;
    const std::int64_t rows = std::max(what.query_length, what.key_length);
    if (what.layout == QkvLayout::Packed) {
      const std::int64_t row = 3 * what.heads * what.head_dim;
      strides_q_ = strides_kv_ = {rows * row, what.head_dim, row};
      first_k_ = what.heads * what.head_dim;
      first_v_ = 2 * first_k_;
      strides_out_ = {what.query_length * first_k_, what.head_dim, first_k_};
      inputs.resize(static_cast<std::size_t>(what.batch * rows * row));
    } else {
      strides_q_ = contiguous(what.query_length);
      strides_kv_ = contiguous(what.key_length);
      strides_out_ = strides_q_;
      first_k_ = pairs * what.query_length * what.head_dim;
      first_v_ = first_k_ + pairs * what.key_length * what.head_dim;
      inputs.resize(static_cast<std::size_t>(first_v_ + pairs * what.key_length * what.head_dim));
      if (what.layout == QkvLayout::OneKeyHead) strides_kv_.head = 0;
    }
    out.resize(static_cast<std::size_t>(pairs * what.query_length * what.head_dim));
    poison(inputs);
    poison(out);
    fill_mask();
    fill(0, strides_q_, what.query_length, q_, false, what.query_size);
    fill(first_k_, strides_kv_, what.key_length, k_, true);
    fill(first_v_, strides_kv_, what.key_length, v_, true);
  }

  /// For the arrays below, or copies of them elsewhere.
  kernels::AttentionArguments arguments(const kernels::Bfloat16* inputs_at,
                                        kernels::Bfloat16* out_at,
                                        const std::uint8_t* mask_at) const {
    kernels::AttentionArguments result{};
    result.q = inputs_at;
    result.k = inputs_at + first_k_;
    result.v = inputs_at + first_v_;
    result.out = out_at;
    result.q_strides = strides_q_;
    result.k_strides = result.v_strides = strides_kv_;
    result.out_strides = strides_out_;
    result.key_mask = case_.mask == KeyMask::None ? nullptr : mask_at;
    result.batch = case_.batch;
    result.heads = case_.heads;
    result.query_length = case_.query_length;
    result.key_length = case_.key_length;
    result.head_dim = case_.head_dim;
    result.causal = case_.causal;
    result.scale = static_cast<float>(scale());
    return result;
  }

  /// Fails the test unless `got`, laid out as `out`, is the reference's within its bounds.
  void expect_right(const kernels::Bfloat16* got) const {
    const std::vector<double> want = reference(v_);
    std::vector<float> sizes = v_;
    for (float& size : sizes)
      size = std::abs(size);
    const std::vector<double> mean_sizes = reference(sizes);
    double distance = 0;
    double norm = 0;
    std::size_t wrong = 0;
    std::size_t i = 0;
    for_each_row(strides_out_, case_.query_length, [&](std::int64_t at, auto...) {
      for (std::int64_t column = 0; column < case_.head_dim; ++column, ++i) {
        const float own = kernels::to_float(got[at + column]);
        distance += std::pow(static_cast<double>(own) - want[i], 2);
        norm += std::pow(want[i], 2);
        if (matches_attention(own, want[i], mean_sizes[i])) continue;
        if (wrong++ == 0)
          ADD_FAILURE() << case_ << ": element " << i << " is " << own << " instead of " << want[i];
      }
    });
    EXPECT_EQ(wrong, 0U) << case_ << ", of " << i;
    EXPECT_LE(std::sqrt(distance), bfloat16_distance_limit * std::sqrt(norm)) << case_;
  }

  std::vector<kernels::Bfloat16> inputs;
  std::vector<kernels::Bfloat16> out;  ///< Poisoned.
  std::vector<std::uint8_t> mask;

 private:
  double scale() const { return 1 / std::sqrt(static_cast<double>(case_.head_dim)); }

  kernels::AttentionStrides contiguous(std::int64_t length) const {
    return {case_.heads * length * case_.head_dim, length * case_.head_dim, case_.head_dim};
  }

  /// Calls act(where the row begins, batch, row) by batch, head and row.
  template <class Act>
  void for_each_row(const kernels::AttentionStrides& strides, std::int64_t length, Act act) const {
    for (std::int64_t batch = 0; batch < case_.batch; ++batch)
      for (std::int64_t head = 0; head < case_.heads; ++head)
        for (std::int64_t row = 0; row < length; ++row)
          act(batch * strides.batch + head * strides.head + row * strides.row, batch, row);
  }

  static void poison(std::vector<kernels::Bfloat16>& numbers) {
    const std::uint16_t patterns[] = {0x7fc0, 0x7f80, 0xff80, 0xffff};  // NaN, +-infinity, NaN
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = {patterns[i % 4]};
  }

  void fill_mask() {
    mask.resize(static_cast<std::size_t>(case_.batch * case_.key_length));
    for (std::size_t i = 0; i < mask.size(); ++i) {
      const bool is_first = i % static_cast<std::size_t>(case_.key_length) == 0;
      if (case_.mask == KeyMask::None) mask[i] = 1;
      if (case_.mask == KeyMask::OnlyFirst) mask[i] = is_first ? 1 : 0;
      if (case_.mask == KeyMask::Random) mask[i] = random_.below(2) == 0 ? 0 : 255;
    }
  }

  /// Draws a tensor's present rows; keeps them, and the poison of the others, in `kept` too.
  void fill(std::int64_t first, const kernels::AttentionStrides& strides, std::int64_t length,
            std::vector<float>& kept, bool by_mask, float size = 1) {
    for_each_row(strides, length, [&](std::int64_t at, std::int64_t batch, std::int64_t row) {
      const bool present = !by_mask || mask[static_cast<std::size_t>(batch * length + row)] != 0;
      for (std::int64_t column = 0; column < case_.head_dim; ++column) {
        kernels::Bfloat16& own = inputs[static_cast<std::size_t>(first + at + column)];
        if (present) own = kernels::to_bfloat16(size * random_.normal());
      }
    });
    for_each_row(strides, length, [&](std::int64_t at, auto...) {
      for (std::int64_t column = 0; column < case_.head_dim; ++column)
        kept.push_back(kernels::to_float(inputs[static_cast<std::size_t>(first + at + column)]));
    });
  }

  std::vector<double> reference(const std::vector<float>& values) const {
    const auto size = [](std::int64_t number) { return static_cast<std::size_t>(number); };
    const kernels::AttentionShape shape{size(case_.batch),
                                        size(case_.heads),
                                        size(case_.query_length),
                                        size(case_.key_length),
                                        size(case_.head_dim),
                                        case_.causal,
                                        scale()};
    std::vector<double> result(q_.size());
    kernels::attention_reference(shape, q_, k_, values, mask, result);
    return result;
  }

  AttentionCase case_;
  kernels::AttentionStrides strides_q_{};
  kernels::AttentionStrides strides_kv_{};
  kernels::AttentionStrides strides_out_{};
  std::int64_t first_k_ = 0;
  std::int64_t first_v_ = 0;
  kernels::Random random_{{7, 0}, 0, 0, 0, 0};
  std::vector<float> q_, k_, v_;  ///< [batch, heads, length, dim]
};

}  // namespace starling::tests
