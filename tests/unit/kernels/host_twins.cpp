/// The host's side of the parity tests: this file must be compiled by the plain C++ compiler.
#include "tests/unit/kernels/host_twins.hpp"

#include "kernels/block.hpp"

namespace starling::kernels::testing {

static_assert(!compiled_for_cuda, "host_twins.cpp is compiled as C++, not as CUDA.");

namespace {

template <Case which>
void fill(Span<std::uint32_t> results) {
  for (std::uint32_t i = 0; i < results.size(); ++i)
    results[i] = evaluate<which>(i);
}

}  // namespace

void evaluate_on_host(Case which, Span<std::uint32_t> results) {
  switch (which) {
    case Case::sin:
      return fill<Case::sin>(results);
    case Case::cos:
      return fill<Case::cos>(results);
    case Case::sincos:
      return fill<Case::sincos>(results);
    case Case::exp:
      return fill<Case::exp>(results);
    case Case::erf:
      return fill<Case::erf>(results);
    case Case::log:
      return fill<Case::log>(results);
    case Case::atan2:
      return fill<Case::atan2>(results);
    case Case::arithmetic:
      return fill<Case::arithmetic>(results);
    case Case::rounding:
      return fill<Case::rounding>(results);
    case Case::draws:
      return fill<Case::draws>(results);
    case Case::mixed_draws:
      return fill<Case::mixed_draws>(results);
    case Case::vectors:
      return fill<Case::vectors>(results);
    case Case::quaternions:
      return fill<Case::quaternions>(results);
  }
}

std::uint32_t exclusive_sum_on_host(Span<const std::uint32_t> values, Span<std::uint32_t> offsets) {
  return exclusive_sum_reference(values, offsets);
}

std::uint32_t compact_on_host(Span<const std::uint8_t> flags, Span<std::uint32_t> indices) {
  return compact_reference(flags, indices);
}

void radix_sort_pairs_on_host(Span<std::uint32_t> keys, Span<std::uint32_t> values,
                              std::uint32_t bits) {
  radix_sort_pairs_reference(keys, values, bits);
}

float sum_on_host(Span<const float> values) {
  return sum_reference(values);
}

}  // namespace starling::kernels::testing
