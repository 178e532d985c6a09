/// Very many short sequences of a few heads, in device memory, and whether what attention made of
/// them is right.
#pragma once

#include <cstdint>

#include "kernels/attention_arguments.hpp"
#include "tests/bench/attention/on_device.hpp"

namespace starling::bench::attention {

struct ShortProblem {
  std::int64_t sequences;
  std::int64_t heads;
  std::int64_t length;
  std::int64_t head_dim;
  int present_percent;  ///< Of the keys; 100: there is no mask.
  bool packed;          ///< [sequence, row, 3, heads, dim] instead of [sequence, heads, row, dim].

  std::int64_t numbers() const { return sequences * heads * length * head_dim; }
  /// Of q, k, v and out, which are all touched once.
  double bytes() const { return 8.0 * static_cast<double>(numbers()); }
};

/// Holds the tensors of problems up to a size.
class ShortTensors {
 public:
  /// `numbers`: of each of q, k, v and out at most; `mask_bytes`: of a mask.
  ShortTensors(std::int64_t numbers, std::int64_t mask_bytes);

  /// Of the tensors as a problem cuts them; draws its mask.
  kernels::AttentionArguments arguments_of(const ShortProblem& problem) const;
  /// Fills the output with NaN.
  void poison() const;
  /// Compares all rows of the first, the last and some other pairs with the reference.
  bool has_right_sample(const kernels::AttentionArguments& arguments) const;
  /// Bytes read and written a second when as many numbers as out holds are copied there.
  double copy_bytes_per_s() const;

 private:
  std::int64_t numbers_;
  DeviceArray<kernels::Bfloat16> inputs_;
  DeviceArray<kernels::Bfloat16> out_;
  DeviceArray<std::uint8_t> mask_;
};

}  // namespace starling::bench::attention
