/// What a matrix product is given, and which of it is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "kernels/bfloat16.hpp"

namespace starling::kernels {

/// What becomes of a * b + bias.
enum class Epilogue : std::uint8_t {
  Round,            ///< Written in bf16.
  RoundDoubleGelu,  ///< Twice its GELU (see kernels/gelu.hpp), written in bf16.
  Store,            ///< Written in float32.
  Add               ///< Added to float32 numbers.
};

/// out = epilogue(a * b + bias). Sums are float32.
struct MatmulArguments {
  const Bfloat16* a;     ///< [rows, inner], row-major, 16-byte aligned.
  const std::byte* b;    ///< Panel [inner, columns] of WarpProducts, 16-byte aligned.
  const float* bias;     ///< [columns], 8-byte aligned.
  Bfloat16* rounded;     ///< [rows, columns], row-major, 16-byte aligned: out of those that round.
  float* sums;           ///< The same, 8-byte aligned: out of the others.
  std::int64_t rows;     ///< Any number.
  std::int64_t inner;    ///< A multiple of 16.
  std::int64_t columns;  ///< A multiple of 16.
  Epilogue epilogue;
};

/// Whether a product's results are written in bf16.
constexpr bool rounds(Epilogue epilogue) {
  return epilogue == Epilogue::Round || epilogue == Epilogue::RoundDoubleGelu;
}

namespace detail {

inline constexpr std::int64_t matmul_width_limit = 1 << 20;
inline constexpr std::int64_t matmul_block_limit = (std::int64_t{1} << 31) - 1;

inline void refuse_matmul_unless(bool is_fine, const std::string& what, std::int64_t value,
                                 const std::string& limit) {
  if (is_fine) return;
  throw std::invalid_argument("a matrix product: " + what + " is " + std::to_string(value) +
                              ", but must be " + limit + ".");
}

inline void check_matmul_width(const char* what, std::int64_t width) {
  refuse_matmul_unless(width > 0 && width % 16 == 0 && width <= matmul_width_limit, what, width,
                       "a multiple of 16, at most " + std::to_string(matmul_width_limit));
}

inline void check_matmul_address(const char* what, const void* data, std::uintptr_t alignment) {
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  refuse_matmul_unless(address != 0 && address % alignment == 0, what,
                       static_cast<std::int64_t>(address),
                       "a multiple of " + std::to_string(alignment) + " bytes and not null");
}

}  // namespace detail

/// Blocks of so many rows and columns that cover the result.
constexpr std::int64_t matmul_blocks(const MatmulArguments& arguments, std::int64_t rows,
                                     std::int64_t columns) {
  return (arguments.rows + rows - 1) / rows * ((arguments.columns + columns - 1) / columns);
}

/// Throws std::invalid_argument with a sentence that names the value and its limit unless the
/// kernel supports the arguments.
inline void check_matmul(const MatmulArguments& arguments) {
  detail::check_matmul_width("inner", arguments.inner);
  detail::check_matmul_width("columns", arguments.columns);
  const std::int64_t most =
      detail::matmul_block_limit / ((arguments.columns + 63) / 64);  // a block each, at worst
  detail::refuse_matmul_unless(arguments.rows >= 0 && arguments.rows <= most, "rows",
                               arguments.rows, "from 0 to " + std::to_string(most));
  if (arguments.rows == 0) return;
  detail::check_matmul_address("a's address", arguments.a, 16);
  detail::check_matmul_address("b's address", arguments.b, 16);
  detail::check_matmul_address("bias's address", arguments.bias, 8);
  if (rounds(arguments.epilogue)) {
    detail::check_matmul_address("rounded's address", arguments.rounded, 16);
  } else {
    detail::check_matmul_address("sums's address", arguments.sums, 8);
  }
}

}  // namespace starling::kernels
