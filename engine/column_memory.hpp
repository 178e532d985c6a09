/// How a component lies in memory: whole, or as planes of its scalars.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/fields.hpp"
#include "kernels/platform.hpp"

namespace starling {

/// Whole structs one after the other (exports, and all columns on CUDA), or one plane a scalar
/// (CPU, where planes are what lets row loops vectorise).
enum class Layout : std::uint8_t { Whole, Planes };

inline constexpr Layout native_layout = kernels::compiled_for_cuda ? Layout::Whole : Layout::Planes;

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
  std::ptrdiff_t row;
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

/// Widest word that divides a component: nvcc splits struct copies into 4-byte words otherwise.
template <std::size_t bytes>
struct alignas(bytes) Word {
  std::uint32_t parts[bytes / 4];
};

template <class T>
consteval std::size_t word_bytes() {
  return sizeof(T) % 16 == 0 ? 16 : sizeof(T) % 8 == 0 ? 8 : sizeof(T) % 4 == 0 ? 4 : 1;
}

template <class T>
struct Words {
  Word<word_bytes<T>()> words[sizeof(T) / word_bytes<T>()];
};

}  // namespace detail

/// The T at `row`. Addresses of whole structs are multiples of sizeof(T) from a 128-byte boundary.
template <class T, Layout layout>
STARLING_FN T load(const detail::ColumnPointer& column, std::ptrdiff_t row) {
  if constexpr (sizeof(T) == 1 && std::is_empty_v<T>) {
    return T{};
  } else if constexpr (kernels::compiled_for_cuda && layout == Layout::Whole &&
                       sizeof(T) % 4 == 0) {
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
STARLING_FN void store(const detail::ColumnPointer& column, std::ptrdiff_t row, const T& value) {
  if constexpr (sizeof(T) == 1 && std::is_empty_v<T>) {
    return;
  } else if constexpr (kernels::compiled_for_cuda && layout == Layout::Whole &&
                       sizeof(T) % 4 == 0) {
    auto* words = reinterpret_cast<detail::Words<T>*>(column.base);
    words[row] = std::bit_cast<detail::Words<T>>(value);
  } else {
    detail::ScalarCopy<layout, true, T> copy{column.base, column.plane_rows, row};
    detail::for_each_scalar(value, copy);
  }
}

}  // namespace starling
