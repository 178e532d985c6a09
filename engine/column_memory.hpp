/// How a component lies in memory: whole, or as planes of its scalars.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engine/fields.hpp"
#include "kernels/platform.hpp"

namespace starling {

/// Whole structs one after the other (exports, and all columns on CUDA), or one plane a scalar
/// (CPU, where planes are what lets row loops vectorise).
enum class Layout : std::uint8_t { Whole, Planes };

inline constexpr Layout native_layout = kernels::compiled_for_cuda ? Layout::Whole : Layout::Planes;

/// Type of row numbers: what lets g++ vectorise, and what saves registers on a GPU. No column has
/// more than 2^31 rows.
using RowIndex = std::conditional_t<kernels::compiled_for_cuda, std::int32_t, std::ptrdiff_t>;

namespace detail {

/// Where a column starts, and how many rows one of its planes has room for.
struct ColumnPointer {
  std::byte* base = nullptr;
  std::ptrdiff_t plane_rows = 0;
};

/// Copies scalar by scalar: g++ keeps a row in memory, and out of vectors, if it is copied whole.
template <Layout layout, bool store, class T>
struct ScalarCopy {
  std::byte* base;
  std::ptrdiff_t plane_rows;
  RowIndex row;
  std::ptrdiff_t offset = 0;

  template <class Scalar>
  STARLING_FN void operator()(Scalar& scalar) {
    using Value = std::remove_const_t<Scalar>;
    constexpr auto width = static_cast<std::ptrdiff_t>(sizeof(Value));
    std::byte* address = layout == Layout::Planes
                             ? base + offset * plane_rows + row * width
                             : base + row * static_cast<std::ptrdiff_t>(sizeof(T)) + offset;
    if constexpr (store) {
      *reinterpret_cast<Value*>(address) = scalar;
    } else {
      scalar = *reinterpret_cast<const Value*>(address);
    }
    offset += width;
  }
};

/// Widest word, up to 16 bytes, that divides a component: nvcc splits the copy of a struct into its
/// scalars otherwise.
template <class T>
consteval std::size_t word_bytes() {
  std::size_t bytes = 16;
  while (sizeof(T) % bytes != 0)
    bytes /= 2;
  return bytes;
}

/// Parts of 4 bytes where possible: nvcc takes arrays of bytes apart.
template <std::size_t bytes>
struct alignas(bytes) Word {
  using Part = std::conditional_t<bytes == 1, std::uint8_t,
                                  std::conditional_t<bytes == 2, std::uint16_t, std::uint32_t>>;
  Part parts[bytes / sizeof(Part)];
};

template <class T>
struct Words {
  Word<word_bytes<T>()> words[sizeof(T) / word_bytes<T>()];
};

template <class T, Layout layout>
inline constexpr bool copies_words = kernels::compiled_for_cuda&& layout == Layout::Whole;

}  // namespace detail

/// The T at `row`. Addresses of whole structs are multiples of sizeof(T) from a 128-byte boundary.
template <class T, Layout layout>
STARLING_FN T load(const detail::ColumnPointer& column, RowIndex row) {
  if constexpr (sizeof(T) == 1 && std::is_empty_v<T>) {
    return T{};
  } else if constexpr (detail::copies_words<T, layout>) {
    const auto* words = reinterpret_cast<const detail::Words<T>*>(column.base);
    return std::bit_cast<T>(words[row]);
  } else {
    T value;
    detail::ScalarCopy<layout, false, T> copy{column.base, column.plane_rows, row};
    detail::for_each_scalar(value, copy);
    return value;
  }
}

/// Writes the T at `row`.
template <class T, Layout layout>
STARLING_FN void store(const detail::ColumnPointer& column, RowIndex row, const T& value) {
  if constexpr (sizeof(T) == 1 && std::is_empty_v<T>) {
    return;
  } else if constexpr (detail::copies_words<T, layout>) {
    auto* words = reinterpret_cast<detail::Words<T>*>(column.base);
    words[row] = std::bit_cast<detail::Words<T>>(value);
  } else {
    detail::ScalarCopy<layout, true, T> copy{column.base, column.plane_rows, row};
    detail::for_each_scalar(value, copy);
  }
}

}  // namespace starling
