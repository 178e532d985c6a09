/// The host's side of the parity tests, compiled by the plain C++ compiler in host_twins.cpp.
#pragma once

#include <cstdint>

#include "kernels/span.hpp"
#include "tests/unit/kernels/parity_cases.hpp"

namespace starling::kernels::testing {

/// results[i] = evaluate<which>(i).
void evaluate_on_host(Case which, Span<std::uint32_t> results);

/// The references of kernels/block.hpp.
std::uint32_t exclusive_sum_on_host(Span<const std::uint32_t> values, Span<std::uint32_t> offsets);
std::uint32_t compact_on_host(Span<const std::uint8_t> flags, Span<std::uint32_t> indices);
void radix_sort_pairs_on_host(Span<std::uint32_t> keys, Span<std::uint32_t> values,
                              std::uint32_t bits);
float sum_on_host(Span<const float> values);

}  // namespace starling::kernels::testing
